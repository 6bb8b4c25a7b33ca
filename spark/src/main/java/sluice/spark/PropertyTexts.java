package sluice.spark;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.schema.Conversion;
import sluice.schema.ConversionFault;
import sluice.schema.TypedValue;
import sluice.schema.ValueReader;
import sluice.schema.ValueType;

/**
 * The value of one property as texts in UTF-8. Used again for later ones; belongs to one thread.
 * Cost: an object or two for each text.
 */
final class PropertyTexts {
    private static final byte[] NOTHING = new byte[0];

    private final ValueReader row = new ValueReader();
    private final TypedValue value = new TypedValue();
    private final Conversion conversion = new Conversion();
    private byte[] data = NOTHING;

    /** Reads the data of a row; throws if a damaged store has no value there. */
    void read(byte[] from, int offset, int length) {
        data = from;
        if (!row.read(MemorySegment.ofArray(from), offset, length) || row.type() == ValueType.UID) {
            throw new SluiceException(
                    ErrorCode.CORRUPTION, "a property has no value; run: sluice verify STORE");
        }
    }

    /** The value, its type or its language; nothing where there is no language. */
    byte[] text(TableColumn column) {
        return switch (column) {
            case VALUE -> valueText();
            case VALUE_TYPE ->
                    row.datatypeLength() > 0
                            ? part(row.datatypeOffset(), row.datatypeLength())
                            : row.type().written().getBytes(StandardCharsets.UTF_8);
            case LANGUAGE -> part(row.languageOffset(), row.languageLength());
            default -> throw new IllegalArgumentException(column + " is not of a value");
        };
    }

    private byte[] part(long offset, int length) {
        return length == 0
                ? NOTHING
                : Arrays.copyOfRange(data, (int) offset, (int) offset + length);
    }

    private byte[] valueText() {
        row.copyValue(value, new byte[row.valueLength()]);
        boolean isBinary = value.type() == ValueType.BINARY;
        if (conversion.convert(value, ValueType.STRING) != ConversionFault.NONE && isBinary) {
            return Base64.getEncoder().encode(part(row.valueOffset(), row.valueLength()));
        }
        int from = value.offset();
        return Arrays.copyOfRange(value.bytes(), from, from + value.length());
    }
}
