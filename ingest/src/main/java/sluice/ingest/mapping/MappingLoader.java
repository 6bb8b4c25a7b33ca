package sluice.ingest.mapping;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import sluice.ingest.row.Fields;
import sluice.ingest.row.TimeFormat;
import sluice.ingest.row.TimeReader;
import sluice.model.ErrorCode;
import sluice.model.RowKind;
import sluice.model.SluiceException;

/** Reads a mapping file, strictly: whatever it does not know is an error with its line. */
public final class MappingLoader {
    public static final int MAPPING_BYTES_MAX = 1 << 20;

    private static final List<String> TOP_KEYS = List.of("defaults", "relations");
    private static final List<String> DEFAULT_KEYS =
            List.of(
                    "ids",
                    "rdf",
                    "schema",
                    "blank-nodes",
                    "graph",
                    "delimiter",
                    "quote",
                    "comment",
                    "escape",
                    "null",
                    "trim",
                    "skip",
                    "encoding",
                    "arrays",
                    "header",
                    "short-rows",
                    "columns",
                    "time",
                    "version",
                    "visibility",
                    "delete",
                    "data",
                    "properties");
    private static final List<String> RELATION_KEYS =
            List.of(
                    "files",
                    "rdf",
                    "json",
                    "schema",
                    "blank-nodes",
                    "graph",
                    "node",
                    "link",
                    "delimiter",
                    "quote",
                    "comment",
                    "escape",
                    "null",
                    "trim",
                    "skip",
                    "encoding",
                    "arrays",
                    "header",
                    "short-rows",
                    "columns",
                    "id",
                    "id1",
                    "id2",
                    "time",
                    "version",
                    "visibility",
                    "delete",
                    "data",
                    "properties",
                    "inverse");

    public static final Map<String, TimeFormat> TIME_FORMATS = timeFormats();
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([^}]*)\\}");

    private final String fileName;

    private MappingLoader(String fileName) {
        this.fileName = fileName;
    }

    private static Map<String, TimeFormat> timeFormats() {
        Map<String, TimeFormat> formats = new LinkedHashMap<>();
        formats.put("raw", TimeFormat.RAW);
        formats.put("seconds", new TimeFormat.Unit(1000, 1));
        formats.put("milliseconds", new TimeFormat.Unit(1, 1));
        formats.put("microseconds", new TimeFormat.Unit(1, 1000));
        formats.put("nanoseconds", new TimeFormat.Unit(1, 1_000_000));
        formats.put("iso", new TimeFormat.Iso());
        return formats;
    }

    public static Mapping load(Path file) throws IOException {
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    file + ": no such mapping file, or no permission to read it; check --mapping");
        }
        if (Files.size(file) > MAPPING_BYTES_MAX) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%s: the mapping has %d bytes, expected at most %d; is it the right file?"
                            .formatted(file, Files.size(file), MAPPING_BYTES_MAX));
        }
        try {
            return parse(file.toString(), Files.readString(file));
        } catch (CharacterCodingException failure) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    file + ": the mapping is not UTF-8 text; save it as UTF-8",
                    failure);
        }
    }

    static Mapping parse(String fileName, String text) {
        return new MappingLoader(fileName).mapping(Yaml.read(fileName, text));
    }

    private Mapping mapping(Yaml document) {
        if (document instanceof Yaml.Empty(int line)) {
            throw error(line, "found no mapping, expected the keys " + words(TOP_KEYS));
        }
        Yaml.Table top = table(document, "the mapping", TOP_KEYS);
        Yaml defaults = top.values().get("defaults");
        Mapping.Entry defaultEntry =
                entry(
                        defaults == null
                                ? new Yaml.Table(1, Map.of(), Map.of())
                                : table(defaults, "defaults", DEFAULT_KEYS));
        if (defaultEntry.columns() != null) {
            throw error(
                    defaultEntry.line("columns"),
                    "found a list of columns in defaults, expected it in a relation; changes"
                            + " to columns by name may stand here");
        }
        List<Mapping.Entry> relations = new ArrayList<>();
        Yaml items = top.values().get("relations");
        if (items != null) {
            if (!(items instanceof Yaml.Items list) || list.values().isEmpty()) {
                throw error(
                        items.line(),
                        "found %s after relations, expected a list of entries that begin with \"- files:\""
                                .formatted(describe(items)));
            }
            for (Yaml item : list.values()) {
                Mapping.Entry entry = entry(table(item, "a relation", RELATION_KEYS));
                if (entry.files().isEmpty()) {
                    throw error(
                            entry.line(),
                            "found a relation without files, expected files: with names or globs");
                }
                relations.add(entry);
            }
        }
        return new Mapping(fileName, defaultEntry, List.copyOf(relations));
    }

    private Mapping.Entry entry(Yaml.Table table) {
        List<NamePattern> files = files(table.values().get("files"));
        Set<String> placeholders = placeholders(table, files);
        Yaml node = table.values().get("node");
        Yaml link = table.values().get("link");
        if (node != null && link != null) {
            throw error(link.line(), "found both node and link, expected one of them");
        }
        if (node != null) {
            refuseOfLinks(table);
        }
        boolean links =
                link != null
                        || table.values().containsKey("id1")
                        || table.values().containsKey("id2");
        if (links && table.values().containsKey("id")) {
            throw error(
                    keyLine(table, "id"), "found id in a relation of links, expected id1 and id2");
        }
        RowKind kind =
                links
                        ? RowKind.LINK
                        : node != null || table.values().containsKey("id") ? RowKind.NODE : null;
        Yaml columns = table.values().get("columns");
        MappingFacts facts = new MappingFacts(fileName, table);
        FactOptions said = facts.read();
        return new Mapping.Entry(
                table.line(),
                table.keyLines(),
                files,
                kind,
                type(links ? link : node, placeholders),
                delimiter(table.values().get("delimiter")),
                oneByteOrNone(table.values().get("quote"), "quote"),
                oneByteOrNone(table.values().get("comment"), "comment"),
                arrays(table.values().get("arrays")),
                dialect(table),
                ids(table.values().get("ids")),
                header(table.values().get("header")),
                shortRows(table.values().get("short-rows")),
                columns instanceof Yaml.Items list ? columnList(list) : null,
                columns == null || columns instanceof Yaml.Items
                        ? Map.of()
                        : columnChanges(columns),
                id(table.values().get("id"), "id", placeholders),
                id(table.values().get("id1"), "id1", placeholders),
                id(table.values().get("id2"), "id2", placeholders),
                facts.isColumn("time") ? time(table.values().get("time")) : null,
                facts.isColumn("version") ? optionalColumn(table, "version") : null,
                optionalColumn(table, "visibility"),
                facts.isColumn("delete") ? optionalColumn(table, "delete") : null,
                data(table.values().get("data")),
                properties(table, links),
                inverse(table.values().get("inverse"), placeholders),
                said,
                facts.isOfRows());
    }

    private void refuseOfLinks(Yaml.Table nodes) {
        for (String key : List.of("id1", "id2", "inverse")) {
            if (nodes.values().containsKey(key)) {
                throw error(
                        keyLine(nodes, key),
                        "found %s in a relation of nodes, expected id".formatted(key));
            }
        }
    }

    private List<NamePattern> files(@Nullable Yaml value) {
        if (value == null) {
            return List.of();
        }
        List<Yaml> items = value instanceof Yaml.Items list ? list.values() : List.of(value);
        List<NamePattern> patterns = new ArrayList<>();
        for (Yaml item : items) {
            String text = text(item, "files", "a file name or glob");
            try {
                patterns.add(NamePattern.compile(text));
            } catch (IllegalArgumentException failure) {
                throw error(
                        item.line(),
                        "found the file pattern \"%s\": %s".formatted(text, failure.getMessage()));
            }
        }
        return List.copyOf(patterns);
    }

    /** The placeholders that all patterns of an entry have. */
    private Set<String> placeholders(Yaml.Table table, List<NamePattern> files) {
        Set<String> placeholders = new LinkedHashSet<>();
        for (NamePattern pattern : files) {
            placeholders.addAll(pattern.placeholders());
        }
        for (NamePattern pattern : files) {
            if (!pattern.placeholders().containsAll(placeholders)) {
                throw error(
                        keyLine(table, "files"),
                        "found the file pattern \"%s\" without all of the placeholders %s,"
                                        .formatted(pattern.text(), words(placeholders))
                                + " expected the same ones in each pattern");
            }
        }
        return placeholders;
    }

    private Mapping.@Nullable Type type(@Nullable Yaml value, Set<String> placeholders) {
        return switch (value) {
            case null -> null;
            case Yaml.Empty _ -> null;
            case Yaml.Table _ -> {
                Yaml.Table table = table(value, "a type", List.of("column", "names"));
                Yaml column = table.values().get("column");
                if (column == null) {
                    throw error(
                            value.line(), "found a type without column, expected {column: NAME}");
                }
                yield new Mapping.Type.FromColumn(
                        column(column, "column"), names(table.values().get("names")));
            }
            default -> constant(value, "a type", placeholders);
        };
    }

    private boolean names(@Nullable Yaml value) {
        return value != null && truth(value, "names");
    }

    private boolean truth(Yaml value, String key) {
        return switch (text(value, key, "true or false")) {
            case "true" -> true;
            case "false" -> false;
            default ->
                    throw error(
                            value.line(),
                            "found %s %s, expected true or false".formatted(key, describe(value)));
        };
    }

    private Mapping.Type.Constant constant(Yaml value, String what, Set<String> placeholders) {
        String text = text(value, what, "a number, a name or a placeholder");
        if (text.isEmpty()) {
            throw error(
                    value.line(),
                    "found an empty text as %s, expected a number or a name".formatted(what));
        }
        if (text.matches("-?[0-9]+") && !Fields.isUnsignedNumber(text)) {
            throw error(
                    value.line(),
                    "found %s as %s, expected a number from 0 to 18446744073709551615"
                            .formatted(text, what));
        }
        checkPlaceholders(value, text, placeholders);
        return new Mapping.Type.Constant(value.line(), text);
    }

    private Mapping.Type.@Nullable Constant inverse(
            @Nullable Yaml value, Set<String> placeholders) {
        return value == null ? null : constant(value, "the inverse type", placeholders);
    }

    private void checkPlaceholders(Yaml value, String text, Set<String> placeholders) {
        Matcher matcher = PLACEHOLDER.matcher(text);
        while (matcher.find()) {
            if (!placeholders.contains(matcher.group(1))) {
                throw error(
                        value.line(),
                        "found the placeholder {%s}, expected %s"
                                .formatted(
                                        matcher.group(1),
                                        placeholders.isEmpty()
                                                ? "none, as files has none"
                                                : "one of " + words(placeholders)));
            }
        }
    }

    private Mapping.@Nullable Id id(@Nullable Yaml value, String key, Set<String> placeholders) {
        if (value == null) {
            return null;
        }
        if (!(value instanceof Yaml.Table)) {
            return new Mapping.Id(value.line(), column(value, key), null);
        }
        Yaml.Table table = table(value, key, List.of("column", "group"));
        Yaml column = table.values().get("column");
        Yaml group = table.values().get("group");
        String groupName = null;
        if (group != null) {
            groupName = text(group, "group", "a name");
            checkPlaceholders(group, groupName, placeholders);
        }
        return new Mapping.Id(
                value.line(), column == null ? null : column(column, "column"), groupName);
    }

    private Mapping.@Nullable Time time(@Nullable Yaml value) {
        if (value == null) {
            return null;
        }
        if (!(value instanceof Yaml.Table)) {
            return new Mapping.Time(value.line(), column(value, "time"), TimeFormat.RAW);
        }
        Yaml.Table table = table(value, "time", List.of("column", "format"));
        Yaml column = table.values().get("column");
        if (column == null) {
            throw error(
                    value.line(),
                    "found a time without column, expected {column: NAME, format: FORMAT}");
        }
        Yaml format = table.values().get("format");
        return new Mapping.Time(
                value.line(),
                column(column, "column"),
                format == null ? TimeFormat.RAW : timeFormat(format));
    }

    private TimeFormat timeFormat(Yaml value) {
        String text =
                text(value, "format", "one of " + words(TIME_FORMATS.keySet()) + " or a pattern");
        TimeFormat known = TIME_FORMATS.get(text);
        if (known != null) {
            return known;
        }
        String reason = "it has no year";
        try {
            TimeReader.ofPattern(text);
            if (text.indexOf('y') >= 0 || text.indexOf('u') >= 0) {
                return new TimeFormat.Pattern(text);
            }
        } catch (IllegalArgumentException failure) {
            reason = String.valueOf(failure.getMessage());
        }
        String nearest = Fields.nearest(text, TIME_FORMATS.keySet());
        throw error(
                value.line(),
                "found the time format \"%s\" (as a pattern: %s), expected one of %s or a pattern such as"
                                .formatted(text, reason, words(TIME_FORMATS.keySet()))
                        + " yyyy-MM-dd HH:mm:ss"
                        + didYouMean(nearest));
    }

    private Mapping.@Nullable Data data(@Nullable Yaml value) {
        return switch (value) {
            case null -> null;
            case Yaml.Items(_, var items) -> {
                List<Mapping.ColumnName> columns = new ArrayList<>();
                for (Yaml item : items) {
                    columns.add(column(item, "data"));
                }
                yield new Mapping.Data.Members(List.copyOf(columns));
            }
            case Yaml.Text(_, var text) when text.equals("*") -> new Mapping.Data.AllColumns();
            default -> new Mapping.Data.Bytes(column(value, "data"));
        };
    }

    /** Which columns become properties; defaults name no columns. */
    private @Nullable MappedProperties properties(Yaml.Table table, boolean links) {
        if (links && table.values().containsKey("properties")) {
            throw error(
                    keyLine(table, "properties"),
                    "found properties in a relation of links, expected them in one of nodes; columns of links are their data");
        }
        Yaml value = table.values().get("properties");
        boolean isRelation = table.values().containsKey("files");
        return switch (value) {
            case null -> null;
            case Yaml.Text(int line, String text) when text.equals("*") ->
                    new MappedProperties(line, List.of());
            case Yaml.Items(int line, var items) when isRelation && !items.isEmpty() -> {
                List<MappedProperties.Item> columns = new ArrayList<>();
                for (Yaml item : items) {
                    String text = text(item, "properties", "a column, such as age:int");
                    columns.add(MappedProperties.Item.of(item.line(), text));
                }
                yield new MappedProperties(line, columns);
            }
            default ->
                    throw error(
                            value.line(),
                            "found %s as properties, expected %s"
                                    .formatted(
                                            describe(value),
                                            isRelation
                                                    ? "a list of columns such as [name, age:int], or \"*\" for all the rest"
                                                    : "\"*\" in defaults, and lists of columns in relations"));
        };
    }

    private List<String> columnList(Yaml.Items list) {
        List<String> columns = new ArrayList<>();
        for (Yaml item : list.values()) {
            columns.add(
                    item instanceof Yaml.Empty
                            ? ":IGNORE"
                            : text(item, "columns", "a column as in a header"));
        }
        if (columns.isEmpty()) {
            throw error(
                    list.line(),
                    "found an empty list of columns, expected one name for each column");
        }
        return List.copyOf(columns);
    }

    private Map<String, String> columnChanges(Yaml value) {
        if (!(value instanceof Yaml.Table table)) {
            throw error(
                    value.line(),
                    "found %s as columns, expected a list of names, or names and what they become"
                            .formatted(describe(value)));
        }
        Map<String, String> changes = new LinkedHashMap<>();
        table.values()
                .forEach(
                        (name, change) ->
                                changes.put(
                                        name,
                                        text(
                                                change,
                                                "columns",
                                                "a column as in a header, such as score:float")));
        return changes;
    }

    private Mapping.@Nullable HeaderLine header(@Nullable Yaml value) {
        if (value == null) {
            return null;
        }
        return switch (text(value, "header", "true, false or auto")) {
            case "true" -> Mapping.HeaderLine.PRESENT;
            case "false" -> Mapping.HeaderLine.ABSENT;
            case "auto" -> Mapping.HeaderLine.FOUND_OUT;
            default ->
                    throw error(
                            value.line(),
                            "found header %s, expected true, false or auto"
                                    .formatted(describe(value)));
        };
    }

    /** Whether short rows are taken; a bare null is no value in YAML. */
    private @Nullable Boolean shortRows(@Nullable Yaml value) {
        return switch (value) {
            case null -> null;
            case Yaml.Empty _ -> true;
            case Yaml.Text(_, String text) when text.equals("null") -> true;
            case Yaml.Text(_, String text) when text.equals("reject") -> false;
            default ->
                    throw error(
                            value.line(),
                            "found short-rows %s, expected null or reject"
                                    .formatted(describe(value)));
        };
    }

    private Dialect dialect(Yaml.Table table) {
        Yaml trim = table.values().get("trim");
        return new Dialect(
                oneByteOrNone(table.values().get("escape"), "escape"),
                trim == null ? null : truth(trim, "trim"),
                nullText(table.values().get("null")),
                skip(table.values().get("skip")),
                encoding(table.values().get("encoding")));
    }

    private @Nullable String nullText(@Nullable Yaml value) {
        if (value == null) {
            return null;
        }
        String text = text(value, "null", "the text of a field without value");
        if (text.matches("[0-9]+") || text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0) {
            throw error(
                    value.line(),
                    "found null %s, expected a text in one line that is no number"
                            .formatted(describe(value)));
        }
        return text;
    }

    private @Nullable Integer skip(@Nullable Yaml value) {
        if (value == null) {
            return null;
        }
        String text = text(value, "skip", "how many lines to skip");
        if (!text.matches("[0-9]{1,4}")) {
            throw error(
                    value.line(),
                    "found skip %s, expected a number of lines from 0 to 9999"
                            .formatted(describe(value)));
        }
        return Integer.parseInt(text);
    }

    private @Nullable String encoding(@Nullable Yaml value) {
        if (value == null) {
            return null;
        }
        String text = text(value, "encoding", "an encoding such as windows-1252");
        try {
            return Charset.forName(text.equals("latin1") ? "ISO-8859-1" : text).name();
        } catch (IllegalArgumentException unknown) {
            throw error(
                    value.line(),
                    "found the unknown encoding %s, expected one such as utf-8, latin1, windows-1252 or utf-16"
                            .formatted(describe(value)));
        }
    }

    private Mapping.@Nullable IdKind ids(@Nullable Yaml value) {
        if (value == null) {
            return null;
        }
        return switch (text(value, "ids", "numbers, names or uid")) {
            case "numbers" -> Mapping.IdKind.NUMBERS;
            case "names" -> Mapping.IdKind.NAMES;
            // Statements alone have uids; the ids of columns are found out.
            case "uid" -> null;
            default ->
                    throw error(
                            value.line(),
                            "found ids %s, expected numbers, names or uid"
                                    .formatted(describe(value)));
        };
    }

    private @Nullable Integer delimiter(@Nullable Yaml value) {
        if (value == null) {
            return null;
        }
        String text = text(value, "delimiter", "one byte, tab or whitespace");
        return switch (text) {
            case "tab" -> (int) '\t';
            case "whitespace" -> Fields.WHITESPACE;
            default -> (int) oneByte(value, text, "delimiter");
        };
    }

    private @Nullable Integer oneByteOrNone(@Nullable Yaml value, String key) {
        if (value == null) {
            return null;
        }
        String text = text(value, key, "one byte or none");
        return text.equals("none") ? -1 : (int) oneByte(value, text, key);
    }

    private @Nullable Byte arrays(@Nullable Yaml value) {
        return value == null
                ? null
                : Byte.valueOf(oneByte(value, text(value, "arrays", "one byte"), "arrays"));
    }

    private byte oneByte(Yaml value, String text, String key) {
        if (text.length() != 1 || text.charAt(0) >= 128 || text.equals("\n") || text.equals("\r")) {
            throw error(
                    value.line(),
                    "found %s \"%s\", expected one ASCII byte that ends no line"
                            .formatted(key, text));
        }
        return (byte) text.charAt(0);
    }

    private Mapping.@Nullable ColumnName optionalColumn(Yaml.Table table, String key) {
        Yaml value = table.values().get(key);
        return value == null ? null : column(value, key);
    }

    private Mapping.ColumnName column(Yaml value, String key) {
        String text = text(value, key, "the name of a column or its number, counted from 1");
        boolean number = text.matches("[0-9]{1,4}");
        if (text.isEmpty() || (number && Integer.parseInt(text) == 0)) {
            throw error(
                    value.line(),
                    "found %s \"%s\", expected the name of a column or its number, counted from 1"
                            .formatted(key, text));
        }
        return new Mapping.ColumnName(value.line(), text, number ? Integer.parseInt(text) : 0);
    }

    private String text(Yaml value, String key, String expected) {
        if (value instanceof Yaml.Text(_, String text)) {
            return text;
        }
        throw error(
                value.line(),
                "found %s as %s, expected %s".formatted(describe(value), key, expected));
    }

    private Yaml.Table table(Yaml value, String what, List<String> keys) {
        if (!(value instanceof Yaml.Table table)) {
            throw error(
                    value.line(),
                    "found %s as %s, expected the keys %s"
                            .formatted(describe(value), what, words(keys)));
        }
        for (String key : table.values().keySet()) {
            if (!keys.contains(key)) {
                throw error(
                        keyLine(table, key),
                        "found the unknown key \"%s\" in %s, expected one of %s"
                                        .formatted(key, what, words(keys))
                                + didYouMean(Fields.nearest(key, keys)));
            }
        }
        return table;
    }

    private static int keyLine(Yaml.Table table, String key) {
        return table.keyLines().getOrDefault(key, table.line());
    }

    private static String didYouMean(@Nullable String nearest) {
        return nearest == null ? "" : "; did you mean \"%s\"?".formatted(nearest);
    }

    private static String describe(Yaml value) {
        return switch (value) {
            case Yaml.Table _ -> "a table";
            case Yaml.Items _ -> "a list";
            case Yaml.Text(_, String text) -> "\"" + text + "\"";
            case Yaml.Empty _ -> "nothing";
        };
    }

    private static String words(Iterable<String> words) {
        return String.join(", ", words);
    }

    private SluiceException error(int line, String found) {
        return new SluiceException(ErrorCode.CONFIG, "%s:%d: %s".formatted(fileName, line, found));
    }
}
