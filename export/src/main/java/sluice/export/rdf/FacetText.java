package sluice.export.rdf;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import sluice.model.Link;
import sluice.rdf.Span;
import sluice.rdf.Statement;
import sluice.rdf.StatementFacet;
import sluice.schema.Conversion;
import sluice.schema.ConversionFault;
import sluice.schema.TypedValue;
import sluice.schema.ValueReader;
import sluice.schema.ValueType;

/**
 * Writes the facets of a row, and its time and version as facets, and compares them with what the
 * parser reads. Belongs to one thread.
 */
final class FacetText {
    /** The facet that is the time of a row. */
    static final String TIME = "sluice.time";

    /** The facet that is the version of a row. */
    static final String VERSION = "sluice.version";

    private final Conversion toText = new Conversion();
    private final Conversion fromText = new Conversion();
    private final TypedValue value = new TypedValue();
    private final TypedValue shown = new TypedValue();
    private byte[] buffer = {};
    private boolean hasTime;
    private boolean hasVersion;

    /** Whether a row had a time. */
    boolean hasTime() {
        return hasTime;
    }

    /** Whether a row had a version. */
    boolean hasVersion() {
        return hasVersion;
    }

    /** Whether a row has something that facets say. */
    static boolean isNeeded(Link link, ValueReader row) {
        return row.facetCount() > 0 || link.time() != 0 || link.version() != 0;
    }

    /** Writes them; {@code row} was just read. */
    void put(LineText line, Link link, ValueReader row, byte[] data) {
        char before = '(';
        line.put(' ');
        for (int i = 0; i < row.facetCount(); i++) {
            row.nextFacet();
            line.put(before);
            line.put(data, (int) row.facetKeyOffset(), row.facetKeyLength());
            line.put('=');
            row.copyFacet(value, room(data.length));
            put(line);
            before = ',';
        }
        before = number(line, before, TIME, link.time());
        number(line, before, VERSION, link.version());
        hasTime |= link.time() != 0;
        hasVersion |= link.version() != 0;
        line.put(')');
    }

    private byte[] room(int length) {
        if (buffer.length < length) {
            buffer = new byte[2 * length];
        }
        return buffer;
    }

    private static char number(LineText line, char before, String key, long number) {
        if (number == 0) {
            return before;
        }
        line.put(before);
        line.put(key);
        line.put('=');
        line.put(Long.toString(number));
        return ',';
    }

    private void put(LineText line) {
        if (value.type() == ValueType.STRING) {
            line.quoted(value.bytes(), value.offset(), value.length());
            return;
        }
        boolean isFloat = value.type() == ValueType.FLOAT;
        toText.convert(value, ValueType.STRING);
        line.put(value.bytes(), value.offset(), value.length());
        if (isFloat && isWhole()) {
            line.put(".0");
        }
    }

    /** Whether the text of a float would be read as a whole number. */
    private boolean isWhole() {
        for (int at = value.offset(); at < value.offset() + value.length(); at++) {
            byte letter = value.bytes()[at];
            if (letter != '-' && (letter < '0' || letter > '9')) {
                return false;
            }
        }
        return true;
    }

    /**
     * What is wrong with the facets of {@code read}, or null where they are those of the row, which
     * was read again.
     */
    @Nullable String problem(Statement read, Link link, ValueReader row, byte[] data) {
        int count = row.facetCount();
        for (int i = 0; i < row.facetCount(); i++) {
            row.nextFacet();
            int offset = (int) row.facetKeyOffset();
            StatementFacet facet = facet(read, data, offset, row.facetKeyLength());
            row.copyFacet(value, room(data.length));
            if (facet == null || !isSame(facet)) {
                return "one of its facets would not be read as it is";
            }
        }
        for (String key : new String[] {TIME, VERSION}) {
            long number = key.equals(TIME) ? link.time() : link.version();
            StatementFacet facet = facet(read, ascii(key), 0, key.length());
            boolean isSame = facet == null ? number == 0 : number != 0 && facet.number() == number;
            if (!isSame) {
                return "it has a facet %s, which an export uses itself".formatted(key);
            }
            count += facet == null ? 0 : 1;
        }
        return count == read.facetCount() ? null : "its facets would be read as others";
    }

    private static byte[] ascii(String key) {
        return key.getBytes(StandardCharsets.US_ASCII);
    }

    private boolean isSame(StatementFacet facet) {
        Span text = facet.text();
        switch (facet.type()) {
            case STRING ->
                    shown.setBytes(ValueType.STRING, text.bytes(), text.offset(), text.length());
            case INT -> shown.setInt(facet.number());
            case FLOAT -> shown.setFloat(facet.fraction());
            case BOOL -> shown.setBool(facet.number() != 0);
            case DATETIME -> {
                shown.setBytes(ValueType.DEFAULT, text.bytes(), text.offset(), text.length());
                if (fromText.convert(shown, ValueType.DATETIME) != ConversionFault.NONE) {
                    return false;
                }
            }
        }
        return LiteralText.isSame(shown, value);
    }

    private static @Nullable StatementFacet facet(
            Statement read, byte[] key, int offset, int length) {
        for (int i = 0; i < read.facetCount(); i++) {
            Span found = read.facet(i).key();
            if (Arrays.equals(
                    key,
                    offset,
                    offset + length,
                    found.bytes(),
                    found.offset(),
                    found.offset() + found.length())) {
                return read.facet(i);
            }
        }
        return null;
    }
}
