package sluice.ingest.layout;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sluice.dictionary.NameCollector;
import sluice.ingest.fact.ValueColumn;
import sluice.ingest.fact.ValueColumns;
import sluice.ingest.mapping.MappedProperties;
import sluice.ingest.mapping.Mapping;
import sluice.ingest.mapping.YamlText;
import sluice.ingest.row.Fields;
import sluice.model.ErrorCode;
import sluice.model.RowKind;
import sluice.model.SluiceException;

/** The columns of one file, and the jobs that a mapping gives to them. Used once. */
final class ColumnJobs {
    private final String fileName;
    private final @Nullable Mapping mapping;
    private final Mapping.@Nullable Entry entry;
    private final Map<String, String> placeholders;
    private final List<ColumnDraft> columns;

    /** Columns whose job the mapping gave. */
    private final Set<Integer> mapped = new HashSet<>();

    ColumnJobs(
            String fileName,
            List<ColumnDraft> columns,
            @Nullable Mapping mapping,
            Mapping.@Nullable Entry entry,
            Map<String, String> placeholders) {
        this.fileName = fileName;
        this.columns = new ArrayList<>(columns);
        this.mapping = mapping;
        this.entry = entry;
        this.placeholders = placeholders;
    }

    /** The columns that {@code entry} names as the file does, other than by position, in order. */
    static Set<String> namedInFile(Mapping.Entry entry) {
        Set<String> names = new LinkedHashSet<>();
        entry.columnNames().stream()
                .filter(column -> column.position() == 0)
                .forEach(column -> names.add(column.name()));
        Map<String, String> changes = entry.columnChanges();
        changes.values().forEach(to -> names.remove(ColumnDraft.parse(to).name()));
        names.addAll(changes.keySet());
        return names;
    }

    /** The columns as they are now; they change with {@link #apply}. */
    List<ColumnDraft> columns() {
        return columns;
    }

    /**
     * Gives columns the jobs that {@code given} says; {@code strict} where a missing column is an
     * error.
     */
    void apply(Mapping.Entry given, boolean strict) {
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
        applyTypes(given);
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

    /** The nodes' types: the fields of a column, or values beside the id. */
    private void applyTypes(Mapping.Entry given) {
        Mapping.NodeTypes types = given.nodeTypes();
        if (types == null) {
            return;
        }
        if (kind() == RowKind.LINK) {
            throw error(
                    types.line(),
                    "found types for %s, whose rows are links, expected them for nodes"
                            .formatted(fileName));
        }
        Mapping.ColumnName named = types.column();
        if (named == null) {
            int id = indexOf(ColumnDraft.Job.NODE_ID);
            if (id >= 0) {
                List<String> names = types.names().stream().map(this::filled).distinct().toList();
                columns.set(id, columns.get(id).withConstants(ValueColumn.ofTypes(names)));
            }
            return;
        }
        int index = find(named, true);
        ColumnDraft.Job job = columns.get(index).job();
        if (job != ColumnDraft.Job.PROPERTY && job != ColumnDraft.Job.IGNORE) {
            throw error(
                    types.line(),
                    "found column %s as types, but it is %s already; expected one job for each column"
                            .formatted(named, describe(job)));
        }
        columns.set(index, columns.get(index).withValue(ValueColumn.ofTypes()));
        mapped.add(index);
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

    int indexOf(ColumnDraft.Job job) {
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

    String names() {
        return String.join(", ", columns.stream().map(ColumnDraft::name).toList());
    }

    RowKind kind() {
        if (entry != null && entry.kind() != null) {
            return entry.kind();
        }
        return indexOf(ColumnDraft.Job.NODE_ID) >= 0 ? RowKind.NODE : RowKind.LINK;
    }

    static String unknownType(String type, String column) {
        return "found the unknown type \"%s\" for column \"%s\", expected one of %s"
                .formatted(type, column, ColumnDraft.knownTypes());
    }

    void checkLength(int line, String what, String text, int bytesMax) {
        int length = text.getBytes(StandardCharsets.UTF_8).length;
        if (length > bytesMax) {
            throw error(
                    line,
                    "found a %s of %d bytes, expected at most %d: %s..."
                            .formatted(what, length, bytesMax, text.substring(0, 20)));
        }
    }

    String filled(String text) {
        String filled = text;
        for (Map.Entry<String, String> placeholder : placeholders.entrySet()) {
            filled = filled.replace("{" + placeholder.getKey() + "}", placeholder.getValue());
        }
        return filled;
    }

    static String describe(ColumnDraft.Job job) {
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

    SluiceException error(int line, String found) {
        return mapping == null
                ? new SluiceException(ErrorCode.CONFIG, found)
                : mapping.error(line, found);
    }
}
