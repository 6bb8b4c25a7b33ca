package sluice.voldemort.format;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import sluice.storage.CorruptFileException;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;

/**
 * One directory of chunks in the format {@code ro2}, opened: what a node holds of a version, or a
 * partition of a build. Thread-safe until it is closed.
 *
 * <p>Opening checks names and lengths and costs a call for each file; {@link #verify} reads every
 * byte. A key costs a probe of the index, a read for each key of its hash, and one of the value.
 */
public final class ReadOnlyVersion implements Closeable {
    private static final int READ_BYTES = 1 << 16;
    private static final String ADVICE = "fetch or build the version again";

    /** Data first, then indexes, each by name without case: the order of the checksum. */
    static final Comparator<String> ORDER =
            Comparator.comparing((String file) -> file.endsWith(ChunkName.INDEX))
                    .thenComparing(file -> file.toLowerCase(Locale.ROOT));

    private final Storage directory;
    private final Metadata metadata;

    /** By bucket, chunks by number. */
    private final Map<Bucket, List<OpenChunk>> buckets;

    /** The keys of one partition, as one of its replicas. */
    public record Bucket(int partition, int replica) implements Comparable<Bucket> {
        @Override
        public int compareTo(Bucket other) {
            return Comparator.comparingInt(Bucket::partition)
                    .thenComparingInt(Bucket::replica)
                    .compare(this, other);
        }
    }

    /** Is shown keys and values. */
    public interface Visitor {
        void tuple(byte[] key, byte[] value) throws IOException;
    }

    private ReadOnlyVersion(
            Storage directory, Metadata metadata, Map<Bucket, List<OpenChunk>> buckets) {
        this.directory = directory;
        this.metadata = metadata;
        this.buckets = buckets;
    }

    /** Opens all buckets that are in {@code directory}. The caller closes it. */
    public static ReadOnlyVersion open(Storage directory) throws IOException {
        return open(directory, Set.of());
    }

    /**
     * As above, and throws where one of {@code expected} is missing: a lost partition must not read
     * as an empty one.
     */
    public static ReadOnlyVersion open(Storage directory, Set<Bucket> expected) throws IOException {
        Metadata metadata = Metadata.read(directory);
        Map<Bucket, List<OpenChunk>> buckets = new TreeMap<>();
        ReadOnlyVersion version = new ReadOnlyVersion(directory, metadata, buckets);
        try {
            for (ChunkName name : chunks(directory)) {
                List<OpenChunk> chunks =
                        buckets.computeIfAbsent(
                                new Bucket(name.partition(), name.replica()),
                                _ -> new ArrayList<>());
                if (name.chunk() != chunks.size()) {
                    throw corrupt(
                            name.dataFile(),
                            "chunk %d is missing before it".formatted(chunks.size()));
                }
                chunks.add(OpenChunk.open(directory, name));
            }
            for (Bucket bucket : expected) {
                if (!buckets.containsKey(bucket)) {
                    String file = new ChunkName(bucket.partition(), bucket.replica(), 0).dataFile();
                    throw corrupt(file, "it is missing in " + directory.location());
                }
            }
            return version;
        } catch (Throwable failure) {
            version.close();
            throw failure;
        }
    }

    /** In order; throws where a chunk lacks one of its files. */
    private static Set<ChunkName> chunks(Storage directory) throws IOException {
        Set<String> files = new TreeSet<>(directory.list());
        Set<ChunkName> names = new TreeSet<>();
        for (String file : files) {
            Optional<ChunkName> name = ChunkName.of(file);
            if (name.isEmpty()) {
                continue;
            }
            for (String needed : List.of(name.get().dataFile(), name.get().indexFile())) {
                if (!files.contains(needed)) {
                    throw corrupt(needed, "it is missing beside " + file);
                }
            }
            names.add(name.get());
        }
        return names;
    }

    private static CorruptFileException corrupt(String file, String finding) {
        return new CorruptFileException(file, 0, finding, ADVICE);
    }

    public Set<Bucket> buckets() {
        return Set.copyOf(buckets.keySet());
    }

    /** The value of {@code key} in a store of {@code partitions}, from any replica that is here. */
    public Optional<byte[]> get(byte[] key, int partitions) throws IOException {
        int partition = KeyPlaces.masterPartition(key, partitions);
        byte[] md5 = KeyPlaces.md5(key);
        for (Map.Entry<Bucket, List<OpenChunk>> bucket : buckets.entrySet()) {
            if (bucket.getKey().partition() == partition) {
                List<OpenChunk> chunks = bucket.getValue();
                return chunks.get(KeyPlaces.chunk(md5, chunks.size()))
                        .get(KeyPlaces.indexHash(md5), key);
            }
        }
        throw new IllegalArgumentException(
                "partition %d is not in %s".formatted(partition, directory.location()));
    }

    /** Shows all tuples of the primary replicas, each once. */
    public void scanPrimaries(Visitor visitor) throws IOException {
        for (Map.Entry<Bucket, List<OpenChunk>> bucket : buckets.entrySet()) {
            if (bucket.getKey().replica() == 0) {
                for (OpenChunk chunk : bucket.getValue()) {
                    chunk.scan(visitor::tuple);
                }
            }
        }
    }

    /**
     * Reads every byte: compares size and checksum with the metadata, indexes with records, and
     * each key with the place that it has.
     */
    public void verify() throws IOException {
        long bytes = 0;
        Checksum.Running whole = metadata.checksum().start();
        SortedSet<String> files = new TreeSet<>(ORDER);
        files.addAll(directory.list());
        files.removeIf(file -> ChunkName.of(file).isEmpty());
        for (String file : files) {
            byte[] digest = digest(file);
            whole.update(digest, 0, digest.length);
            bytes += length(file);
        }
        if (metadata.bytes() >= 0 && metadata.bytes() != bytes) {
            throw corrupt(
                    Metadata.FILE,
                    "the files have %d bytes, expected %d".formatted(bytes, metadata.bytes()));
        }
        String found = Metadata.hex(whole.take());
        if (metadata.checksum() != Checksum.NONE && !found.equals(metadata.digest())) {
            throw corrupt(
                    Metadata.FILE,
                    "the files have the checksum %s, expected %s"
                            .formatted(found, metadata.digest()));
        }
        for (List<OpenChunk> chunks : buckets.values()) {
            for (OpenChunk chunk : chunks) {
                verify(chunk, chunks.size());
            }
        }
    }

    private static void verify(OpenChunk chunk, int chunks) throws IOException {
        chunk.scan(
                (key, _) -> {
                    if (KeyPlaces.chunk(KeyPlaces.md5(key), chunks) != chunk.name().chunk()) {
                        throw corrupt(chunk.name().dataFile(), "a key of another chunk");
                    }
                });
    }

    private long length(String name) throws IOException {
        try (Storage.Source file = directory.open(name)) {
            return file.lengthBytes();
        }
    }

    private byte[] digest(String name) throws IOException {
        Checksum.Running digest = metadata.checksum().start();
        try (Storage.Source file = directory.open(name)) {
            ByteBuffer buffer = ByteBuffer.allocate(READ_BYTES);
            long length = file.lengthBytes();
            for (long at = 0; at < length; at += buffer.limit()) {
                buffer.clear().limit((int) Math.min(READ_BYTES, length - at));
                StorageFiles.readFully(file, buffer, at);
                digest.update(buffer.array(), 0, buffer.limit());
            }
        }
        return digest.take();
    }

    @Override
    public void close() throws IOException {
        @Nullable IOException first = null;
        for (List<OpenChunk> chunks : buckets.values()) {
            for (OpenChunk chunk : chunks) {
                try {
                    chunk.close();
                } catch (IOException failure) {
                    first = first == null ? failure : first;
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
