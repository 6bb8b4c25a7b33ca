package sluice.voldemort.format;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import sluice.storage.CorruptFileException;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;

/** A chunk that is read: its index is mapped, its data is read by position. Thread-safe. */
final class OpenChunk implements Closeable {
    /** The largest value that Voldemort reads by default; a longer one is taken for damage. */
    static final int VALUE_BYTES_MAX = 25 << 20;

    private static final int RECORD_BYTES_MIN = 10;
    private static final int TUPLE_HEADER_BYTES = 2 * Integer.BYTES;
    private static final String ADVICE = "fetch or build the version again";

    private final ChunkName name;
    private final Storage.Source data;
    private final long dataBytes;
    private final Arena arena;
    private final MemorySegment index;

    /** Is shown each tuple. */
    interface Visitor {
        void tuple(byte[] key, byte[] value) throws IOException;
    }

    private OpenChunk(
            ChunkName name, Storage.Source data, long dataBytes, Arena arena, MemorySegment index) {
        this.name = name;
        this.data = data;
        this.dataBytes = dataBytes;
        this.arena = arena;
        this.index = index;
    }

    /** Opens it; throws where the lengths of its files cannot be those of a chunk. */
    static OpenChunk open(Storage directory, ChunkName name) throws IOException {
        Arena arena = Arena.ofShared();
        Storage.Source data = directory.open(name.dataFile());
        try {
            long dataBytes = data.lengthBytes();
            long indexBytes;
            try (Storage.Source file = directory.open(name.indexFile())) {
                indexBytes = file.lengthBytes();
            }
            require(
                    indexBytes % ChunkOutput.ENTRY_BYTES == 0,
                    name.indexFile(),
                    indexBytes,
                    "its length is not a multiple of " + ChunkOutput.ENTRY_BYTES);
            requireMost(name.indexFile(), indexBytes);
            requireMost(name.dataFile(), dataBytes);
            long entries = indexBytes / ChunkOutput.ENTRY_BYTES;
            require(
                    dataBytes >= entries * RECORD_BYTES_MIN && (entries > 0 || dataBytes == 0),
                    name.dataFile(),
                    dataBytes,
                    "it has %d bytes for %d entries".formatted(dataBytes, entries));
            return new OpenChunk(
                    name,
                    data,
                    dataBytes,
                    arena,
                    indexBytes == 0
                            ? MemorySegment.NULL
                            : directory.map(name.indexFile(), indexBytes, arena));
        } catch (Throwable failure) {
            arena.close();
            data.close();
            throw failure;
        }
    }

    private static void requireMost(String file, long bytes) throws IOException {
        require(
                bytes <= ChunkOutput.FILE_BYTES_MAX,
                file,
                bytes,
                "it has more than %d bytes".formatted(ChunkOutput.FILE_BYTES_MAX));
    }

    private static void require(boolean isGood, String file, long offset, String finding)
            throws IOException {
        if (!isGood) {
            throw new CorruptFileException(file, offset, finding, ADVICE);
        }
    }

    ChunkName name() {
        return name;
    }

    long entries() {
        return index.byteSize() / ChunkOutput.ENTRY_BYTES;
    }

    /** The value of {@code key}, whose hash is {@code hash}. */
    Optional<byte[]> get(long hash, byte[] key) throws IOException {
        long offset = IndexSearch.find(index, hash);
        if (offset < 0) {
            return Optional.empty();
        }
        int count = count(offset);
        long at = offset + Short.BYTES;
        for (int i = 0; i < count; i++) {
            ByteBuffer lengths = read(at, TUPLE_HEADER_BYTES);
            int keyBytes = length(lengths.getInt(), at);
            int valueBytes = length(lengths.getInt(), at);
            long keyAt = at + TUPLE_HEADER_BYTES;
            if (keyBytes == key.length && Arrays.equals(read(keyAt, keyBytes).array(), key)) {
                return Optional.of(read(keyAt + keyBytes, valueBytes).array());
            }
            at = keyAt + keyBytes + valueBytes;
        }
        return Optional.empty();
    }

    /** Shows all tuples, in the order of the index; throws where records and index disagree. */
    void scan(Visitor visitor) throws IOException {
        Cursor cursor = new Cursor();
        while (cursor.next()) {
            visitor.tuple(cursor.key, cursor.value);
        }
    }

    Cursor cursor() {
        return new Cursor();
    }

    /** Walks all tuples; throws where records and index disagree. Belongs to one thread. */
    final class Cursor {
        private long entry = -1;
        private int left;
        private long at;
        private byte[] key = {};
        private byte[] value = {};

        /** Moves to the next tuple; false behind the last one. */
        boolean next() throws IOException {
            if (left == 0) {
                entry++;
                if (entry == entries()) {
                    require(at == dataBytes, name.dataFile(), at, "bytes behind its last record");
                    return false;
                }
                beginRecord();
            }
            left--;
            ByteBuffer lengths = read(at, TUPLE_HEADER_BYTES);
            int keyBytes = length(lengths.getInt(), at);
            int valueBytes = length(lengths.getInt(), at);
            at += TUPLE_HEADER_BYTES;
            key = read(at, keyBytes).array();
            require(
                    KeyPlaces.indexHash(KeyPlaces.md5(key)) == IndexSearch.hash(index, entry),
                    name.dataFile(),
                    at,
                    "a key with another hash than its entry");
            value = read(at + keyBytes, valueBytes).array();
            at += (long) keyBytes + valueBytes;
            return true;
        }

        private void beginRecord() throws IOException {
            long offset = IndexSearch.offset(index, entry);
            require(
                    offset == at,
                    name.indexFile(),
                    entry * ChunkOutput.ENTRY_BYTES,
                    "an offset of %d, expected %d".formatted(offset, at));
            require(
                    entry == 0
                            || Long.compareUnsigned(
                                            IndexSearch.hash(index, entry - 1),
                                            IndexSearch.hash(index, entry))
                                    < 0,
                    name.indexFile(),
                    entry * ChunkOutput.ENTRY_BYTES,
                    "hashes out of order");
            left = count(at);
            at += Short.BYTES;
        }

        byte[] key() {
            return key;
        }

        byte[] value() {
            return value;
        }

        /** How many bytes of the data are before the next tuple. */
        long position() {
            return at;
        }
    }

    private int count(long at) throws IOException {
        int count = read(at, Short.BYTES).getShort();
        require(count > 0, name.dataFile(), at, "a record of " + count + " keys");
        return count;
    }

    private int length(int length, long at) throws IOException {
        require(
                length >= 0 && length <= VALUE_BYTES_MAX,
                name.dataFile(),
                at,
                "a length of " + length);
        return length;
    }

    private ByteBuffer read(long at, int length) throws IOException {
        require(at + length <= dataBytes, name.dataFile(), at, "a record behind the end");
        ByteBuffer bytes = ByteBuffer.allocate(length);
        StorageFiles.readFully(data, bytes, at);
        return bytes.flip();
    }

    /** Closing twice is closing once. */
    @Override
    public void close() throws IOException {
        if (arena.scope().isAlive()) {
            arena.close();
        }
        data.close();
    }
}
