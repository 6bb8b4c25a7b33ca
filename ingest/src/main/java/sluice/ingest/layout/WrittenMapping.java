package sluice.ingest.layout;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import sluice.ingest.fact.FactFormat;
import sluice.ingest.fact.FactRules;
import sluice.ingest.fact.ValueColumn;
import sluice.ingest.fact.ValueColumns;
import sluice.ingest.mapping.Mapping;
import sluice.ingest.mapping.MappingLoader;
import sluice.ingest.mapping.YamlText;
import sluice.ingest.row.Column;
import sluice.ingest.row.Relation;
import sluice.ingest.row.RowMembers;
import sluice.ingest.row.TextFormat;
import sluice.ingest.row.TimeFormat;
import sluice.model.RowKind;

/** Writes the mapping that says of files, in full, what they were taken for. */
public final class WrittenMapping {
    private static final String BEGIN =
            """
            # What sluice load takes these files for, written by sluice map. Comments say what was
            # guessed. Change what is wrong, then: sluice load STORE FILES --mapping THIS_FILE
            """;

    private static final int BASE_NAMES_UNIQUE = 1;

    private final StringBuilder text = new StringBuilder(BEGIN);

    /** How many files have a name, without folders. */
    private final Map<String, Integer> baseNames = new HashMap<>();

    private WrittenMapping(List<TakenFile> files) {
        files.forEach(file -> baseNames.merge(file.baseName(), 1, Integer::sum));
    }

    /**
     * The mapping, with an entry for each of {@code groups}, whose files were taken alike, and one
     * in comments for each file that is {@code unknown}.
     *
     * @param ids what a mapping said that ids are, or null
     */
    public static String of(
            List<List<TakenFile>> groups, Mapping.@Nullable IdKind ids, List<UnknownFile> unknown) {
        WrittenMapping mapping = new WrittenMapping(groups.stream().flatMap(List::stream).toList());
        // Names need no word: each column of them says so.
        mapping.text.append(ids == Mapping.IdKind.NUMBERS ? "defaults:\n  ids: numbers\n" : "");
        boolean uids =
                groups.stream()
                        .map(group -> group.getFirst().relation().facts())
                        .anyMatch(facts -> facts != null && facts.ids() == FactRules.Ids.UIDS);
        mapping.text.append(uids ? "defaults:\n  ids: uid\n" : "");
        mapping.text.append("relations:\n");
        // A pattern is compared with the end of a path: the longer path goes first.
        List<List<TakenFile>> sorted = new ArrayList<>(groups);
        sorted.sort((a, b) -> mapping.pathLength(b) - mapping.pathLength(a));
        sorted.forEach(mapping::add);
        unknown.forEach(mapping::add);
        return mapping.text.toString();
    }

    private int pathLength(List<TakenFile> alike) {
        return alike.stream()
                .filter(file -> !isUnique(file))
                .mapToInt(file -> file.file().name().length())
                .max()
                .orElse(0);
    }

    private boolean isUnique(TakenFile file) {
        return baseNames.getOrDefault(file.baseName(), 0) == BASE_NAMES_UNIQUE;
    }

    private void add(List<TakenFile> alike) {
        TakenFile first = alike.getFirst();
        Relation relation = first.relation();
        text.append("  # ").append(onOneLine(TakenWords.line(alike))).append('\n');
        List<String> patterns = alike.stream().map(this::pattern).toList();
        text.append("  - files: ")
                .append(
                        patterns.size() == 1
                                ? patterns.getFirst()
                                : "[" + String.join(", ", patterns) + "]")
                .append('\n');
        FactFormat facts = relation.facts();
        if (facts != null) {
            addFacts(facts);
            addLines(first);
            return;
        }
        if (relation.members() != null) {
            addMembers(first, relation.members());
            return;
        }
        if (first.layout() == null) {
            // Without rows, nothing tells what they would be.
            int comment = relation.format().comment();
            if (comment != '#') {
                line("comment: " + one(comment));
            }
            addLines(first);
            return;
        }
        if (!isSayable(relation.type()) || !isSayable(relation.inverse())) {
            text.append("    # its type is left to its header: a mapping cannot write it\n");
            return;
        }
        addType(relation, List.of());
        addFormat(first);
        addColumns(first);
    }

    /** Adds comments: the error, and the lines to fill in if columns are unknown. */
    private void add(UnknownFile file) {
        String message = String.valueOf(file.why().getMessage());
        List<String> entry = MappingAdvice.entryIn(message);
        comment(onOneLine(file.name()) + " IS NOT IN THIS MAPPING:");
        message.lines()
                .takeWhile(line -> entry.isEmpty() || !line.startsWith(MappingAdvice.SAY))
                .forEach(line -> comment("  " + onOneLine(line)));
        comment(
                entry.isEmpty()
                        ? "Until that is put right, leave the file out of the load."
                        : "Fill in the lines below and take their \"# \" off, or leave the file out"
                                + " of the load:");
        entry.forEach(line -> comment(onOneLine(line)));
    }

    private void comment(String line) {
        text.append("  # ").append(line).append('\n');
    }

    private void addFacts(FactFormat facts) {
        boolean isJson = facts.syntax() == FactFormat.Syntax.JSON;
        line(isJson ? "json: dgraph" : "rdf: " + facts.syntax().written());
        if (!facts.idMembers().isEmpty()) {
            line(
                    "id: [%s]"
                            .formatted(
                                    facts.idMembers().stream()
                                            .map(YamlText::quoted)
                                            .collect(Collectors.joining(", "))));
        }
        line("blank-nodes: " + facts.blankNodes().name().toLowerCase(Locale.ROOT));
        line("graph: " + facts.graphs());
        if (facts.time() != null) {
            line("time: {facet: %s}".formatted(YamlText.quoted(facts.time())));
        }
        if (facts.version() != null) {
            line("version: {facet: %s}".formatted(YamlText.quoted(facts.version())));
        }
        if (facts.delete()) {
            line("delete: true");
        }
    }

    private String pattern(TakenFile file) {
        String name = isUnique(file) ? file.baseName() : file.file().name();
        return YamlText.quoted(name.replaceAll("[*{]", "?"));
    }

    private static String onOneLine(String line) {
        return line.replaceAll("\\p{Cntrl}", " ");
    }

    /** A name of digits would be a number, and one with a brace a placeholder. */
    private static boolean isSayable(Relation.@Nullable TypeRef type) {
        return !(type instanceof Relation.TypeRef.Named(String name))
                || !(name.matches("-?[0-9]+") || name.indexOf('{') >= 0);
    }

    /** Adds the type; its column by one of {@code names}, else by its place. */
    private void addType(Relation relation, List<String> names) {
        String key = relation.kind() == RowKind.NODE ? "node" : "link";
        int index = 0;
        for (Column each : relation.columns()) {
            String column =
                    names.isEmpty()
                            ? Integer.toString(index + 1)
                            : YamlText.quoted(names.get(index));
            if (each.role() == Column.Role.TYPE_NAME) {
                line("%s: {column: %s, names: true}".formatted(key, column));
            } else if (each.role() == Column.Role.TYPE_NUMBER) {
                line("%s: {column: %s}   # numbers in the first rows".formatted(key, column));
            }
            index++;
        }
        if (relation.type() != null) {
            line(key + ": " + type(relation.type()));
        }
        if (relation.inverse() != null) {
            line("inverse: " + type(relation.inverse()));
        }
    }

    private static String type(Relation.TypeRef type) {
        return switch (type) {
            case Relation.TypeRef.Number(long number) -> Long.toUnsignedString(number);
            case Relation.TypeRef.Named(String name) -> YamlText.quoted(name);
        };
    }

    private void addFormat(TakenFile file) {
        Relation relation = file.relation();
        TextFormat format = relation.format();
        line("header: " + file.hasHeader());
        line(
                "delimiter: "
                        + (format.whitespace()
                                ? "whitespace"
                                : format.delimiter() == '\t' ? "tab" : one(format.delimiter())));
        line("quote: " + one(format.quote()));
        line("comment: " + one(format.comment()));
        if (format.escape() >= 0) {
            line("escape: " + one(format.escape()));
        }
        if (format.nullText() != null) {
            line("\"null\": " + YamlText.quoted(format.nullText()));
        }
        if (format.trim()) {
            line("trim: true");
        }
        addLines(file);
        if (relation.shortRows()) {
            line("short-rows: null");
        }
        addArrays(relation);
    }

    private void addArrays(Relation relation) {
        boolean arrays = relation.columns().stream().anyMatch(WrittenMapping::isArray);
        if (arrays) {
            line("arrays: " + one(relation.arrayDelimiter()));
        }
    }

    /** Columns of objects have names, and no places. */
    private void addMembers(TakenFile file, RowMembers members) {
        Relation relation = file.relation();
        line("json: rows");
        if (file.layout() == null) {
            addLines(file);
            return;
        }
        if (!isSayable(relation.type()) || !isSayable(relation.inverse())) {
            text.append("    # its type is left to the file's name: a mapping cannot write it\n");
        } else {
            addType(relation, members.names());
        }
        if (members.nullText() != null) {
            line("\"null\": " + YamlText.quoted(members.nullText()));
        }
        addLines(file);
        addArrays(relation);
        List<Column> columns = relation.columns();
        for (int index = 0; index < columns.size(); index++) {
            if (columns.get(index).role() == Column.Role.TIME) {
                line(
                        "time: {column: %s, format: %s}"
                                .formatted(
                                        YamlText.quoted(members.names().get(index)),
                                        time(columns.get(index).time())));
            }
        }
        line("columns:");
        for (int index = 0; index < columns.size(); index++) {
            String column = column(columns.get(index), relation.kind());
            line(
                    "  %s: %s"
                            .formatted(
                                    YamlText.quoted(members.names().get(index)),
                                    column.equals("~") ? "\":IGNORE\"" : column));
        }
        addProperties(file);
    }

    private void addLines(TakenFile file) {
        if (file.dialect().skip() != null) {
            line("skip: " + file.dialect().skip());
        }
        if (file.dialect().encoding() != null) {
            line("encoding: " + file.dialect().encoding());
        }
    }

    private static String one(int value) {
        return value < 0 ? "none" : YamlText.quoted(Character.toString(value));
    }

    private void addColumns(TakenFile file) {
        List<Column> columns = file.relation().columns();
        for (int index = 0; index < columns.size(); index++) {
            if (columns.get(index).role() == Column.Role.TIME) {
                line(
                        "time: {column: %d, format: %s}"
                                .formatted(index + 1, time(columns.get(index).time())));
            }
        }
        line("columns:");
        for (int index = 0; index < columns.size(); index++) {
            String column = column(columns.get(index), file.relation().kind());
            String comment = comment(file, index);
            line("  - " + column + (comment.isEmpty() ? "" : "   # " + onOneLine(comment)));
        }
        addProperties(file);
    }

    /** Which columns are properties of nodes; where none is, those that could be. */
    private void addProperties(TakenFile file) {
        List<String> properties = new ArrayList<>();
        List<String> possible = new ArrayList<>();
        List<Column> columns = file.relation().columns();
        for (int index = 0; index < columns.size(); index++) {
            Column column = columns.get(index);
            ValueColumn value = column.value();
            if (value != null && value.isOfTypes() && !value.predicate().equals(column.name())) {
                line("types: " + types(column, value));
            } else if (value != null) {
                String type = value.isFirm() ? ":" + ValueColumns.written(value) : "";
                properties.add(YamlText.quoted(column.name() + type));
            } else if (column.role() == Column.Role.PROPERTY
                    && ValueColumns.isPossible(column.name())) {
                String type = ValueColumns.likelyType(file.type(index), isArray(column));
                possible.add(YamlText.quoted(column.name() + ":" + type));
            }
        }
        if (!properties.isEmpty()) {
            line("properties: [" + String.join(", ", properties) + "]");
        } else if (file.relation().kind() == RowKind.NODE && !possible.isEmpty()) {
            line("# Columns are members of the data. To find nodes by their values, make them");
            line("# properties, each with its type: string, int, float, bool, datetime, ...");
            line("# properties: [" + onOneLine(String.join(", ", possible)) + "]");
        }
    }

    private static String types(Column column, ValueColumn value) {
        return value.constants().isEmpty()
                ? "{column: %s}".formatted(YamlText.quoted(column.name()))
                : value.constants().stream()
                        .map(YamlText::quoted)
                        .collect(Collectors.joining(", ", "[", "]"));
    }

    private static boolean isArray(Column column) {
        return (column.value() != null && column.value().isArray())
                || (column.json() != null && column.json().isArray());
    }

    private static String column(Column column, RowKind kind) {
        boolean node = kind == RowKind.NODE;
        String group = column.group() == null ? "" : "(" + column.group() + ")";
        return switch (column.role()) {
            case IGNORE -> "~";
            case ID1 -> YamlText.quoted((node ? "id" : "id1") + group);
            case ID2 -> YamlText.quoted("id2" + group);
            case TYPE_NUMBER, TYPE_NAME -> node ? "type" : "link_type";
            case TIME -> "time";
            case VERSION -> "version";
            case VISIBILITY -> "visibility";
            case DELETE -> "delete";
            case DATA -> "data";
            case VALUE -> YamlText.quoted(column.name() + ValueColumns.headerType(column.value()));
            case PROPERTY -> YamlText.quoted(column.name() + ":" + json(column.json()));
        };
    }

    private static String json(Column.@Nullable JsonKind kind) {
        return switch (kind) {
            case STRING -> "string";
            case NUMBER -> "double";
            case BOOLEAN -> "boolean";
            case STRING_ARRAY -> "string[]";
            case NUMBER_ARRAY -> "double[]";
            case BOOLEAN_ARRAY -> "boolean[]";
            case null -> throw new IllegalStateException("property without kind");
        };
    }

    /** The column's own name where that says more than its job, and what was guessed of it. */
    private static String comment(TakenFile file, int index) {
        Column column = file.relation().columns().get(index);
        String name = file.columnName(index);
        boolean isNamed = file.hasHeader() || column.role() == Column.Role.IGNORE;
        boolean isSaid =
                column.role() == Column.Role.PROPERTY
                        || column.role() == Column.Role.VALUE
                        || name.startsWith(":")
                        || ColumnDraft.OWN_NAMES.containsKey(name);
        String shown = isNamed && !isSaid ? name : "";
        boolean isId = column.role() == Column.Role.ID1 || column.role() == Column.Role.ID2;
        if (!isId || column.group() != null) {
            return shown;
        }
        return shown + (shown.isEmpty() ? "" : ": ") + "numbers in the first rows";
    }

    private static String time(@Nullable TimeFormat format) {
        for (Map.Entry<String, TimeFormat> known : MappingLoader.TIME_FORMATS.entrySet()) {
            if (known.getValue().equals(format)) {
                return known.getKey();
            }
        }
        return format instanceof TimeFormat.Pattern(String pattern)
                ? YamlText.quoted(pattern)
                : "raw";
    }

    private void line(String line) {
        text.append("    ").append(line).append('\n');
    }
}
