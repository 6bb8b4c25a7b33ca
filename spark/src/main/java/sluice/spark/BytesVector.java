package sluice.spark;

import java.util.Arrays;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.unsafe.types.UTF8String;

/** A column of texts or bytes, one after the other, in a batch that is filled again and again. */
final class BytesVector extends FilledVector {
    private byte[] bytes = new byte[16 * RowBatch.ROWS];
    private int[] ends = new int[RowBatch.ROWS];
    private int count;
    private int length;

    BytesVector(DataType type) {
        super(type);
    }

    void add(byte[] from, int offset, int size) {
        if (count == ends.length) {
            ends = Arrays.copyOf(ends, 2 * count);
        }
        if (length + size > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + size, 2 * bytes.length));
        }
        System.arraycopy(from, offset, bytes, length, size);
        length += size;
        ends[count++] = length;
    }

    @Override
    void clear() {
        count = 0;
        length = 0;
    }

    /** How many bytes are in it. */
    int length() {
        return length;
    }

    private int begin(int row) {
        return row == 0 ? 0 : ends[row - 1];
    }

    @Override
    public UTF8String getUTF8String(int row) {
        return UTF8String.fromBytes(bytes, begin(row), ends[row] - begin(row));
    }

    @Override
    public byte[] getBinary(int row) {
        return Arrays.copyOfRange(bytes, begin(row), ends[row]);
    }
}
