package sluice.json;

import sluice.schema.Conversion;
import sluice.schema.ConversionFault;
import sluice.schema.TypedValue;
import sluice.schema.ValueType;

/** Tells geometries from nodes: an object of a type and of coordinates that is GeoJSON. */
final class GeoValue {
    /** The text has no more bytes. */
    static final int INCOMPLETE = -1;

    /** The object is no geometry. */
    static final int NONE = -2;

    private GeoValue() {}

    /**
     * Where the geometry at {@code from} ends, behind its brace; {@link #NONE} or {@link
     * #INCOMPLETE}. Looks at all of it only where its first member is one of a geometry.
     */
    static int end(byte[] text, int from, int to, Conversion conversion) {
        int at = from + 1;
        int seen = 0;
        for (int member = 0; member < 2; member++) {
            at = blanks(text, at, to);
            int name = nameEnd(text, at, to);
            if (name < 0) {
                return name;
            }
            seen |= text[at + 1] == 't' ? 1 : 2;
            at = blanks(text, name, to);
            if (at < to && text[at] != ':') {
                return NONE;
            }
            at = valueEnd(text, blanks(text, at + 1, to), to);
            if (at < 0) {
                return at;
            }
            at = blanks(text, at, to);
            if (at >= to) {
                return INCOMPLETE;
            }
            if (text[at++] != (member == 0 ? ',' : '}')) {
                return NONE;
            }
        }
        if (seen != 3) {
            return NONE;
        }
        TypedValue value = new TypedValue();
        value.setBytes(ValueType.DEFAULT, text, from, at - from);
        return conversion.convert(value, ValueType.GEO) == ConversionFault.NONE ? at : NONE;
    }

    /** Reads the geometry at {@code from}, which {@link #end} has found. */
    static void read(byte[] text, int from, TypedValue into, Conversion conversion) {
        ObjectEnds ends = new ObjectEnds();
        ends.begin();
        int end = ends.scan(text, from, text.length);
        into.setBytes(ValueType.DEFAULT, text, from, end - from);
        ConversionFault fault = conversion.convert(into, ValueType.GEO);
        if (fault != ConversionFault.NONE) {
            throw new IllegalStateException("no geometry any more at byte " + from);
        }
    }

    private static int nameEnd(byte[] text, int at, int to) {
        for (String name : new String[] {"\"type\"", "\"coordinates\""}) {
            int length = 0;
            while (length < name.length()
                    && at + length < to
                    && text[at + length] == name.charAt(length)) {
                length++;
            }
            if (length == name.length()) {
                return at + length;
            }
            if (at + length >= to) {
                return INCOMPLETE;
            }
        }
        return NONE;
    }

    /** Where a text without escapes, or arrays of numbers, end. */
    private static int valueEnd(byte[] text, int from, int to) {
        if (from >= to) {
            return INCOMPLETE;
        }
        if (text[from] == '"') {
            int end = JsonStrings.end(text, from + 1, to);
            return end >= 0 ? end + 1 : end == JsonStrings.INCOMPLETE ? INCOMPLETE : NONE;
        }
        return coordinatesEnd(text, from, to);
    }

    /** Where arrays of numbers end, of any depth. */
    private static int coordinatesEnd(byte[] text, int from, int to) {
        int depth = 0;
        boolean itemEnded = false;
        int at = from;
        while (at < to) {
            byte c = text[at];
            if (c == '[' && !itemEnded) {
                depth++;
                at++;
            } else if (c == ']' && depth > 0 && (itemEnded || text[at - 1] == '[')) {
                at++;
                itemEnded = true;
                if (--depth == 0) {
                    return at;
                }
            } else if (c == ',' && itemEnded) {
                itemEnded = false;
                at++;
            } else if (depth == 0 || itemEnded) {
                return NONE;
            } else {
                at = JsonNumber.end(text, at, to);
                if (at < 0) {
                    return at == JsonNumber.INCOMPLETE ? INCOMPLETE : NONE;
                }
                itemEnded = true;
            }
            at = blanks(text, at, to);
        }
        return INCOMPLETE;
    }

    private static int blanks(byte[] text, int from, int to) {
        int at = from;
        while (at < to && ObjectEnds.isBlank(text[at])) {
            at++;
        }
        return at;
    }
}
