package sluice.protocol;

import java.util.Arrays;
import java.util.OptionalLong;

/**
 * The numbers that names came to, in the order of the names. The arrays are not copied.
 *
 * @param known whether there is a number for the name at this place
 */
@SuppressWarnings("ArrayRecordComponent")
public record Numbers(long[] values, boolean[] known) {
    public Numbers {
        if (values.length != known.length) {
            throw new WireException(
                    "%d numbers with %d signs whether they are known"
                            .formatted(values.length, known.length));
        }
    }

    public int size() {
        return values.length;
    }

    /** The number of the name at {@code index}, if there is one. */
    public OptionalLong get(int index) {
        return known[index] ? OptionalLong.of(values[index]) : OptionalLong.empty();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Numbers(long[] otherValues, boolean[] otherKnown)
                && Arrays.equals(values, otherValues)
                && Arrays.equals(known, otherKnown);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(values) + Arrays.hashCode(known);
    }
}
