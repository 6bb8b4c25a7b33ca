package sluice.protocol;

/** The ids {@code first} to {@code last}, both included, compared as unsigned numbers. */
public record IdRange(long first, long last) {
    public IdRange {
        if (Long.compareUnsigned(first, last) > 0) {
            throw new IllegalArgumentException(
                    "the range of ids runs backwards: %s to %s; give the lower one first"
                            .formatted(Long.toUnsignedString(first), Long.toUnsignedString(last)));
        }
    }
}
