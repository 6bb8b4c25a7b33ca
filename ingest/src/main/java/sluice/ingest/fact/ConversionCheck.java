package sluice.ingest.fact;

import org.jspecify.annotations.Nullable;
import sluice.rdf.KnownType;
import sluice.rdf.LexicalCheck;
import sluice.schema.Conversion;
import sluice.schema.ConversionFault;
import sluice.schema.TypedValue;
import sluice.schema.ValueType;

/**
 * Takes for values of a type what converts to it. Belongs to one thread. Makes no object for
 * numbers, truth values and times.
 */
public final class ConversionCheck implements LexicalCheck {
    private final Conversion conversion = new Conversion();
    private final TypedValue value = new TypedValue();

    /** The text whose time {@link #value} is; null where it has no time. */
    private byte @Nullable [] timeBytes;

    private int timeOffset;
    private int timeLength;

    @Override
    public boolean isValue(KnownType type, byte[] bytes, int offset, int length) {
        ValueType to =
                switch (type) {
                    case INT -> ValueType.INT;
                    case FLOAT -> ValueType.FLOAT;
                    case BOOL -> ValueType.BOOL;
                    case DATETIME -> ValueType.DATETIME;
                    case BIGFLOAT -> ValueType.BIGFLOAT;
                    case VECTOR -> ValueType.VECTOR;
                    case GEO -> ValueType.GEO;
                    case STRING, BINARY, PASSWORD -> ValueType.STRING;
                };
        value.setBytes(ValueType.DEFAULT, bytes, offset, length);
        boolean isValue = conversion.convert(value, to) == ConversionFault.NONE;
        timeBytes = isValue && to == ValueType.DATETIME ? bytes : null;
        timeOffset = offset;
        timeLength = length;
        return isValue;
    }

    /**
     * Sets {@code into} to the time that a text is, as {@link #isValue} just found. That of the
     * last call is not read again; the bytes must not have changed since.
     */
    public void readTime(byte[] bytes, int offset, int length, TypedValue into) {
        boolean isKnown = bytes == timeBytes && offset == timeOffset && length == timeLength;
        if (isKnown || isValue(KnownType.DATETIME, bytes, offset, length)) {
            into.setDatetime(value.integer(), value.nanos(), value.zoneMinutes());
        } else {
            into.setBytes(ValueType.DEFAULT, bytes, offset, length);
        }
    }
}
