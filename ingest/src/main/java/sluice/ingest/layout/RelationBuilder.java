package sluice.ingest.layout;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sluice.dictionary.NameCollector;
import sluice.ingest.fact.ReservedTypes;
import sluice.ingest.fact.ValueColumn;
import sluice.ingest.fact.ValueColumns;
import sluice.ingest.mapping.MappedProperties;
import sluice.ingest.mapping.Mapping;
import sluice.ingest.mapping.YamlText;
import sluice.ingest.row.Column;
import sluice.ingest.row.Fields;
import sluice.ingest.row.Relation;
import sluice.ingest.row.TextFormat;
import sluice.model.ErrorCode;
import sluice.model.RowKind;
import sluice.model.SluiceException;

/** Makes the relation of one file out of its layout and what a mapping says. Used once. */
final class RelationBuilder {
    private static final byte ARRAY_DELIMITER = ';';

    private final String fileName;
    private final String name;
    private final Layout layout;
    private final @Nullable Mapping mapping;
    private final Mapping.@Nullable Entry entry;
    private final Map<String, String> placeholders;
    private final List<ColumnDraft> columns;

    /** Columns whose job the mapping gave. */
    private final Set<Integer> mapped = new HashSet<>();

    RelationBuilder(
            String fileName,
            Layout layout,
            @Nullable Mapping mapping,
            Mapping.@Nullable Entry entry,
            Map<String, String> placeholders) {
        this.fileName = fileName;
        this.name = PartName.of(fileName.substring(fileName.lastIndexOf('/') + 1));
        this.layout = layout;
        this.mapping = mapping;
        this.entry = entry;
        this.placeholders = placeholders;
        this.columns = new ArrayList<>(layout.columns());
    }

    Relation build() {
        if (mapping != null) {
            apply(mapping.defaults(), false);
            if (entry != null) {
                apply(entry, true);
            }
        }
        checkTypes();
        RowKind kind = kind();
        checkJobs(kind);
        checkFormat();
        Relation.TypeRef type = type(kind);
        List<Column> built = new ArrayList<>();
        for (ColumnDraft draft : columns) {
            built.add(column(draft));
        }
        checkData(built);
        boolean shortRows =
                entry == null
                        ? mapping != null && mapping.defaults().takesShortRows(null)
                        : entry.takesShortRows(mapping);
        return new Relation(
                name,
                kind,
                layout.format(),
                built,
                type,
                inverse(),
                arrays(),
                false,
                // Nothing says how many columns rows of two numbers have.
                shortRows || layout.origin() == Layout.Origin.SHAPE);
    }

    /** No column may become a property by a type that is not known. */
    private void checkTypes() {
        for (int index = 0; index < columns.size(); index++) {
            ColumnDraft column = columns.get(index);
            if (column.unknownType() == null || column.job() != ColumnDraft.Job.PROPERTY) {
                continue;
            }
            if (entry != null && entry.columns() != null) {
                throw error(
                        entry.line("columns"), unknownType(column.unknownType(), column.name()));
            }
            throw new SluiceException(
                    ErrorCode.INPUT,
                    "%s:%d:%d: the type \"%s\" of column \"%s\" is not known; expected one of %s; fix the header, or say in a mapping what the column is: columns: {%s: %s}"
                            .formatted(
                                    fileName,
                                    layout.headerLineNumber(),
                                    index + 1,
                                    column.unknownType(),
                                    column.name(),
                                    ColumnDraft.knownTypes(),
                                    YamlText.quoted(column.name()),
                                    YamlText.quoted(simpleName(column.name()) + ":string")));
        }
    }

    private static String unknownType(String type, String column) {
        return "found the unknown type \"%s\" for column \"%s\", expected one of %s"
                .formatted(type, column, ColumnDraft.knownTypes());
    }

    /** The name of a member for a column whose name may be a whole field of a header. */
    private static String simpleName(String name) {
        int colon = name.indexOf(':');
        return colon < 0 ? name : name.substring(0, colon).strip();
    }

    /** The bytes that cut rows differ. */
    private void checkFormat() {
        TextFormat format = layout.format();
        int delimiter = format.whitespace() ? -2 : format.delimiter() & 0xff;
        if (format.quote() == delimiter) {
            throw wrongKeys("found one byte as delimiter and as quote", "quote", "delimiter");
        }
        if (format.comment() == delimiter) {
            throw wrongKeys("found one byte as delimiter and as comment", "comment", "delimiter");
        }
        if (format.quote() >= 0 && format.quote() == format.comment()) {
            throw wrongKeys("found one byte as quote and as comment", "comment", "quote");
        }
    }

    /** An error of the first of {@code keys} that the mapping has. */
    private SluiceException wrongKeys(String found, String... keys) {
        for (Mapping.Entry given :
                Arrays.asList(entry, mapping == null ? null : mapping.defaults())) {
            for (String key : keys) {
                if (given != null && given.keyLines().containsKey(key)) {
                    return error(
                            given.line(key),
                            "%s for %s, expected two bytes".formatted(found, fileName));
                }
            }
        }
        return wrong(found + ", expected two bytes; say in a mapping what they are");
    }

    /**
     * Gives columns the jobs that {@code given} says; {@code strict} where a missing column is an
     * error.
     */
    private void apply(Mapping.Entry given, boolean strict) {
        given.columnChanges()
                .forEach(
                        (column, change) -> {
                            int line = given.line("columns");
                            int index = find(new Mapping.ColumnName(line, column, 0), strict);
                            if (index >= 0) {
                                ColumnDraft changed = ColumnDraft.parse(change);
                                if (changed.unknownType() != null) {
                                    throw error(line, unknownType(changed.unknownType(), column));
                                }
                                boolean named =
                                        changed.job() == ColumnDraft.Job.PROPERTY
                                                && !change.startsWith(":");
                                columns.set(
                                        index,
                                        named
                                                ? changed
                                                : changed.withName(columns.get(index).name()));
                                mapped.add(index);
                            }
                        });
        applyId(given.id(), ColumnDraft.Job.NODE_ID);
        applyId(given.id1(), ColumnDraft.Job.ID1);
        applyId(given.id2(), ColumnDraft.Job.ID2);
        if (given.type()
                instanceof Mapping.Type.FromColumn(Mapping.ColumnName column, boolean names)) {
            int index = assign(column, ColumnDraft.Job.TYPE, strict);
            if (names && index >= 0) {
                columns.set(index, columns.get(index).withNamesOnly());
            }
        } else if (given.type() != null) {
            release(ColumnDraft.Job.TYPE);
        }
        if (given.time() != null) {
            int index = assign(given.time().column(), ColumnDraft.Job.TIME, strict);
            if (index >= 0) {
                columns.set(index, columns.get(index).withTime(given.time().format()));
            }
        }
        assign(given.version(), ColumnDraft.Job.VERSION, strict);
        assign(given.visibility(), ColumnDraft.Job.VISIBILITY, strict);
        assign(given.delete(), ColumnDraft.Job.DELETE, strict);
        applyProperties(given);
        applyData(given.data(), strict);
    }

    private void applyId(Mapping.@Nullable Id id, ColumnDraft.Job job) {
        if (id == null) {
            return;
        }
        int index = id.column() == null ? indexOf(job) : assign(id.column(), job, true);
        if (index < 0) {
            throw error(
                    id.line(),
                    "found a group without column, and no column of %s is an id of this kind; expected"
                                    .formatted(fileName)
                            + " {column: NAME, group: GROUP}; its columns are "
                            + names());
        }
        if (id.group() != null) {
            String group = filled(id.group());
            checkLength(id.line(), "group", group, NameCollector.GROUP_NAME_BYTES_MAX);
            columns.set(index, columns.get(index).withGroup(group));
        }
    }

    /** Columns of nodes become properties; those that the data is to have stay with it. */
    private void applyProperties(Mapping.Entry given) {
        MappedProperties properties = given.properties();
        if (properties == null) {
            return;
        }
        if (kind() == RowKind.LINK) {
            if (given == entry) {
                throw error(
                        properties.line(),
                        "found properties for %s, whose rows are links, expected them for nodes; columns of links are their data"
                                .formatted(fileName));
            }
            return;
        }
        if (properties.isOfAll()) {
            Set<Integer> data = new HashSet<>();
            if (given.data() instanceof Mapping.Data.Members(var members)) {
                members.forEach(member -> data.add(find(member, false)));
            }
            for (int index = 0; index < columns.size(); index++) {
                ColumnDraft column = columns.get(index);
                if (column.job() == ColumnDraft.Job.PROPERTY && !data.contains(index)) {
                    columns.set(index, column.withValue(ofHeader(properties.line(), column)));
                }
            }
        }
        properties.columns().forEach(this::applyProperty);
    }

    private void applyProperty(MappedProperties.Item item) {
        int line = item.line();
        int index = find(Mapping.ColumnName.of(item), true);
        ColumnDraft column = columns.get(index);
        if (column.job() != ColumnDraft.Job.PROPERTY && column.job() != ColumnDraft.Job.IGNORE) {
            throw error(
                    line,
                    "found column \"%s\" as a property, but it is %s already; expected one job for each column"
                            .formatted(column.name(), describe(column.job())));
        }
        try {
            columns.set(
                    index,
                    column.withValue(
                            item.type().isEmpty()
                                    ? ofHeader(line, column)
                                    : ValueColumns.ofMapping(column.name(), item.type())));
        } catch (IllegalArgumentException problem) {
            throw wrongProperty(line, column, problem);
        }
        mapped.add(index);
    }

    private ValueColumn ofHeader(int line, ColumnDraft column) {
        try {
            return ValueColumns.ofHeader(column.name(), column.type(), column.isArray());
        } catch (IllegalArgumentException problem) {
            throw wrongProperty(line, column, problem);
        }
    }

    private SluiceException wrongProperty(
            int line, ColumnDraft column, IllegalArgumentException problem) {
        return error(
                line,
                "%s: column \"%s\" cannot be a property: %s; leave it out of properties, or give it another name with columns: {%s: NAME}"
                        .formatted(
                                fileName,
                                column.name(),
                                problem.getMessage(),
                                YamlText.quoted(column.name())));
    }

    private void applyData(Mapping.@Nullable Data data, boolean strict) {
        switch (data) {
            case null -> {}
            case Mapping.Data.AllColumns() -> release(ColumnDraft.Job.DATA);
            case Mapping.Data.Bytes(var column) -> {
                if (find(column, strict) >= 0) {
                    ignoreProperties();
                    assign(column, ColumnDraft.Job.DATA, strict);
                }
            }
            case Mapping.Data.Members(var members) -> {
                release(ColumnDraft.Job.DATA);
                ignoreProperties();
                for (Mapping.ColumnName member : members) {
                    int index = find(member, strict);
                    if (index >= 0) {
                        ColumnDraft.Job job = columns.get(index).job();
                        boolean isFree =
                                job == ColumnDraft.Job.IGNORE
                                        || job == ColumnDraft.Job.PROPERTY
                                        || (job == ColumnDraft.Job.VALUE
                                                && !mapped.contains(index));
                        if (!isFree) {
                            throw error(
                                    member.line(),
                                    "found column %s in data, but it is %s already; expected another"
                                            .formatted(member, describe(job)));
                        }
                        columns.set(index, columns.get(index).withJob(ColumnDraft.Job.PROPERTY));
                    }
                }
            }
        }
    }

    private void ignoreProperties() {
        columns.replaceAll(
                column ->
                        column.job() == ColumnDraft.Job.PROPERTY
                                ? column.withJob(ColumnDraft.Job.IGNORE)
                                : column);
    }

    /**
     * Gives the column {@code job}, which no other column then has; -1 where there is no such
     * column.
     */
    private int assign(Mapping.@Nullable ColumnName column, ColumnDraft.Job job, boolean strict) {
        if (column == null) {
            return -1;
        }
        int index = find(column, strict);
        if (index < 0) {
            return -1;
        }
        ColumnDraft.Job before = columns.get(index).job();
        if (mapped.contains(index) && before != job && strict) {
            throw error(
                    column.line(),
                    "found column %s as %s, but it is %s already; expected one job for each column"
                            .formatted(column, describe(job), describe(before)));
        }
        if (before != job) {
            release(job);
        }
        columns.set(index, columns.get(index).withJob(job));
        mapped.add(index);
        return index;
    }

    /** The column that had {@code job} becomes a property. */
    private void release(ColumnDraft.Job job) {
        int index = indexOf(job);
        if (index >= 0) {
            columns.set(index, columns.get(index).withJob(ColumnDraft.Job.PROPERTY));
            mapped.remove(index);
        }
    }

    private int indexOf(ColumnDraft.Job job) {
        for (int index = 0; index < columns.size(); index++) {
            if (columns.get(index).job() == job) {
                return index;
            }
        }
        return -1;
    }

    private int find(Mapping.ColumnName column, boolean strict) {
        if (column.position() > 0 && column.position() <= columns.size()) {
            return column.position() - 1;
        }
        for (int index = 0; index < columns.size(); index++) {
            if (columns.get(index).name().equals(column.name())) {
                return index;
            }
        }
        if (!strict) {
            return -1;
        }
        String nearest =
                Fields.nearest(column.name(), columns.stream().map(ColumnDraft::name).toList());
        throw error(
                column.line(),
                "found column %s, expected one of %s: %s%s"
                        .formatted(
                                column,
                                fileName,
                                names(),
                                nearest == null ? "" : "; did you mean \"" + nearest + "\"?"));
    }

    private String names() {
        return String.join(", ", columns.stream().map(ColumnDraft::name).toList());
    }

    private RowKind kind() {
        if (entry != null && entry.kind() != null) {
            return entry.kind();
        }
        return indexOf(ColumnDraft.Job.NODE_ID) >= 0 ? RowKind.NODE : RowKind.LINK;
    }

    private void checkJobs(RowKind kind) {
        Set<ColumnDraft.Job> needed =
                kind == RowKind.NODE
                        ? Set.of(ColumnDraft.Job.NODE_ID)
                        : Set.of(ColumnDraft.Job.ID1, ColumnDraft.Job.ID2);
        for (ColumnDraft.Job job :
                List.of(ColumnDraft.Job.NODE_ID, ColumnDraft.Job.ID1, ColumnDraft.Job.ID2)) {
            boolean found = indexOf(job) >= 0;
            if (needed.contains(job) && !found) {
                throw wrong(
                        "found no column that is %s, expected one; its columns are %s"
                                .formatted(describe(job), names()));
            }
            if (!needed.contains(job) && found) {
                throw wrong(
                        "found column \"%s\" as %s in a relation of %s, expected none"
                                .formatted(
                                        columns.get(indexOf(job)).name(),
                                        describe(job),
                                        kind == RowKind.NODE ? "nodes" : "links"));
            }
        }
        int visibility = indexOf(ColumnDraft.Job.VISIBILITY);
        if (kind == RowKind.NODE && visibility >= 0) {
            String found =
                    "found column \"%s\" as the visibility in a relation of nodes, expected none; links have one, nodes do not"
                            .formatted(columns.get(visibility).name());
            throw entry != null && entry.visibility() != null
                    ? error(entry.visibility().line(), fileName + ": " + found)
                    : wrong(found);
        }
        Map<ColumnDraft.Job, String> seen = new HashMap<>();
        for (ColumnDraft column : columns) {
            ColumnDraft.Job job = column.job();
            if (job != ColumnDraft.Job.IGNORE
                    && job != ColumnDraft.Job.PROPERTY
                    && job != ColumnDraft.Job.VALUE) {
                String other = seen.put(job, column.name());
                if (other != null) {
                    throw wrong(
                            "found the columns \"%s\" and \"%s\" both as %s, expected one; leave the other out with"
                                            .formatted(other, column.name(), describe(job))
                                    + " :IGNORE or a mapping");
                }
            }
        }
    }

    private void checkData(List<Column> built) {
        Set<String> members = new HashSet<>();
        boolean bytes = built.stream().anyMatch(column -> column.role() == Column.Role.DATA);
        for (Column column : built) {
            if (column.role() != Column.Role.PROPERTY) {
                continue;
            }
            if (bytes) {
                throw wrong(
                        "found both a column of data as bytes and \"%s\" as a member of it, expected one of them; say data: in a mapping"
                                .formatted(column.name()));
            }
            if (column.name().startsWith(":") && entry != null && entry.type() != null) {
                String key = kind() == RowKind.NODE ? "node" : "link";
                throw error(
                        entry.line(key),
                        "%s: found %s: for the type, which takes the place of column \"%s\"; drop one: leave out %s:, or add columns: {%s: \":IGNORE\"}"
                                .formatted(
                                        fileName,
                                        key,
                                        column.name(),
                                        key,
                                        YamlText.quoted(column.name())));
            }
            if (column.name().isEmpty() || column.name().startsWith(":")) {
                throw wrong("found a property without a name, expected name:type or :IGNORE");
            }
            if (!members.add(column.name())) {
                throw wrong(
                        "found two properties named \"%s\", expected different names"
                                .formatted(column.name()));
            }
        }
    }

    private Relation.@Nullable TypeRef type(RowKind kind) {
        if (entry != null && entry.type() instanceof Mapping.Type.Constant constant) {
            return reference(constant);
        }
        if (indexOf(ColumnDraft.Job.TYPE) >= 0) {
            return null;
        }
        if (!isTypedHeader()) {
            return new Relation.TypeRef.Number(0);
        }
        if (kind == RowKind.LINK) {
            return new Relation.TypeRef.Named(PartName.linkType(name));
        }
        String group = columns.get(indexOf(ColumnDraft.Job.NODE_ID)).group();
        return new Relation.TypeRef.Named(group == null || group.isEmpty() ? name : group);
    }

    /** Whether the header is in the form of neo4j-admin's import, as far as it is known at all. */
    private boolean isTypedHeader() {
        return switch (layout.origin()) {
            case TYPED_HEADER -> true;
            case NAMED_HEADER ->
                    Fields.split(layout.headerLine(), layout.format()).stream()
                            .anyMatch(ColumnDraft::isTyped);
            case OWN_HEADER, PAIR_HEADER, LIST, POSITIONS, SHAPE -> false;
        };
    }

    private Relation.@Nullable TypeRef inverse() {
        return entry == null || entry.inverse() == null ? null : reference(entry.inverse());
    }

    private Relation.TypeRef reference(Mapping.Type.Constant constant) {
        String text = filled(constant.text());
        if (!Fields.isUnsignedNumber(text)) {
            checkLength(constant.line(), "type", text, NameCollector.TYPE_NAME_BYTES_MAX);
            return new Relation.TypeRef.Named(text);
        }
        long number = Long.parseUnsignedLong(text);
        if (ReservedTypes.has(number)) {
            throw error(
                    constant.line(),
                    "found the type %s, one of the numbers that types with names and properties get; expected another number, or a name"
                            .formatted(text));
        }
        return new Relation.TypeRef.Number(number);
    }

    private void checkLength(int line, String what, String text, int bytesMax) {
        int length = text.getBytes(StandardCharsets.UTF_8).length;
        if (length > bytesMax) {
            throw error(
                    line,
                    "found a %s of %d bytes, expected at most %d: %s..."
                            .formatted(what, length, bytesMax, text.substring(0, 20)));
        }
    }

    private byte arrays() {
        Byte given = entry == null ? null : entry.arrays();
        Byte fallback = mapping == null ? null : mapping.defaults().arrays();
        return given != null ? given : fallback != null ? fallback : ARRAY_DELIMITER;
    }

    private String filled(String text) {
        String filled = text;
        for (Map.Entry<String, String> placeholder : placeholders.entrySet()) {
            filled = filled.replace("{" + placeholder.getKey() + "}", placeholder.getValue());
        }
        return filled;
    }

    /**
     * The column with its job; whether ids and types without group are numbers is decided for all
     * files together.
     */
    private Column column(ColumnDraft draft) {
        Column.Role role =
                switch (draft.job()) {
                    case IGNORE -> Column.Role.IGNORE;
                    case NODE_ID, ID1 -> Column.Role.ID1;
                    case ID2 -> Column.Role.ID2;
                    case TYPE ->
                            draft.namesOnly() ? Column.Role.TYPE_NAME : Column.Role.TYPE_NUMBER;
                    case TIME -> Column.Role.TIME;
                    case VERSION -> Column.Role.VERSION;
                    case VISIBILITY -> Column.Role.VISIBILITY;
                    case DELETE -> Column.Role.DELETE;
                    case DATA -> Column.Role.DATA;
                    case PROPERTY -> Column.Role.PROPERTY;
                    case VALUE -> Column.Role.VALUE;
                };
        return new Column(
                draft.name(),
                role,
                draft.isId()
                        ? draft.group() != null ? draft.group() : draft.namesOnly() ? "" : null
                        : null,
                role == Column.Role.TIME ? draft.time() : null,
                role == Column.Role.PROPERTY ? draft.json() : null,
                role == Column.Role.VALUE ? draft.value() : null);
    }

    private static String describe(ColumnDraft.Job job) {
        return switch (job) {
            case IGNORE -> "left out";
            case NODE_ID -> "the id of a node";
            case ID1 -> "id1, where the link begins";
            case ID2 -> "id2, where the link ends";
            case TYPE -> "the type";
            case TIME -> "the time";
            case VERSION -> "the version";
            case VISIBILITY -> "the visibility";
            case DELETE -> "the mark of a delete";
            case DATA -> "the data";
            case PROPERTY -> "a property";
            case VALUE -> "a property of the node";
        };
    }

    private SluiceException error(int line, String found) {
        return mapping == null
                ? new SluiceException(ErrorCode.CONFIG, found)
                : mapping.error(line, found);
    }

    /** An error of the mapping's entry where there is one, else of the file's header. */
    private SluiceException wrong(String found) {
        return entry != null && mapping != null
                ? mapping.error(entry.line(), "%s: %s".formatted(fileName, found))
                : new SluiceException(
                        ErrorCode.INPUT,
                        "%s:%d: %s".formatted(fileName, layout.headerLineNumber(), found));
    }
}
