package sluice.ingest.fact;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import sluice.schema.ConversionFault;
import sluice.schema.Predicate;
import sluice.schema.TypedValue;
import sluice.schema.ValueType;

/** Why a fact is no row, in words. Cold: only rejected facts come here. */
final class FactFault {
    static final int SHOWN_BYTES_MAX = 60;

    private FactFault() {}

    static String tooLong(String what, int length, int max) {
        return "%s has %d bytes, expected 1 to %d".formatted(what, length, max);
    }

    static String ofValue(TypedValue value, Predicate declared, ConversionFault fault) {
        return "%s of <%s> is %s, expected %s; %s"
                .formatted(
                        shown(value),
                        declared.name(),
                        fault == ConversionFault.NO_CONVERSION
                                ? "of type " + value.type().written()
                                : fault.message(),
                        declared.type().written(),
                        fault.remedy());
    }

    static String ofDatatype(byte[] datatype, int offset, int length, Predicate declared) {
        return "a value of datatype <%s> has no conversion to %s, which <%s> is declared as; declare another type, or none to keep the value as it is written"
                .formatted(
                        text(datatype, offset, Math.min(length, SHOWN_BYTES_MAX)),
                        declared.type().written(),
                        declared.name());
    }

    static String valueOfLink(Predicate declared) {
        return "<%s> is declared as %s and has a value here, expected a node such as <name>; change the schema or the statement"
                .formatted(declared.name(), declared.type().written());
    }

    static String linkOfValue(Predicate declared, String changed) {
        return "<%s> is declared as %s and has a node here, expected a value; change the schema or the %s"
                .formatted(declared.name(), declared.type().written(), changed);
    }

    static String language(Predicate declared) {
        return "a value of <%s> has a language, which its declaration does not allow; add @lang to it"
                .formatted(declared.name());
    }

    static String inverse(byte[] bytes, int offset, int length) {
        return "predicate <%s> begins with '~', which names inverse links; use another name"
                .formatted(text(bytes, offset, Math.min(length, SHOWN_BYTES_MAX)));
    }

    static String noUid(String written) {
        return "%s is not a uid such as <0x1f>, which all nodes are with ids: uid; load with ids: names"
                .formatted(written);
    }

    static String facet(String key, ValueType found, String expected, String use) {
        return "facet %s is of type %s, expected %s; it is the %s of the row"
                .formatted(key, found.written(), expected, use);
    }

    /** The value as it was written, shortened. */
    private static String shown(TypedValue value) {
        return switch (value.type()) {
            case INT -> String.valueOf(value.integer());
            case FLOAT -> String.valueOf(value.real());
            case BOOL -> value.integer() == 0 ? "false" : "true";
            case DATETIME -> "a time";
            case GEO -> "a geometry";
            case VECTOR -> "a vector";
            default -> {
                int length = Math.min(value.length(), SHOWN_BYTES_MAX);
                yield "\""
                        + text(value.bytes(), value.offset(), length)
                        + (length < value.length() ? "…\"" : "\"");
            }
        };
    }

    static String text(byte @Nullable [] bytes, int offset, int length) {
        if (bytes == null) {
            return "";
        }
        int end = length;
        // No character is cut in two.
        while (end > 0 && offset + end < bytes.length && (bytes[offset + end] & 0xC0) == 0x80) {
            end--;
        }
        StringBuilder text = new StringBuilder();
        new String(bytes, offset, end, StandardCharsets.UTF_8)
                .codePoints()
                .map(character -> Character.isISOControl(character) ? '?' : character)
                .forEach(text::appendCodePoint);
        return text.toString();
    }
}
