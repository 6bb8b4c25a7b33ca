package sluice.ingest.layout;

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
    private final ColumnJobs jobs;
    private final List<ColumnDraft> columns;

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
        this.jobs = new ColumnJobs(fileName, layout.columns(), mapping, entry, placeholders);
        this.columns = jobs.columns();
    }

    Relation build() {
        if (mapping != null) {
            jobs.apply(mapping.defaults(), false);
            if (entry != null) {
                jobs.apply(entry, true);
            }
        }
        checkTypes();
        RowKind kind = jobs.kind();
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
                throw jobs.error(
                        entry.line("columns"),
                        ColumnJobs.unknownType(column.unknownType(), column.name()));
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
                    return jobs.error(
                            given.line(key),
                            "%s for %s, expected two bytes".formatted(found, fileName));
                }
            }
        }
        return wrong(found + ", expected two bytes; say in a mapping what they are");
    }

    private void checkJobs(RowKind kind) {
        Set<ColumnDraft.Job> needed =
                kind == RowKind.NODE
                        ? Set.of(ColumnDraft.Job.NODE_ID)
                        : Set.of(ColumnDraft.Job.ID1, ColumnDraft.Job.ID2);
        for (ColumnDraft.Job job :
                List.of(ColumnDraft.Job.NODE_ID, ColumnDraft.Job.ID1, ColumnDraft.Job.ID2)) {
            boolean found = jobs.indexOf(job) >= 0;
            if (needed.contains(job) && !found) {
                throw wrong(
                        "found no column that is %s, expected one; its columns are %s"
                                .formatted(ColumnJobs.describe(job), jobs.names()));
            }
            if (!needed.contains(job) && found) {
                throw wrong(
                        "found column \"%s\" as %s in a relation of %s, expected none"
                                .formatted(
                                        columns.get(jobs.indexOf(job)).name(),
                                        ColumnJobs.describe(job),
                                        kind == RowKind.NODE ? "nodes" : "links"));
            }
        }
        int visibility = jobs.indexOf(ColumnDraft.Job.VISIBILITY);
        if (kind == RowKind.NODE && visibility >= 0) {
            String found =
                    "found column \"%s\" as the visibility in a relation of nodes, expected none; links have one, nodes do not"
                            .formatted(columns.get(visibility).name());
            throw entry != null && entry.visibility() != null
                    ? jobs.error(entry.visibility().line(), fileName + ": " + found)
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
                                            .formatted(
                                                    other, column.name(), ColumnJobs.describe(job))
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
                String key = jobs.kind() == RowKind.NODE ? "node" : "link";
                throw jobs.error(
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
        if (jobs.indexOf(ColumnDraft.Job.TYPE) >= 0) {
            return null;
        }
        if (!isTypedHeader()) {
            return new Relation.TypeRef.Number(0);
        }
        if (kind == RowKind.LINK) {
            return new Relation.TypeRef.Named(PartName.linkType(name));
        }
        String group = columns.get(jobs.indexOf(ColumnDraft.Job.NODE_ID)).group();
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
        String text = jobs.filled(constant.text());
        if (!Fields.isUnsignedNumber(text)) {
            jobs.checkLength(constant.line(), "type", text, NameCollector.TYPE_NAME_BYTES_MAX);
            return new Relation.TypeRef.Named(text);
        }
        long number = Long.parseUnsignedLong(text);
        if (ReservedTypes.has(number)) {
            throw jobs.error(
                    constant.line(),
                    "found the type %s, one of the numbers that types with names and properties get; expected another number, or a name"
                            .formatted(text));
        }
        return new Relation.TypeRef.Number(number);
    }

    private byte arrays() {
        Byte given = entry == null ? null : entry.arrays();
        Byte fallback = mapping == null ? null : mapping.defaults().arrays();
        return given != null ? given : fallback != null ? fallback : ARRAY_DELIMITER;
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
        boolean hasConstants = draft.value() != null && !draft.value().constants().isEmpty();
        return new Column(
                draft.name(),
                role,
                draft.isId()
                        ? draft.group() != null ? draft.group() : draft.namesOnly() ? "" : null
                        : null,
                role == Column.Role.TIME ? draft.time() : null,
                role == Column.Role.PROPERTY ? draft.json() : null,
                role == Column.Role.VALUE || hasConstants ? draft.value() : null);
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
