package sluice.segment;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import sluice.model.ByteHash;

/**
 * Writes pairs of a key and an id, which come in order, as the index section of a file: first its
 * blocks, then its tables. Belongs to one thread.
 *
 * <p>Where blocks end depends on the pairs alone, so equal pairs give equal bytes. A pair that
 * comes twice is written once. Memory: one block, 8 bytes a key, and 40 bytes and a key for each
 * block. Layout: docs/format-properties.md.
 */
final class IndexWriter {
    private final OutputFile out;
    private final byte[] block = new byte[IndexLayout.BLOCK_BYTES_MAX];
    private int used = IndexLayout.BLOCK_HEADER_BYTES;
    private int blockKeys;
    private int blockIds;

    /** How many blocks of its first key are before the current block. */
    private int blockChain;

    /** The key before the current one in the block, for what both share. */
    private final byte[] keyBefore = new byte[IndexLayout.KEY_BYTES_MAX];

    private int keyBeforeLength;
    private final byte[] firstKey = new byte[IndexLayout.KEY_BYTES_MAX];
    private int firstKeyLength;

    private final byte[] key = new byte[IndexLayout.KEY_BYTES_MAX];
    private final MemorySegment keyMemory = MemorySegment.ofArray(key);

    /** -1 before the first key. */
    private int keyLength = -1;

    /** The ids of the current key that are in no block yet. */
    private final byte[] ids = new byte[IndexLayout.IDS_BYTES_MAX];

    private int idsUsed;
    private int idsCount;
    private long lastId;

    /** How many blocks of the current key are written. */
    private int chain;

    private final LongTable fences = new LongTable(IndexLayout.FENCE_BYTES / Long.BYTES);
    private byte[] heap = new byte[1 << 10];
    private int heapUsed;
    private long[] hashes = new long[64];
    private int keys;
    private long keysInBlocks;
    private long idsInBlocks;

    IndexWriter(OutputFile out) {
        this.out = out;
    }

    /**
     * Adds the pair of a key of 1 to {@value IndexLayout#KEY_BYTES_MAX} bytes and an id; keys
     * ascend by unsigned bytes, a prefix first, and the ids of a key as unsigned numbers.
     */
    void add(byte[] from, int offset, int length, long id) throws IOException {
        int order =
                keyLength < 0
                        ? 1
                        : Arrays.compareUnsigned(from, offset, offset + length, key, 0, keyLength);
        if (order == 0) {
            addId(id);
            return;
        }
        if (order < 0 || length < 1 || length > IndexLayout.KEY_BYTES_MAX) {
            throw new IllegalArgumentException(
                    "a key of %d bytes that is not above the one before it".formatted(length));
        }
        endKey();
        System.arraycopy(from, offset, key, 0, length);
        keyLength = length;
        if (keys == hashes.length) {
            hashes = Arrays.copyOf(hashes, 2 * keys);
        }
        hashes[keys++] = ByteHash.nonZero(keyMemory, 0, length);
        putId(id, id);
    }

    private void addId(long id) throws IOException {
        int order = Long.compareUnsigned(id, lastId);
        if (order == 0) {
            return;
        }
        if (order < 0) {
            throw new IllegalArgumentException(
                    "id %s after %s"
                            .formatted(Long.toUnsignedString(id), Long.toUnsignedString(lastId)));
        }
        if (idsUsed + IndexLayout.ID_VARINT_BYTES_MAX > ids.length) {
            writePart();
            putId(id, id);
        } else {
            putId(id, id - lastId);
        }
    }

    private void putId(long id, long written) {
        idsUsed = Varint.put(ids, idsUsed, written);
        idsCount++;
        lastId = id;
    }

    /** Writes a block of the current key alone, which goes on in the next one. */
    private void writePart() throws IOException {
        closeBlock();
        putEntry();
        writeBlock(IndexLayout.FLAG_MORE);
        chain++;
    }

    private void endKey() throws IOException {
        if (idsCount > 0) {
            int shared = shared();
            int rest = keyLength - shared;
            int length =
                    Varint.length(shared)
                            + Varint.length(rest)
                            + rest
                            + Varint.length(idsCount)
                            + idsUsed;
            if (used + length > IndexLayout.BLOCK_BYTES_AIM) {
                closeBlock();
            }
            putEntry();
            chain = 0;
        }
    }

    private int shared() {
        if (blockKeys == 0) {
            return 0;
        }
        int mismatch = Arrays.mismatch(key, 0, keyLength, keyBefore, 0, keyBeforeLength);
        return mismatch < 0 ? keyLength : mismatch;
    }

    /** Puts the current key and its ids into the block, which has room for them. */
    private void putEntry() {
        int shared = shared();
        if (blockKeys == 0) {
            System.arraycopy(key, 0, firstKey, 0, keyLength);
            firstKeyLength = keyLength;
            blockChain = chain;
        }
        int at = Varint.put(block, used, shared);
        at = Varint.put(block, at, keyLength - shared);
        System.arraycopy(key, shared, block, at, keyLength - shared);
        at += keyLength - shared;
        at = Varint.put(block, at, idsCount);
        System.arraycopy(ids, 0, block, at, idsUsed);
        used = at + idsUsed;
        System.arraycopy(key, 0, keyBefore, 0, keyLength);
        keyBeforeLength = keyLength;
        blockKeys++;
        blockIds += idsCount;
        idsUsed = 0;
        idsCount = 0;
    }

    private void closeBlock() throws IOException {
        if (blockKeys > 0) {
            writeBlock(0);
        }
    }

    private void writeBlock(int flags) throws IOException {
        int length = Bytes.align8(used);
        Arrays.fill(block, used, length, (byte) 0);
        Bytes.putShort(block, IndexLayout.BLOCK_KEYS, (short) blockKeys);
        Bytes.putShort(block, IndexLayout.BLOCK_FLAGS, (short) flags);
        Bytes.putInt(block, IndexLayout.BLOCK_CHAIN, blockChain);
        Bytes.putInt(block, IndexLayout.BLOCK_IDS, blockIds);
        Bytes.putInt(block, IndexLayout.BLOCK_ZERO, 0);
        out.reserve(length);
        System.arraycopy(block, 0, out.buffer(), out.position(), length);
        long offset = out.offset();
        long checksum = out.advance(length) & 0xFFFF_FFFFL;
        boolean isContinued = blockChain > 0;
        fences.add(
                offset,
                keysInBlocks,
                idsInBlocks,
                checksum << 32 | length,
                (isContinued ? 1L << 48 : 0) | (long) firstKeyLength << 32 | heapUsed);
        keepFirstKey();
        keysInBlocks += blockKeys - (isContinued ? 1 : 0);
        idsInBlocks += blockIds;
        used = IndexLayout.BLOCK_HEADER_BYTES;
        blockKeys = 0;
        blockIds = 0;
        blockChain = 0;
    }

    private void keepFirstKey() {
        int end = Math.addExact(heapUsed, firstKeyLength);
        if (end > heap.length) {
            heap = Arrays.copyOf(heap, Math.max(end, (int) Math.min(2L * end, 1 << 30)));
        }
        System.arraycopy(firstKey, 0, heap, heapUsed, firstKeyLength);
        heapUsed = end;
    }

    /** Writes the last block: no pair comes any more. */
    void finishBlocks() throws IOException {
        endKey();
        closeBlock();
    }

    /** How many blocks there are, after {@link #finishBlocks}. */
    int blocks() {
        return fences.rows();
    }

    /** How many keys there are. */
    long keys() {
        return keys;
    }

    /** How many pairs there are, after {@link #finishBlocks}. */
    long ids() {
        return idsInBlocks;
    }

    long filterBytes() {
        return KeyFilter.bytes(keys);
    }

    /** How many bytes {@link #writeTables} writes. */
    long tableBytes() {
        return fences.bytes() + filterBytes() + Bytes.align8(heapUsed);
    }

    /** Writes fences, filter and heap; returns where they end. */
    int writeTables(byte[] memory, int offset) {
        int at = fences.writeTo(memory, offset);
        int filter = at;
        at += Math.toIntExact(filterBytes());
        Arrays.fill(memory, filter, at, (byte) 0);
        for (int i = 0; i < keys; i++) {
            KeyFilter.add(memory, filter, filterBytes(), hashes[i]);
        }
        System.arraycopy(heap, 0, memory, at, heapUsed);
        int end = at + Bytes.align8(heapUsed);
        Arrays.fill(memory, at + heapUsed, end, (byte) 0);
        return end;
    }
}
