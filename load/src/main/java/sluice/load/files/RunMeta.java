package sluice.load.files;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import sluice.ingest.ChunkId;
import sluice.ingest.ChunkSpan;
import sluice.ingest.fact.DroppedGraphs;
import sluice.storage.CorruptFileException;

/**
 * What a run says about itself at its end, so that a resumed load knows what it need not read
 * again. Layout: docs/format.md, "Run meta".
 *
 * @param loadKey a hash of the load's identity: a run of another load is never adopted
 * @param part which of the chunk's runs this is
 * @param span of the whole chunk; in any but the chunk's last run only its id counts
 * @param last whether this is the chunk's last run
 * @param rejects whether a file of rejected rows belongs to the chunk
 * @param dangling what a check of the links' ends found, where one was asked for
 */
public record RunMeta(
        long loadKey,
        int part,
        boolean last,
        boolean rejects,
        ChunkSpan span,
        DanglingLinks dangling) {
    /** Of a chunk whose links are not checked. */
    public RunMeta(long loadKey, int part, boolean last, boolean rejects, ChunkSpan span) {
        this(loadKey, part, last, rejects, span, DanglingLinks.NONE);
    }

    public byte[] encode() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeLong(loadKey);
            out.writeInt(part);
            out.writeBoolean(last);
            out.writeBoolean(rejects);
            out.writeInt(span.id().fileIndex());
            out.writeInt(span.id().chunkIndex());
            out.writeLong(span.startByte());
            out.writeLong(span.endByte());
            out.writeLong(span.lines());
            out.writeLong(span.rows());
            out.writeLong(span.rejected());
            out.writeBoolean(span.lastOfFile());
            out.writeLong(dangling.count());
            out.writeInt(dangling.examples().size());
            for (DanglingLinks.Example example : dangling.examples()) {
                out.writeLong(example.line());
                out.writeInt(example.column());
                byte[] cause = example.cause().getBytes(StandardCharsets.UTF_8);
                out.writeInt(cause.length);
                out.write(cause);
            }
            if (span.dropped().facts() > 0) {
                writeDropped(span.dropped(), out);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void writeDropped(DroppedGraphs dropped, DataOutputStream out)
            throws IOException {
        out.writeLong(dropped.facts());
        out.writeBoolean(dropped.hasMore());
        out.writeInt(dropped.graphs().size());
        for (DroppedGraphs.Graph graph : dropped.graphs()) {
            out.writeLong(graph.facts());
            byte[] name = graph.name().getBytes(StandardCharsets.UTF_8);
            out.writeInt(name.length);
            out.write(name);
        }
    }

    public static RunMeta decode(String fileName, byte[] bytes) throws IOException {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            long loadKey = in.readLong();
            int part = in.readInt();
            boolean last = in.readBoolean();
            boolean rejects = in.readBoolean();
            ChunkId id = new ChunkId(in.readInt(), in.readInt());
            long startByte = in.readLong();
            long endByte = in.readLong();
            long lines = in.readLong();
            long rows = in.readLong();
            long rejected = in.readLong();
            boolean lastOfFile = in.readBoolean();
            DanglingLinks dangling = readDangling(in);
            DroppedGraphs dropped = in.available() > 0 ? readDropped(in) : DroppedGraphs.NONE;
            ChunkSpan span =
                    new ChunkSpan(
                            id, startByte, endByte, lines, rows, rejected, lastOfFile, dropped);
            return new RunMeta(loadKey, part, last, rejects, span, dangling);
        } catch (IOException | RuntimeException e) {
            throw new CorruptFileException(
                    fileName, 0, "its meta cannot be read", "delete it and load again");
        }
    }

    private static DanglingLinks readDangling(DataInputStream in) throws IOException {
        long count = in.readLong();
        List<DanglingLinks.Example> examples = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            long line = in.readLong();
            int column = in.readInt();
            examples.add(new DanglingLinks.Example(line, column, readText(in)));
        }
        return new DanglingLinks(count, examples);
    }

    private static DroppedGraphs readDropped(DataInputStream in) throws IOException {
        long facts = in.readLong();
        boolean hasMore = in.readBoolean();
        List<DroppedGraphs.Graph> graphs = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            long count = in.readLong();
            graphs.add(new DroppedGraphs.Graph(readText(in), count));
        }
        return new DroppedGraphs(facts, graphs, hasMore);
    }

    private static String readText(DataInputStream in) throws IOException {
        byte[] text = new byte[Math.min(in.readInt(), in.available())];
        in.readFully(text);
        return new String(text, StandardCharsets.UTF_8);
    }
}
