package sluice.question;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import sluice.schema.TypedValue;

/**
 * A value that can be compared with others of its type, kept while a question is answered. Texts
 * are in the order of their bytes, times in that of their moments, whatever their zone.
 */
sealed interface ComparedValue {
    /** The number of an int or a bool. */
    record Whole(long number) implements ComparedValue {}

    record Real(double number) implements ComparedValue {}

    record Moment(long seconds, int nanos) implements ComparedValue {}

    record Decimal(BigDecimal number) implements ComparedValue {}

    /** A text, or bytes of a type that has no order of its own. */
    @SuppressWarnings("ArrayRecordComponent")
    record Bytes(byte[] bytes) implements ComparedValue {
        @Override
        public boolean equals(Object other) {
            return other instanceof Bytes text && Arrays.equals(bytes, text.bytes);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bytes);
        }

        @Override
        public String toString() {
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    /** A copy of {@code value}. */
    static ComparedValue of(TypedValue value) {
        return switch (value.type()) {
            case INT, BOOL -> new Whole(value.integer());
            // So that -0 and 0 are equal.
            case FLOAT -> new Real(value.real() + 0.0);
            case DATETIME -> new Moment(value.integer(), value.nanos());
            case BIGFLOAT -> new Decimal(new BigDecimal(value.text()));
            default ->
                    new Bytes(
                            Arrays.copyOfRange(
                                    value.bytes(),
                                    value.offset(),
                                    value.offset() + value.length()));
        };
    }

    /** Compares values of one type. */
    static int compare(ComparedValue a, ComparedValue b) {
        return switch (a) {
            case Whole(long number) when b instanceof Whole(long other) ->
                    Long.compare(number, other);
            case Real(double number) when b instanceof Real(double other) ->
                    Double.compare(number, other);
            case Moment(long seconds, int nanos) when b instanceof Moment other -> {
                int bySeconds = Long.compare(seconds, other.seconds);
                yield bySeconds != 0 ? bySeconds : Integer.compare(nanos, other.nanos);
            }
            case Decimal(BigDecimal number) when b instanceof Decimal(BigDecimal other) ->
                    number.compareTo(other);
            case Bytes(byte[] bytes) when b instanceof Bytes(byte[] other) ->
                    Arrays.compareUnsigned(bytes, other);
            default ->
                    throw new IllegalArgumentException(
                            "values of two types: %s and %s".formatted(a, b));
        };
    }
}
