package sluice.voldemort.format;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;

/**
 * Builds a version of a store in the format {@code ro2}, with all replicas: keys go to a temporary
 * file for each chunk, and each chunk is then sorted in memory and written for every node that
 * holds it. The same keys give the same bytes, in whatever order they come. Belongs to one thread.
 *
 * <p>Memory: the largest chunk, and a small buffer for each chunk. Disk: the keys and values once
 * more, in {@code spill}.
 */
public final class StoreBuilder implements Closeable {
    /** The most chunks of all partitions together: each is a file that is open. */
    public static final int CHUNKS_MAX = 4096;

    private static final int BUFFER_BYTES = 1 << 13;
    private static final String SPILL = "spill-";

    private final Layout layout;
    private final Storage spill;
    private final @Nullable Cell[] cells;

    /**
     * The shape of a store.
     *
     * @param replicas how many nodes hold each partition
     * @param chunks of each bucket
     */
    public record Layout(PartitionOwners topology, int replicas, int chunks, Checksum checksum) {
        public Layout {
            if (replicas < 1 || chunks < 1) {
                throw new IllegalArgumentException("replicas and chunks begin at 1");
            }
            long all = (long) topology.partitions() * chunks;
            if (all > CHUNKS_MAX) {
                throw new IllegalArgumentException(all + " chunks, expected " + CHUNKS_MAX);
            }
        }
    }

    /** The directory of a node, which must hold no files. */
    public interface Nodes {
        Storage directory(int node) throws IOException;
    }

    /**
     * Says how much was built.
     *
     * @param bytes of all replicas
     */
    public record Result(long keys, long bytes, int files) {}

    /** Builds with temporary files in {@code spill}; they are deleted by {@link #close}. */
    public StoreBuilder(Layout layout, Storage spill) {
        this.layout = layout;
        this.spill = spill;
        this.cells = new Cell[layout.topology().partitions() * layout.chunks()];
    }

    /** Adds a key. */
    public void put(byte[] key, byte[] value) throws IOException {
        if (value.length > OpenChunk.VALUE_BYTES_MAX) {
            throw new SluiceException(
                    ErrorCode.INPUT,
                    "the value of key %s has %d bytes, expected %d at most"
                            .formatted(hex(key), value.length, OpenChunk.VALUE_BYTES_MAX));
        }
        int partition = KeyPlaces.masterPartition(key, layout.topology().partitions());
        int chunk = KeyPlaces.chunk(KeyPlaces.md5(key), layout.chunks());
        int number = partition * layout.chunks() + chunk;
        Cell cell = cells[number];
        if (cell == null) {
            cell = new Cell(spill.create(SPILL + number));
            cells[number] = cell;
        }
        cell.add(key, value);
    }

    /** Writes the directories of all nodes; that of a node is whole once it has its metadata. */
    public Result build(Nodes nodes) throws IOException {
        Map<Integer, List<ChunkOutput.Written>> written = new TreeMap<>();
        for (int node : layout.topology().nodes()) {
            written.put(node, new ArrayList<>());
        }
        long keys = 0;
        for (int number = 0; number < cells.length; number++) {
            List<Entry> entries = sorted(cells[number]);
            keys += entries.size();
            int partition = number / layout.chunks();
            List<Integer> holders = layout.topology().replicas(partition, layout.replicas());
            for (int replica = 0; replica < holders.size(); replica++) {
                int node = layout.topology().owner(holders.get(replica));
                ChunkName name = new ChunkName(partition, replica, number % layout.chunks());
                written.computeIfAbsent(node, _ -> new ArrayList<>())
                        .add(write(nodes.directory(node), name, entries));
            }
        }
        long bytes = 0;
        int files = 0;
        for (Map.Entry<Integer, List<ChunkOutput.Written>> node : written.entrySet()) {
            Metadata metadata = metadata(node.getValue());
            Storage directory = nodes.directory(node.getKey());
            directory.syncDirectory();
            metadata.publish(directory);
            bytes += metadata.bytes();
            files += 2 * node.getValue().size();
        }
        return new Result(keys, bytes, files);
    }

    private record Entry(long hash, ChunkOutput.Tuple tuple) {
        static final Comparator<Entry> ORDER =
                ((Comparator<Entry>) (one, other) -> Long.compareUnsigned(one.hash(), other.hash()))
                        .thenComparing(entry -> entry.tuple().key(), Arrays::compareUnsigned);
    }

    /** An object for each key of one chunk: building is bound by the disk, not by this. */
    private static List<Entry> sorted(@Nullable Cell cell) throws IOException {
        List<Entry> entries = cell == null ? new ArrayList<>() : cell.read();
        entries.sort(Entry.ORDER);
        List<Entry> kept = new ArrayList<>(entries.size());
        for (Entry entry : entries) {
            Entry before = kept.isEmpty() ? null : kept.getLast();
            if (before != null && Arrays.equals(before.tuple().key(), entry.tuple().key())) {
                if (!Arrays.equals(before.tuple().value(), entry.tuple().value())) {
                    throw new SluiceException(
                            ErrorCode.INPUT,
                            "the key %s has two values; a store has one for each key"
                                    .formatted(hex(entry.tuple().key())));
                }
            } else {
                kept.add(entry);
            }
        }
        return kept;
    }

    private ChunkOutput.Written write(Storage directory, ChunkName name, List<Entry> entries)
            throws IOException {
        try (ChunkOutput writer = new ChunkOutput(directory, name, layout.checksum())) {
            int from = 0;
            while (from < entries.size()) {
                int end = from + 1;
                while (end < entries.size()
                        && entries.get(end).hash() == entries.get(from).hash()) {
                    end++;
                }
                writer.add(
                        entries.get(from).hash(),
                        entries.subList(from, end).stream().map(Entry::tuple).toList());
                from = end;
            }
            return writer.finish();
        }
    }

    private Metadata metadata(List<ChunkOutput.Written> chunks) {
        SortedMap<String, byte[]> digests = new TreeMap<>(ReadOnlyVersion.ORDER);
        long bytes = 0;
        for (ChunkOutput.Written chunk : chunks) {
            digests.put(chunk.name().indexFile(), chunk.indexDigest());
            digests.put(chunk.name().dataFile(), chunk.dataDigest());
            bytes += chunk.bytes();
        }
        Checksum.Running whole = layout.checksum().start();
        digests.values().forEach(digest -> whole.update(digest, 0, digest.length));
        return new Metadata(layout.checksum(), Metadata.hex(whole.take()), bytes);
    }

    private static String hex(byte[] key) {
        return HexFormat.of().formatHex(key);
    }

    @Override
    public void close() throws IOException {
        List<Cell> open = new ArrayList<>();
        for (Cell cell : cells) {
            if (cell != null) {
                open.add(cell);
            }
        }
        StorageFiles.closeAll(open);
        for (Cell cell : open) {
            spill.delete(cell.sink.name());
        }
    }

    /** The keys of one chunk, as they came. */
    private final class Cell implements Closeable {
        private final Storage.Sink sink;
        private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
        private long length;

        Cell(Storage.Sink sink) {
            this.sink = sink;
        }

        void add(byte[] key, byte[] value) throws IOException {
            write(
                    ByteBuffer.allocate(2 * Integer.BYTES)
                            .putInt(key.length)
                            .putInt(value.length)
                            .flip());
            write(ByteBuffer.wrap(key));
            write(ByteBuffer.wrap(value));
        }

        private void write(ByteBuffer bytes) throws IOException {
            length += bytes.remaining();
            if (bytes.remaining() > buffer.remaining()) {
                flush();
            }
            if (bytes.remaining() > buffer.remaining()) {
                StorageFiles.writeFully(sink, bytes);
            } else {
                buffer.put(bytes);
            }
        }

        private void flush() throws IOException {
            StorageFiles.writeFully(sink, buffer.flip());
            buffer.clear();
        }

        List<Entry> read() throws IOException {
            flush();
            if (length > ChunkOutput.FILE_BYTES_MAX) {
                throw new SluiceException(
                        ErrorCode.CONFIG,
                        "a chunk would have %d bytes; write more chunks or partitions"
                                .formatted(length));
            }
            ByteBuffer bytes = ByteBuffer.allocate((int) length);
            try (Storage.Source source = spill.open(sink.name())) {
                StorageFiles.readFully(source, bytes, 0);
            }
            bytes.flip();
            List<Entry> entries = new ArrayList<>();
            while (bytes.hasRemaining()) {
                byte[] key = new byte[bytes.getInt()];
                byte[] value = new byte[bytes.getInt()];
                bytes.get(key).get(value);
                long hash = KeyPlaces.indexHash(KeyPlaces.md5(key));
                entries.add(new Entry(hash, new ChunkOutput.Tuple(key, value)));
            }
            return entries;
        }

        @Override
        public void close() throws IOException {
            sink.close();
        }
    }
}
