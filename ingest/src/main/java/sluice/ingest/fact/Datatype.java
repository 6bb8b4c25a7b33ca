package sluice.ingest.fact;

import sluice.schema.ValueType;

/**
 * The meaning of a literal's datatype that Sluice knows.
 *
 * @param type of the values
 * @param min the least whole number, where the type is {@link ValueType#INT}
 * @param max the largest one
 */
public record Datatype(ValueType type, long min, long max) {
    /** A type whose own range is the only one. */
    public Datatype(ValueType type) {
        this(type, Long.MIN_VALUE, Long.MAX_VALUE);
    }
}
