package sluice.ingest.fact;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import sluice.model.RowSink;
import sluice.schema.Conversion;
import sluice.schema.ConversionFault;
import sluice.schema.Directive;
import sluice.schema.Predicate;
import sluice.schema.PropertySlots;
import sluice.schema.TypedValue;
import sluice.schema.ValueType;
import sluice.schema.ValueWriter;

/**
 * The value of one property on its way to a row: converted to the type that its predicate declares,
 * with the slot and the data that the row has. Filled again and again; belongs to one thread.
 *
 * <p>For each value {@link #begin}, then its parts, then {@link #check} and {@link #finish}. A link
 * has its facets alone, and is not checked. Hot: no object for a value.
 */
final class FactValue {
    private static final byte[] NOTHING = {};
    private static final byte[] XSD_STRING =
            "http://www.w3.org/2001/XMLSchema#string".getBytes(StandardCharsets.US_ASCII);
    private static final int LANGUAGE_BYTES_MAX = 255;

    private final ValueWriter writer = new ValueWriter();
    private final PropertySlots slots = new PropertySlots();
    private final Conversion conversion = new Conversion();
    private final TypedValue value = new TypedValue();
    private byte[] language = NOTHING;
    private int languageOffset;
    private int languageLength;
    private byte[] datatype = NOTHING;
    private int datatypeOffset;
    private int datatypeLength;
    private @Nullable Datatype meaning;
    private long slot;
    private int dataLength;

    void begin() {
        writer.begin();
        languageLength = 0;
        datatypeLength = 0;
        meaning = null;
    }

    /** The value, which the caller fills. */
    TypedValue value() {
        return value;
    }

    void language(byte[] bytes, int offset, int length) {
        language = bytes;
        languageOffset = offset;
        languageLength = length;
    }

    void datatype(byte[] bytes, int offset, int length, @Nullable Datatype means) {
        datatype = bytes;
        datatypeOffset = offset;
        datatypeLength = length;
        meaning = means;
    }

    /** Adds a facet; false if there is one of this key already. */
    boolean facet(byte[] key, int offset, int length, TypedValue facet) {
        return writer.facet(key, offset, length, facet);
    }

    /** Converts the value; returns why the predicate cannot have it, or null. */
    @Nullable String check(@Nullable Predicate declared) {
        if (languageLength > LANGUAGE_BYTES_MAX) {
            return FactFault.tooLong("the language", languageLength, LANGUAGE_BYTES_MAX);
        }
        if (declared == null) {
            keepAsWritten();
        } else {
            String fault = convert(declared);
            if (fault != null) {
                return fault;
            }
        }
        writer.value(value);
        if (languageLength > 0) {
            writer.language(language, languageOffset, languageLength);
        } else if (value.type() == ValueType.OTHER) {
            writer.datatype(datatype, datatypeOffset, datatypeLength);
        }
        if (declared == null || declared.isList()) {
            slot = writer.slotInList();
        } else {
            slot =
                    languageLength > 0
                            ? slots.ofLanguage(language, languageOffset, languageLength)
                            : PropertySlots.SINGLE;
        }
        return null;
    }

    /** A value of a predicate that is not declared stays what it is. */
    private void keepAsWritten() {
        if (!value.type().isText()) {
            return;
        }
        boolean isString =
                datatypeLength == 0
                        || (meaning != null && meaning.type() == ValueType.STRING)
                        || is(XSD_STRING, datatype, datatypeOffset, datatypeLength);
        ValueType type = isString ? ValueType.STRING : ValueType.OTHER;
        value.setBytes(type, value.bytes(), value.offset(), value.length());
    }

    private @Nullable String convert(Predicate declared) {
        if (declared.isLink()) {
            return FactFault.valueOfLink(declared);
        }
        if (languageLength > 0 && !declared.has(Directive.LANG)) {
            return FactFault.language(declared);
        }
        if (datatypeLength > 0) {
            Datatype known = meaning;
            if (known == null) {
                return FactFault.ofDatatype(datatype, datatypeOffset, datatypeLength, declared);
            }
            if (known.type() == ValueType.PASSWORD) {
                // It is hashed already.
                value.setBytes(ValueType.PASSWORD, value.bytes(), value.offset(), value.length());
            } else {
                ConversionFault fault = conversion.convert(value, known.type());
                if (fault == ConversionFault.NONE && isOutside(known)) {
                    fault = ConversionFault.RANGE;
                }
                if (fault != ConversionFault.NONE) {
                    return FactFault.ofValue(value, declared, fault);
                }
            }
        }
        ConversionFault fault = conversion.convert(value, declared.type());
        return fault == ConversionFault.NONE ? null : FactFault.ofValue(value, declared, fault);
    }

    private boolean isOutside(Datatype known) {
        return known.type() == ValueType.INT
                && (value.integer() < known.min() || value.integer() > known.max());
    }

    /** Whether the bytes are those of {@code word}. */
    static boolean is(byte[] word, byte[] bytes, int offset, int length) {
        return word.length == length
                && Arrays.equals(word, 0, length, bytes, offset, offset + length);
    }

    /** Ends the row's data and returns how long it is. */
    int finish() {
        dataLength = writer.finish();
        return dataLength;
    }

    /** Why the data is longer than that of a row, or null. */
    @Nullable String lengthFault() {
        return dataLength > RowSink.DATA_BYTES_MAX
                ? FactFault.tooLong("the value with its facets", dataLength, RowSink.DATA_BYTES_MAX)
                : null;
    }

    /** The slot of a value that was checked. */
    long slot() {
        return slot;
    }

    /** The array whose first bytes are the data. */
    byte[] bytes() {
        return writer.bytes();
    }
}
