package sluice.protocol;

import java.util.Arrays;

/** A growing array of numbers: one column of an answer while it is read. */
final class LongColumn {
    private long[] values = {};
    private int size;

    void add(long value) {
        if (size == values.length) {
            reserve(Math.max(8, size));
        }
        values[size++] = value;
    }

    /** Makes room for {@code more} entries. */
    void reserve(int more) {
        if (values.length - size < more) {
            values = Arrays.copyOf(values, Math.addExact(size, more));
        }
    }

    int size() {
        return size;
    }

    long get(int index) {
        return values[index];
    }

    /** At least {@link #size} entries, not copied; the caller takes them over. */
    long[] array() {
        return values;
    }

    /** The entries and nothing else; the caller takes them over. */
    long[] exactArray() {
        return values.length == size ? values : Arrays.copyOf(values, size);
    }
}
