package sluice.ingest.layout;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import sluice.ingest.row.Fields;
import sluice.ingest.row.TextFormat;

/**
 * What a column of ids or types without group holds, by the first rows of its file: numbers, as
 * long as few values are anything else, as the rows with these are then rejected.
 *
 * @param names whether the values are names
 * @param reason what was seen, as a clause for people
 */
record NamesOrNumbers(boolean names, String reason) {
    /** The reason of numbers where nothing else was seen. */
    private static final String ALL = "all in the first rows are";

    /** The reason of numbers where there is no value to see. */
    private static final String NONE = "no value says otherwise";

    /** What ids and types are before a value was seen. */
    static final NamesOrNumbers UNSEEN = new NamesOrNumbers(false, NONE);

    /** One of so many values must be a name for all to be. */
    private static final int NAMES_PER_NAME_MAX = 4;

    /** Texts that stand for no value, in small letters. */
    private static final Set<String> NO_VALUES =
            Set.of("", "null", "\\n", "na", "n/a", "nan", "none", "nil");

    static NamesOrNumbers of(
            String fileName, List<FileHead.Row> rows, TextFormat format, int column, Fit fit) {
        int numbers = 0;
        int others = 0;
        String firstOther = "";
        for (FileHead.Row row : rows) {
            List<String> fields = Fields.split(row.text(), format);
            // A row with too many or too few fields says nothing; it will be rejected.
            if (!fit.fits(fields)) {
                continue;
            }
            String value = fields.get(column).strip();
            if (Fields.isUnsignedNumber(value)) {
                numbers++;
            } else if (!NO_VALUES.contains(value.toLowerCase(Locale.ROOT))
                    && !value.equals(format.nullText())) {
                others++;
                if (firstOther.isEmpty()) {
                    firstOther =
                            "%s:%d has \"%s\"".formatted(fileName, row.line(), shortened(value));
                }
            }
        }
        boolean names = others > 0 && others * NAMES_PER_NAME_MAX >= numbers + others;
        if (others == 0) {
            return numbers == 0 ? UNSEEN : new NamesOrNumbers(false, ALL);
        }
        String alone = others == 1 ? " alone" : "";
        return new NamesOrNumbers(
                names,
                names
                        ? firstOther + (numbers > 0 ? alone : "")
                        : "%d of %d in the first rows of %s are; %s"
                                .formatted(numbers, numbers + others, fileName, firstOther));
    }

    /** Of this and {@code other}, which are both numbers, the one that saw more; else this. */
    NamesOrNumbers orMoreOf(NamesOrNumbers other) {
        return reason.equals(NONE) || reason.equals(ALL) && !other.reason.equals(NONE)
                ? other
                : this;
    }

    /** What {@code what} are and why, in one line. */
    String say(String what) {
        return "%s: %s (%s)".formatted(what, names ? "names" : "numbers", reason);
    }

    /** Whether a row has as many fields as its relation asks for. */
    interface Fit {
        boolean fits(List<String> fields);
    }

    private static String shortened(String value) {
        return value.length() > 40 ? value.substring(0, 40) + "…" : value;
    }
}
