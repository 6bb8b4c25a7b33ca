package sluice.generate;

import java.util.List;
import java.util.Map;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * How a graph of people is written: the format, and what stands in it beside names, ages and links.
 *
 * @param facets links have their time and data as facets
 * @param base the beginning of every IRI, such as {@code http://example.org/}; empty for blank
 *     nodes and relative predicates
 * @param parts 1 for one file; else how many part files to make in a directory
 * @param replace files that exist are replaced; else they are an error
 */
public record PeopleLayout(Format format, boolean facets, String base, int parts, boolean replace) {
    private static final List<GenerateOption> OPTIONS =
            List.of(
                    new GenerateOption(
                            "rdf",
                            "",
                            "",
                            "true or false",
                            "Write people as RDF, and a schema beside it: each has a name, an age"
                                    + " and follows others."),
                    new GenerateOption(
                            "json",
                            "",
                            "",
                            "true or false",
                            "The same people as Dgraph's JSON, one array a file."),
                    new GenerateOption(
                            "facets",
                            "",
                            "",
                            "true or false",
                            "With --rdf or --json: links have time and data as facets."),
                    new GenerateOption(
                            "base",
                            "IRI",
                            "",
                            "an absolute IRI",
                            "With --rdf: name people and predicates by IRIs that begin so, which"
                                    + " makes strict N-Triples."));

    /** What the text is. */
    public enum Format {
        /** One statement a line. */
        RDF("rdf", "statements", "", ""),
        /** An array of objects, one a line. */
        JSON("json", "objects", "[\n", "\n]\n");

        private final String suffix;
        private final String rows;
        private final String header;
        private final String footer;

        Format(String suffix, String rows, String header, String footer) {
            this.suffix = suffix;
            this.rows = rows;
            this.header = header;
            this.footer = footer;
        }

        /** The word for what a row of the text is, such as {@code statements}. */
        public String rows() {
            return rows;
        }

        String suffix() {
            return suffix;
        }

        String header() {
            return header;
        }

        String footer() {
            return footer;
        }
    }

    public PeopleLayout {
        if (parts < 1 || parts > 9999) {
            throw new IllegalArgumentException("parts is %d, expected 1 to 9999".formatted(parts));
        }
        if (!base.isEmpty() && !base.matches("[A-Za-z][A-Za-z0-9+.-]*:[!#-;=?-Z_a-z~\\[\\]]*")) {
            throw new IllegalArgumentException(
                    "base is %s, expected the beginning of an absolute IRI, such as http://example.org/"
                            .formatted(base));
        }
        if (!base.isEmpty() && format == Format.JSON) {
            throw new IllegalArgumentException(
                    "base is %s, expected none with json: objects name people by blank labels"
                            .formatted(base));
        }
        if (!base.isEmpty() && facets) {
            throw new IllegalArgumentException(
                    "base is %s, expected none with facets: strict N-Triples have no facets"
                            .formatted(base));
        }
    }

    /** One file of this format without facets, which must not exist yet. */
    public static PeopleLayout of(Format format) {
        return new PeopleLayout(format, false, "", 1, false);
    }

    /** The options as a command line shows them. */
    public static List<GenerateOption> options() {
        return OPTIONS;
    }

    /** Whether the values given on a command line ask for people, not for a table of links. */
    public static boolean asked(Map<String, String> given) {
        GivenValues values = new GivenValues(OPTIONS, given);
        boolean asked = values.flag("rdf") || values.flag("json");
        if (!asked && (values.flag("facets") || !values.text("base").isEmpty())) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "--facets or --base without --rdf or --json; expected one of them too");
        }
        return asked;
    }

    /**
     * Reads the values given on a command line, by the names of {@link #options} and, for parts and
     * replacing, of {@link GraphFileLayout#options}.
     */
    public static PeopleLayout of(Map<String, String> given, Map<String, String> files) {
        for (String name : files.keySet()) {
            if (!name.equals("parts") && !name.equals("replace")) {
                throw new SluiceException(
                        ErrorCode.CONFIG,
                        "--%s with --rdf or --json; leave it out: it is for tables of links"
                                .formatted(name));
            }
        }
        GivenValues values = new GivenValues(OPTIONS, given);
        if (values.flag("rdf") && values.flag("json")) {
            throw new SluiceException(ErrorCode.CONFIG, "--rdf and --json; expected one of them");
        }
        GraphFileLayout layout = GraphFileLayout.of(files);
        return GivenValues.checked(
                () ->
                        new PeopleLayout(
                                values.flag("rdf") ? Format.RDF : Format.JSON,
                                values.flag("facets"),
                                values.text("base"),
                                layout.parts(),
                                layout.replace()));
    }
}
