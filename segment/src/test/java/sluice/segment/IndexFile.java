package sluice.segment;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.CRC32C;
import sluice.storage.CorruptFileException;
import sluice.storage.MemoryStorage;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;

/**
 * A file that is an index section alone, and the sorted map that says what is in it. Its tables
 * have their checksum in the test.
 */
final class IndexFile {
    /** Keys by their unsigned bytes; a byte is a character from 0 to 255. */
    final NavigableMap<String, TreeSet<Long>> expected = new TreeMap<>();

    byte[] bytes = new byte[0];
    long fencesOffset;
    long blocks;
    long keys;
    long filterBytes;
    private int tablesChecksum;

    static TreeSet<Long> ids() {
        return new TreeSet<>(Long::compareUnsigned);
    }

    void add(String key, long id) {
        expected.computeIfAbsent(key, _ -> ids()).add(id);
    }

    static byte[] bytes(String key) {
        return key.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Writes all pairs; each as often as {@code times} says. */
    IndexFile write(int times) throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        OutputFile out = new OutputFile(storage, "index");
        IndexWriter writer = new IndexWriter(out);
        for (var entry : expected.entrySet()) {
            byte[] key = bytes("?" + entry.getKey());
            for (long id : entry.getValue()) {
                for (int i = 0; i < times; i++) {
                    writer.add(key, 1, key.length - 1, id);
                }
            }
        }
        writer.finishBlocks();
        fencesOffset = out.offset();
        blocks = writer.blocks();
        keys = writer.keys();
        filterBytes = writer.filterBytes();
        int length = Math.toIntExact(writer.tableBytes());
        out.reserve(length);
        int end = writer.writeTables(out.buffer(), out.position());
        if (end != out.position() + length) {
            throw new AssertionError("tables of another length");
        }
        out.advance(length);
        out.finish(0).publish();
        try (Storage.Source source = storage.open("index")) {
            bytes = new byte[Math.toIntExact(source.lengthBytes())];
            StorageFiles.readFully(source, ByteBuffer.wrap(bytes), 0);
        }
        tablesChecksum = tablesChecksum();
        return this;
    }

    private int tablesChecksum() {
        return crc(bytes, (int) fencesOffset, bytes.length - (int) fencesOffset);
    }

    private static int crc(byte[] bytes, int offset, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, offset, length);
        return (int) crc.getValue();
    }

    /** Opens {@code file}, the bytes of this one with any changes. */
    IndexSection open(byte[] file) throws IOException {
        if (crc(file, (int) fencesOffset, file.length - (int) fencesOffset) != tablesChecksum) {
            throw new CorruptFileException("index", fencesOffset, "tables", "run: sluice verify");
        }
        return openTables(file);
    }

    /** As {@link #open}, whatever the checksum of the tables is. */
    IndexSection openTables(byte[] file) throws IOException {
        return new IndexSection(
                "index",
                MemorySegment.ofArray(file),
                new IndexSection.Place(
                        0, fencesOffset, fencesOffset, blocks, keys, filterBytes, file.length),
                (offset, length, checksum, what) -> {
                    if (crc(file, (int) offset, length) != checksum) {
                        throw new CorruptFileException("index", offset, what, "");
                    }
                    return Arrays.copyOfRange(file, (int) offset, (int) offset + length);
                });
    }

    /** Makes the checksums of blocks right in {@code file}, as far as fences can be followed. */
    void seal(byte[] file) {
        MemorySegment memory = MemorySegment.ofArray(file);
        for (long block = 0; block < blocks; block++) {
            long fence = fencesOffset + block * IndexLayout.FENCE_BYTES;
            long offset = memory.get(Bytes.LONG, fence + IndexLayout.FENCE_OFFSET);
            int length = memory.get(Bytes.INT, fence + IndexLayout.FENCE_LENGTH);
            if (offset >= 0 && length >= 0 && offset <= file.length - length) {
                memory.set(
                        Bytes.INT,
                        fence + IndexLayout.FENCE_CHECKSUM,
                        crc(file, (int) offset, length));
            }
        }
    }

    /** All keys and ids that a cursor finds. */
    static NavigableMap<String, TreeSet<Long>> readAll(IndexSection section) throws IOException {
        NavigableMap<String, TreeSet<Long>> all = new TreeMap<>();
        IndexCursor cursor = new IndexCursor(section);
        for (boolean on = cursor.first(); on; on = cursor.nextKey()) {
            if (all.put(key(cursor), readIds(cursor)) != null) {
                throw new CorruptFileException("index", 0, "a key twice", "");
            }
        }
        return all;
    }

    static String key(IndexCursor cursor) {
        return new String(cursor.key(), 0, cursor.keyLength(), StandardCharsets.ISO_8859_1);
    }

    static TreeSet<Long> readIds(IndexCursor cursor) throws IOException {
        TreeSet<Long> ids = ids();
        while (cursor.nextId()) {
            ids.add(cursor.id());
        }
        return ids;
    }
}
