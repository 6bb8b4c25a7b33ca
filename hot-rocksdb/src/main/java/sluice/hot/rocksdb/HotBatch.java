package sluice.hot.rocksdb;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;
import sluice.model.HotLink;
import sluice.model.HotPut;
import sluice.model.Link;

/**
 * Writes that are applied together, gathered in RocksDB's own form, so that they go into native
 * code in one call: sequence 8 and count 4 bytes, little-endian; then for each a kind, the length
 * of the key as a varint, the key, and of a put the same of the value. Belongs to one thread.
 */
final class HotBatch {
    private static final byte DELETION = 0;
    private static final byte VALUE = 1;
    private static final int COUNT = 8;
    private static final int HEADER_BYTES = 12;
    private static final int VARINT_BYTES_MAX = 5;
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] bytes = new byte[512];
    private int length = HEADER_BYTES;
    private int count;

    void put(byte[] key, byte[] value) {
        reserve(1 + 2 * VARINT_BYTES_MAX + key.length + value.length);
        bytes[length++] = VALUE;
        add(key);
        add(value);
        count++;
    }

    /** Puts a row with its place in its list, and the list's header. */
    void put(HotPut put) {
        HotLink before = put.before();
        HotLink row = put.row();
        Link link = row.link();
        long id1 = link.id1();
        long linkType = link.linkType();
        long id2 = link.id2();
        if (before != null && before.isVisible() && !hasPlaceOf(before, row)) {
            delete(HotKeys.time(id1, linkType, before.link().time(), id2));
        }
        if (row.isVisible()) {
            put(HotKeys.time(id1, linkType, link.time(), id2), HotRows.time(link));
        }
        put(HotKeys.link(id1, linkType, id2), HotRows.link(row));
        put(HotKeys.header(id1, linkType), HotRows.header(put.header()));
    }

    /** Whether the entry of {@code row} in its list is written over that of {@code before}. */
    private static boolean hasPlaceOf(HotLink before, HotLink row) {
        return row.isVisible() && row.link().time() == before.link().time();
    }

    void delete(byte[] key) {
        reserve(1 + VARINT_BYTES_MAX + key.length);
        bytes[length++] = DELETION;
        add(key);
        count++;
    }

    /** Applies the writes, all or none. */
    void write(RocksDB database, WriteOptions options) throws RocksDBException {
        INT.set(bytes, COUNT, count);
        try (WriteBatch batch = new WriteBatch(Arrays.copyOf(bytes, length))) {
            database.write(options, batch);
        }
    }

    private void reserve(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
    }

    private void add(byte[] part) {
        int rest = part.length;
        while (rest >= 0x80) {
            bytes[length++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[length++] = (byte) rest;
        System.arraycopy(part, 0, bytes, length, part.length);
        length += part.length;
    }
}
