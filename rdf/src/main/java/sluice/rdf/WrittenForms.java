package sluice.rdf;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * Checks the forms of numbers, booleans and times, and takes any text for the other types. Cost: a
 * string for each value, and a match.
 */
public final class WrittenForms implements LexicalCheck {
    private static final Pattern INT = Pattern.compile("[+-]?[0-9]+");
    private static final Pattern FLOAT =
            Pattern.compile(
                    "[+-]?(?:(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
                            + "|0[xX](?:[0-9a-fA-F]+\\.?[0-9a-fA-F]*|\\.[0-9a-fA-F]+)[pP][+-]?[0-9]+"
                            + "|(?i:inf|infinity))");
    private static final Pattern BOOL =
            Pattern.compile("1|t|T|true|True|TRUE|0|f|F|false|False|FALSE");
    private static final String DATE = "[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])";
    private static final String CLOCK = "(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]";
    private static final Pattern TIME =
            Pattern.compile(
                    "[0-9]{4}|[0-9]{4}-(?:0[1-9]|1[0-2])|DATE"
                            .concat(
                                    "|DATETCLOCK(?:\\.[0-9]+)?(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])?")
                            .concat("|DATE CLOCK [+-][0-9]{4} [A-Z]{3,5}")
                            .replace("DATE", DATE)
                            .replace("CLOCK", CLOCK));

    @Override
    public boolean isValue(KnownType type, byte[] bytes, int offset, int length) {
        String text = new String(bytes, offset, length, StandardCharsets.UTF_8);
        return switch (type) {
            case INT -> INT.matcher(text).matches() && fitsLong(text);
            case FLOAT -> FLOAT.matcher(text).matches();
            case BOOL -> BOOL.matcher(text).matches();
            case DATETIME -> TIME.matcher(text).matches();
            case STRING, BIGFLOAT, BINARY, PASSWORD, VECTOR, GEO -> true;
        };
    }

    private static boolean fitsLong(String text) {
        try {
            Long.parseLong(text);
            return true;
        } catch (NumberFormatException tooLarge) {
            return false;
        }
    }
}
