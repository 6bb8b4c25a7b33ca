package sluice.generate;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How rows are laid out in files.
 *
 * @param header each file begins with the names of its columns, which Sluice reads without a
 *     mapping
 * @param versions links also have their version and visibility, which are 0 and 1 for each
 * @param parts 1 for one file; else how many part files to make in a directory
 * @param replace files that exist are replaced; else they are an error
 */
public record GraphFileLayout(
        RowFormat format, boolean header, boolean versions, int parts, boolean replace) {

    private static final List<GenerateOption> OPTIONS =
            List.of(
                    new GenerateOption(
                            "format",
                            "FORMAT",
                            "tsv",
                            "tsv, csv, edges or edges-tab",
                            "How rows become text; edges are two ids."),
                    new GenerateOption(
                            "no-header",
                            "",
                            "",
                            "true or false",
                            "Leave the line of column names out."),
                    new GenerateOption(
                            "versions",
                            "",
                            "",
                            "true or false",
                            "Links have version and visibility too."),
                    new GenerateOption(
                            "parts", "N", "1", "1 to 9999", "Make N part files in a directory."),
                    new GenerateOption(
                            "replace", "", "", "true or false", "Replace files that exist."));

    public GraphFileLayout {
        if (parts < 1 || parts > 9999) {
            throw new IllegalArgumentException("parts is %d, expected 1 to 9999".formatted(parts));
        }
    }

    /** One file with a header line, which must not exist yet. */
    public static GraphFileLayout of(RowFormat format) {
        return new GraphFileLayout(format, true, false, 1, false);
    }

    /** The options as a command line shows them. */
    public static List<GenerateOption> options() {
        return OPTIONS;
    }

    /** Reads the values given on a command line, by the names of {@link #options}. */
    public static GraphFileLayout of(Map<String, String> given) {
        GivenValues values = new GivenValues(OPTIONS, given);
        return GivenValues.checked(
                () ->
                        new GraphFileLayout(
                                values.parse("format", GraphFileLayout::format),
                                !values.flag("no-header"),
                                values.flag("versions"),
                                values.smallInteger("parts"),
                                values.flag("replace")));
    }

    private static RowFormat format(String text) {
        return RowFormat.valueOf(text.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}
