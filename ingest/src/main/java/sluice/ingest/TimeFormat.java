package sluice.ingest;

/** How a time is written in a source. All become milliseconds since 1970, UTC, unless {@link #RAW}. */
public sealed interface TimeFormat {
    /** A signed 64-bit number used as it is. */
    TimeFormat RAW = new Unit(0, 0);

    /** A signed number that is multiplied, then divided; (0, 0) leaves it as it is. */
    record Unit(long multiplier, long divisor) implements TimeFormat {}

    /** ISO-8601: a date, or a date and time, with or without an offset (UTC without). */
    record Iso() implements TimeFormat {}

    /** A pattern of {@link java.time.format.DateTimeFormatter}, UTC where it has no zone. */
    record Pattern(String pattern) implements TimeFormat {}
}
