package sluice.spark;

import java.util.Arrays;
import org.apache.spark.sql.types.DataType;

/** A column of whole numbers in a {@link RowBatch}; Spark reads each as an int or a long. */
final class NumberVector extends FilledVector {
    private long[] numbers = new long[RowBatch.ROWS];
    private int count;

    NumberVector(DataType type) {
        super(type);
    }

    void add(long number) {
        if (count == numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * count);
        }
        numbers[count++] = number;
    }

    @Override
    void clear() {
        count = 0;
    }

    @Override
    public int getInt(int row) {
        return (int) numbers[row];
    }

    @Override
    public long getLong(int row) {
        return numbers[row];
    }
}
