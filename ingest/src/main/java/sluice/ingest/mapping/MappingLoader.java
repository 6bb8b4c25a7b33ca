package sluice.ingest.mapping;

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
import sluice.model.RowKind;

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
                    "types",
                    "inverse");

    public static final Map<String, TimeFormat> TIME_FORMATS = timeFormats();
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([^}]*)\\}");

    private final String fileName;
    private final MappingValues values;
    private final MappedText format;

    private MappingLoader(String fileName) {
        this.fileName = fileName;
        this.values = new MappingValues(fileName);
        this.format = new MappedText(values);
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

    static Mapping parse(String fileName, String text) {
        return new MappingLoader(fileName).mapping(Yaml.read(fileName, text));
    }

    private Mapping mapping(Yaml document) {
        if (document instanceof Yaml.Empty(int line)) {
            throw values.error(
                    line, "found no mapping, expected the keys " + MappingValues.words(TOP_KEYS));
        }
        Yaml.Table top = values.table(document, "the mapping", TOP_KEYS);
        Yaml defaults = top.values().get("defaults");
        Mapping.Entry defaultEntry =
                entry(
                        defaults == null
                                ? new Yaml.Table(1, Map.of(), Map.of())
                                : values.table(defaults, "defaults", DEFAULT_KEYS));
        if (defaultEntry.columns() != null) {
            throw values.error(
                    defaultEntry.line("columns"),
                    "found a list of columns in defaults, expected it in a relation; changes"
                            + " to columns by name may stand here");
        }
        List<Mapping.Entry> relations = new ArrayList<>();
        Yaml items = top.values().get("relations");
        if (items != null) {
            if (!(items instanceof Yaml.Items list) || list.values().isEmpty()) {
                throw values.error(
                        items.line(),
                        "found %s after relations, expected a list of entries that begin with \"- files:\""
                                .formatted(MappingValues.describe(items)));
            }
            for (Yaml item : list.values()) {
                Mapping.Entry entry = entry(values.table(item, "a relation", RELATION_KEYS));
                if (entry.files().isEmpty()) {
                    throw values.error(
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
            throw values.error(link.line(), "found both node and link, expected one of them");
        }
        if (node != null) {
            refuseOfLinks(table);
        }
        MappingFacts facts = new MappingFacts(fileName, table);
        Yaml id = facts.isOfFacts() ? null : table.values().get("id");
        boolean links =
                link != null
                        || table.values().containsKey("id1")
                        || table.values().containsKey("id2");
        if (links && id != null) {
            throw values.error(
                    MappingValues.keyLine(table, "id"),
                    "found id in a relation of links, expected id1 and id2");
        }
        RowKind kind = links ? RowKind.LINK : node != null || id != null ? RowKind.NODE : null;
        Yaml columns = table.values().get("columns");
        FactOptions said = facts.read();
        return new Mapping.Entry(
                table.line(),
                table.keyLines(),
                files,
                kind,
                type(links ? link : node, placeholders),
                format.delimiter(table.values().get("delimiter")),
                format.oneByteOrNone(table.values().get("quote"), "quote"),
                format.oneByteOrNone(table.values().get("comment"), "comment"),
                format.arrays(table.values().get("arrays")),
                format.dialect(table),
                format.ids(table.values().get("ids")),
                format.header(table.values().get("header")),
                format.shortRows(table.values().get("short-rows")),
                columns instanceof Yaml.Items list ? columnList(list) : null,
                columns == null || columns instanceof Yaml.Items
                        ? Map.of()
                        : columnChanges(columns),
                id(id, "id", placeholders),
                id(table.values().get("id1"), "id1", placeholders),
                id(table.values().get("id2"), "id2", placeholders),
                facts.isColumn("time") ? time(table.values().get("time")) : null,
                facts.isColumn("version") ? values.optionalColumn(table, "version") : null,
                values.optionalColumn(table, "visibility"),
                facts.isColumn("delete") ? values.optionalColumn(table, "delete") : null,
                data(table.values().get("data")),
                properties(table, links),
                nodeTypes(table.values().get("types")),
                inverse(table.values().get("inverse"), placeholders),
                said,
                facts.isOfRows());
    }

    private void refuseOfLinks(Yaml.Table nodes) {
        for (String key : List.of("id1", "id2", "inverse")) {
            if (nodes.values().containsKey(key)) {
                throw values.error(
                        MappingValues.keyLine(nodes, key),
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
            String text = values.text(item, "files", "a file name or glob");
            try {
                patterns.add(NamePattern.compile(text));
            } catch (IllegalArgumentException failure) {
                throw values.error(
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
                throw values.error(
                        MappingValues.keyLine(table, "files"),
                        "found the file pattern \"%s\" without all of the placeholders %s,"
                                        .formatted(
                                                pattern.text(), MappingValues.words(placeholders))
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
                Yaml.Table table = values.table(value, "a type", List.of("column", "names"));
                Yaml column = table.values().get("column");
                if (column == null) {
                    throw values.error(
                            value.line(), "found a type without column, expected {column: NAME}");
                }
                yield new Mapping.Type.FromColumn(
                        values.column(column, "column"), names(table.values().get("names")));
            }
            default -> constant(value, "a type", placeholders);
        };
    }

    private boolean names(@Nullable Yaml value) {
        return value != null && values.truth(value, "names");
    }

    private Mapping.Type.Constant constant(Yaml value, String what, Set<String> placeholders) {
        String text = values.text(value, what, "a number, a name or a placeholder");
        if (text.isEmpty()) {
            throw values.error(
                    value.line(),
                    "found an empty text as %s, expected a number or a name".formatted(what));
        }
        if (text.matches("-?[0-9]+") && !Fields.isUnsignedNumber(text)) {
            throw values.error(
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
                throw values.error(
                        value.line(),
                        "found the placeholder {%s}, expected %s"
                                .formatted(
                                        matcher.group(1),
                                        placeholders.isEmpty()
                                                ? "none, as files has none"
                                                : "one of " + MappingValues.words(placeholders)));
            }
        }
    }

    private Mapping.@Nullable Id id(@Nullable Yaml value, String key, Set<String> placeholders) {
        if (value == null) {
            return null;
        }
        if (!(value instanceof Yaml.Table)) {
            return new Mapping.Id(value.line(), values.column(value, key), null);
        }
        Yaml.Table table = values.table(value, key, List.of("column", "group"));
        Yaml column = table.values().get("column");
        Yaml group = table.values().get("group");
        String groupName = null;
        if (group != null) {
            groupName = values.text(group, "group", "a name");
            checkPlaceholders(group, groupName, placeholders);
        }
        return new Mapping.Id(
                value.line(), column == null ? null : values.column(column, "column"), groupName);
    }

    private Mapping.@Nullable Time time(@Nullable Yaml value) {
        if (value == null) {
            return null;
        }
        if (!(value instanceof Yaml.Table)) {
            return new Mapping.Time(value.line(), values.column(value, "time"), TimeFormat.RAW);
        }
        Yaml.Table table = values.table(value, "time", List.of("column", "format"));
        Yaml column = table.values().get("column");
        if (column == null) {
            throw values.error(
                    value.line(),
                    "found a time without column, expected {column: NAME, format: FORMAT}");
        }
        Yaml format = table.values().get("format");
        return new Mapping.Time(
                value.line(),
                values.column(column, "column"),
                format == null ? TimeFormat.RAW : timeFormat(format));
    }

    private TimeFormat timeFormat(Yaml value) {
        String text =
                values.text(
                        value,
                        "format",
                        "one of " + MappingValues.words(TIME_FORMATS.keySet()) + " or a pattern");
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
        throw values.error(
                value.line(),
                "found the time format \"%s\" (as a pattern: %s), expected one of %s or a pattern such as"
                                .formatted(text, reason, MappingValues.words(TIME_FORMATS.keySet()))
                        + " yyyy-MM-dd HH:mm:ss"
                        + MappingValues.didYouMean(nearest));
    }

    private Mapping.@Nullable Data data(@Nullable Yaml value) {
        return switch (value) {
            case null -> null;
            case Yaml.Items(_, var items) -> {
                List<Mapping.ColumnName> columns = new ArrayList<>();
                for (Yaml item : items) {
                    columns.add(values.column(item, "data"));
                }
                yield new Mapping.Data.Members(List.copyOf(columns));
            }
            case Yaml.Text(_, var text) when text.equals("*") -> new Mapping.Data.AllColumns();
            default -> new Mapping.Data.Bytes(values.column(value, "data"));
        };
    }

    /** Which columns become properties; defaults name no columns. */
    private @Nullable MappedProperties properties(Yaml.Table table, boolean links) {
        if (links && table.values().containsKey("properties")) {
            throw values.error(
                    MappingValues.keyLine(table, "properties"),
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
                    String text = values.text(item, "properties", "a column, such as age:int");
                    columns.add(MappedProperties.Item.of(item.line(), text));
                }
                yield new MappedProperties(line, columns);
            }
            default ->
                    throw values.error(
                            value.line(),
                            "found %s as properties, expected %s"
                                    .formatted(
                                            MappingValues.describe(value),
                                            isRelation
                                                    ? "a list of columns such as [name, age:int], or \"*\" for all the rest"
                                                    : "\"*\" in defaults, and lists of columns in relations"));
        };
    }

    /** The types of nodes: a name, a list of names, or {column: NAME}. */
    private Mapping.@Nullable NodeTypes nodeTypes(@Nullable Yaml value) {
        if (value == null) {
            return null;
        }
        if (value instanceof Yaml.Table) {
            Yaml column = values.table(value, "types", List.of("column")).values().get("column");
            if (column == null) {
                throw values.error(
                        value.line(), "found types without column, expected {column: NAME}");
            }
            return new Mapping.NodeTypes(value.line(), List.of(), values.column(column, "column"));
        }
        List<String> names = new ArrayList<>();
        for (Yaml item : value instanceof Yaml.Items list ? list.values() : List.of(value)) {
            names.add(values.text(item, "types", "a name, a list of names, or {column: NAME}"));
        }
        if (names.isEmpty() || names.contains("")) {
            throw values.error(
                    value.line(), "found an empty name or list as types, expected names");
        }
        return new Mapping.NodeTypes(value.line(), names, null);
    }

    private List<String> columnList(Yaml.Items list) {
        List<String> columns = new ArrayList<>();
        for (Yaml item : list.values()) {
            columns.add(
                    item instanceof Yaml.Empty
                            ? ":IGNORE"
                            : values.text(item, "columns", "a column as in a header"));
        }
        if (columns.isEmpty()) {
            throw values.error(
                    list.line(),
                    "found an empty list of columns, expected one name for each column");
        }
        return List.copyOf(columns);
    }

    private Map<String, String> columnChanges(Yaml value) {
        if (!(value instanceof Yaml.Table table)) {
            throw values.error(
                    value.line(),
                    "found %s as columns, expected a list of names, or names and what they become"
                            .formatted(MappingValues.describe(value)));
        }
        Map<String, String> changes = new LinkedHashMap<>();
        table.values()
                .forEach(
                        (name, change) ->
                                changes.put(
                                        name,
                                        values.text(
                                                change,
                                                "columns",
                                                "a column as in a header, such as score:float")));
        return changes;
    }
}
