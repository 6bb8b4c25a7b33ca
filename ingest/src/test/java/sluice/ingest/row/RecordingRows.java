package sluice.ingest.row;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.TreeMap;
import sluice.ingest.Chunk;
import sluice.ingest.ChunkId;
import sluice.ingest.ChunkQueue;
import sluice.ingest.ChunkSpan;
import sluice.ingest.Source;
import sluice.model.RowSink;

/** Reads sources whole and writes every row and reject down as text. */
public final class RecordingRows implements NameResolver {
    private final List<String> groups = new ArrayList<>();
    private final List<String> rows = new ArrayList<>();
    private final List<String> names = new ArrayList<>();

    /** What a queue gave: the rows and rejects of each chunk in order, and its span. */
    public record Read(TreeMap<ChunkId, List<String>> rows, TreeMap<ChunkId, ChunkSpan> spans) {
        public List<String> all() {
            return rows.values().stream().flatMap(List::stream).toList();
        }
    }

    public static Read read(ChunkQueue queue) throws IOException {
        Read read = new Read(new TreeMap<>(), new TreeMap<>());
        for (Chunk chunk = queue.take(); chunk != null; chunk = queue.take()) {
            read(chunk, read);
        }
        return read;
    }

    public static void read(Chunk chunk, Read read) throws IOException {
        RecordingRows recorder = new RecordingRows();
        ChunkSpan span = chunk.parse(recorder, recorder.sink(), recorder.rejects());
        synchronized (read) {
            if (read.rows.put(chunk.id(), recorder.rows) != null) {
                throw new AssertionError("chunk handed out twice: " + chunk.id());
            }
            read.spans.put(chunk.id(), span);
        }
    }

    public static Read read(Source source, long chunkBytes, List<ChunkSpan> done)
            throws IOException {
        try (ChunkQueue queue = ChunkQueue.open(source, chunkBytes, done)) {
            return read(queue);
        }
    }

    /**
     * Reads the last chunk of a plain file first, so that where a chunk begins is never known from
     * the one before it and must be searched for.
     */
    public static Read readBackwards(ChunkQueue queue) throws IOException {
        Deque<Chunk> chunks = new ArrayDeque<>();
        for (Chunk chunk = queue.take(); chunk != null; chunk = queue.take()) {
            chunks.push(chunk);
        }
        Read read = new Read(new TreeMap<>(), new TreeMap<>());
        for (Chunk chunk : chunks) {
            read(chunk, read);
        }
        return read;
    }

    public List<String> rows() {
        return rows;
    }

    public RowSink sink() {
        return (id1, type, id2, time, version, flags, data, dataOffset, dataLength) ->
                rows.add(
                        "%s %s %s @%d v%d f%d %s"
                                .formatted(
                                        Long.toUnsignedString(id1),
                                        name(type),
                                        Long.toUnsignedString(id2),
                                        time,
                                        version,
                                        flags,
                                        text(data, dataOffset, dataLength)));
    }

    public Rejects rejects() {
        return (_, _, column, _, row) ->
                rows.add("reject %d %s".formatted(column, new String(row, StandardCharsets.UTF_8)));
    }

    private String name(long type) {
        return type < 0 ? names.get((int) ~type) : Long.toString(type);
    }

    private static String text(byte[] data, int offset, int length) {
        return new String(data, offset, length, StandardCharsets.UTF_8);
    }

    @Override
    public int group(String name) {
        groups.add(name);
        return groups.size() - 1;
    }

    /**
     * The number of a name of digits is that number plus 1000 for each byte of its group's name.
     */
    @Override
    public long id(int group, byte[] bytes, int offset, int length) {
        String name = text(bytes, offset, length);
        return Fields.isUnsignedNumber(name)
                ? Long.parseUnsignedLong(name) + 1000L * groups.get(group).length()
                : name.hashCode();
    }

    /** Type names have the numbers -1, -2, ... */
    @Override
    public long type(String name) {
        int index = names.indexOf(name);
        if (index < 0) {
            index = names.size();
            names.add(name);
        }
        return ~index;
    }

    @Override
    public long type(byte[] bytes, int offset, int length) {
        return type(text(bytes, offset, length));
    }
}
