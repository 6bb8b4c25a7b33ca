package sluice.ingest.row;

/**
 * How a time is written in a source. All become milliseconds since 1970, UTC, unless {@link #RAW}.
 */
public sealed interface TimeFormat {
    /** A signed 64-bit number used as it is. */
    TimeFormat RAW = new Unit(0, 0);

    /**
     * A signed number that is multiplied, then divided, rounding down; (0, 0) leaves it as it is.
     * The product must fit 64 bits.
     */
    record Unit(long multiplier, long divisor) implements TimeFormat {}

    /**
     * ISO-8601: a date, or a date and time, with or without an offset (UTC without); finer than
     * milliseconds is cut off.
     */
    record Iso() implements TimeFormat {}

    /**
     * A pattern of {@link java.time.format.DateTimeFormatter}, strict, UTC where it has no zone.
     * Fixed-width digits alone, as in yyyyMMddHHmmssSSS, are read much faster than names of months
     * and the like.
     */
    record Pattern(String pattern) implements TimeFormat {}
}
