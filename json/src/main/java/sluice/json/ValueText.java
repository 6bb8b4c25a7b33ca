package sluice.json;

import sluice.schema.Conversion;
import sluice.schema.ConversionFault;
import sluice.schema.TypedValue;
import sluice.schema.ValueType;

/** Reads the values of a text that was parsed before. Belongs to one thread. */
final class ValueText {
    private static final String TIME = "0000-00-00T00:00:00";

    private final JsonStrings decoded = new JsonStrings();
    private final Conversion conversion = new Conversion();

    /** Reads the value at {@code at}; its bytes are good until the next call. */
    void read(byte[] text, int at, TypedValue into) {
        switch (text[at]) {
            case '"' -> {
                int end = JsonStrings.closing(text, at + 1);
                if (JsonStrings.hasEscape(text, at + 1, end)) {
                    decoded.clear();
                    decoded.append(text, at + 1, end);
                    into.setBytes(ValueType.DEFAULT, decoded.decoded(), 0, decoded.length());
                } else {
                    into.setBytes(ValueType.DEFAULT, text, at + 1, end - at - 1);
                }
            }
            case '{' -> GeoValue.read(text, at, into, conversion);
            case 't' -> into.setBool(true);
            case 'f' -> into.setBool(false);
            default -> JsonNumber.read(text, at, into);
        }
    }

    /** Reads the value of a facet: a text is a time if it is a whole one of RFC 3339. */
    void readFacet(byte[] text, int at, TypedValue into) {
        read(text, at, into);
        if (into.type() != ValueType.DEFAULT) {
            return;
        }
        boolean isTime =
                isTime(into)
                        && conversion.convert(into, ValueType.DATETIME) == ConversionFault.NONE;
        if (!isTime) {
            into.setBytes(ValueType.STRING, into.bytes(), into.offset(), into.length());
        }
    }

    /** Whether a text has the shape of a time, with a zone behind it. */
    private static boolean isTime(TypedValue value) {
        if (value.length() <= TIME.length()) {
            return false;
        }
        for (int i = 0; i < TIME.length(); i++) {
            byte c = value.bytes()[value.offset() + i];
            boolean fits = TIME.charAt(i) == '0' ? c >= '0' && c <= '9' : c == TIME.charAt(i);
            if (!fits) {
                return false;
            }
        }
        int end = value.offset() + value.length();
        byte[] bytes = value.bytes();
        boolean hasZone =
                value.length() > TIME.length() + 5
                        && bytes[end - 3] == ':'
                        && (bytes[end - 6] == '+' || bytes[end - 6] == '-');
        return bytes[end - 1] == 'Z' || hasZone;
    }
}
