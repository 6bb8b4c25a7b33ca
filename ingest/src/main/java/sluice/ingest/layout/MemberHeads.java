package sluice.ingest.layout;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sluice.ingest.file.ParquetFiles;
import sluice.ingest.json.HeadMembers;
import sluice.ingest.json.JsonContent;
import sluice.ingest.mapping.FactOptions;
import sluice.ingest.mapping.Mapping;
import sluice.ingest.mapping.ToldFormat;
import sluice.ingest.row.Fields;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * Finds the heads of files whose lines are objects of JSON with columns, and turns them into
 * delimited text. Files of one entry of a mapping have the same columns. Used once.
 */
public final class MemberHeads {
    private static final byte ARRAY_DELIMITER = ';';

    private final @Nullable Mapping mapping;
    private final FactOptions options;
    private final Map<Mapping.Entry, HeadMembers> members = new HashMap<>();

    public MemberHeads(@Nullable Mapping mapping, FactOptions options) {
        this.mapping = mapping;
        this.options = options;
    }

    /** The entry by which the lines of {@code head} are objects with columns; null for none. */
    private Mapping.@Nullable Entry entry(FileHead head) {
        Mapping.Entry entry = mapping == null ? null : mapping.entry(head.name());
        if (entry == null || head.codec().isRows()) {
            return null;
        }
        boolean isLikely =
                entry.saysColumns()
                        && !entry.facts().isSaid()
                        && options.syntax() == null
                        && JsonContent.isNamed(head.name())
                        && JsonContent.isObjects(head.text())
                        && !head.isLedger();
        return entry.objectRows() || isLikely ? entry : null;
    }

    /** Looks at the members of a file, behind the lines that it skips. */
    public void add(FileHead head) {
        Mapping.Entry entry = entry(head);
        if (entry == null) {
            return;
        }
        if (JsonContent.isArray(head.text())) {
            throw refusal(
                    head,
                    "found one array, expected an object in each line; write it so with: jq -c '.[]'");
        }
        String nullText = ToldFormat.of(mapping, entry).dialect().nullText();
        HeadMembers of =
                members.computeIfAbsent(entry, each -> new HeadMembers(whole(each), nullText));
        if (!of.add(head.text(), head.whole())) {
            throw refusal(
                    head,
                    "found no line that is an object, expected one in each line; write it so with: jq -c .");
        }
    }

    private static SluiceException refusal(FileHead head, String found) {
        return new SluiceException(ErrorCode.INPUT, head.name() + ": " + found);
    }

    /** The columns that hold whole values: those left out, and the bytes of the data. */
    private static Set<String> whole(Mapping.Entry entry) {
        Set<String> whole = new HashSet<>();
        entry.columnChanges()
                .forEach(
                        (name, change) -> {
                            ColumnDraft.Job job = ColumnDraft.parse(change).job();
                            if (job == ColumnDraft.Job.IGNORE || job == ColumnDraft.Job.DATA) {
                                whole.add(name);
                            }
                        });
        if (entry.data() instanceof Mapping.Data.Bytes(var column)) {
            whole.add(column.name());
        }
        return whole;
    }

    /** The head as delimited text, if {@link #add} has looked at its members; else itself. */
    public FileHead turned(FileHead head) {
        Mapping.Entry entry = entry(head);
        HeadMembers of = entry == null ? null : members.get(entry);
        if (entry == null || of == null) {
            return head;
        }
        // A list says what a header would say of its columns.
        List<String> columns = new ArrayList<>(listed(entry));
        List<String> header = new ArrayList<>();
        if (entry.columns() != null) {
            header.addAll(entry.columns());
        }
        of.names().stream().filter(name -> !columns.contains(name)).forEach(columns::add);
        addSaid(entry, head, columns);
        for (String column : columns.subList(header.size(), columns.size())) {
            header.add(column + (ParquetFiles.isProperty(column) ? of.type(column) : ""));
        }
        if (columns.isEmpty()) {
            // It holds blank lines at most.
            return head.ofMembers(List.of("id1", "id2"), new byte[0]);
        }
        Byte arrays = entry.arrays();
        if (arrays == null && mapping != null) {
            arrays = mapping.defaults().arrays();
        }
        byte[] text =
                of.text(
                        head.text(),
                        head.whole(),
                        header,
                        columns,
                        arrays == null ? ARRAY_DELIMITER : arrays);
        return head.ofMembers(columns, text);
    }

    /** The names in an entry's list of columns. */
    private List<String> listed(Mapping.Entry entry) {
        List<String> said = entry.columns() == null ? List.of() : entry.columns();
        List<ColumnDraft> drafts = ColumnDraft.parseAll(said);
        List<String> names = drafts.stream().map(ColumnDraft::name).toList();
        if (names.contains(":IGNORE") && mapping != null) {
            throw mapping.error(
                    entry.line("columns"),
                    "found an empty column for objects, whose members have no order; expected their names, or a table such as columns: {note: \":IGNORE\"}");
        }
        return names;
    }

    /** Adds the columns that an entry names and no object shows. */
    private void addSaid(Mapping.Entry entry, FileHead head, List<String> columns) {
        Set<String> renamed = new HashSet<>();
        entry.columnChanges().values().forEach(to -> renamed.add(ColumnDraft.parse(to).name()));
        List<String> seen = List.copyOf(columns);
        for (String name : entry.columnChanges().keySet()) {
            if (!columns.contains(name)) {
                columns.add(name);
            }
        }
        for (Mapping.ColumnName column : entry.columnNames()) {
            String name = column.name();
            if (column.position() > 0 || columns.contains(name) || renamed.contains(name)) {
                continue;
            }
            if (mapping != null && isNeeded(entry, column) && !seen.isEmpty()) {
                String nearest = Fields.nearest(name, seen);
                throw mapping.error(
                        column.line(),
                        "found column \"%s\", but no object at the beginning of %s has such a member%s; they have %s"
                                .formatted(
                                        name,
                                        head.name(),
                                        nearest == null
                                                ? ""
                                                : "; did you mean \"" + nearest + "\"?",
                                        String.join(", ", seen)));
            }
            columns.add(name);
        }
    }

    /** Whether no row can be without the column: its id, type or time. */
    private static boolean isNeeded(Mapping.Entry entry, Mapping.ColumnName column) {
        boolean isTime = entry.time() != null && entry.time().column().equals(column);
        boolean isType =
                entry.type() instanceof Mapping.Type.FromColumn(var of, _) && of.equals(column);
        boolean isId = false;
        for (Mapping.Id id : Arrays.asList(entry.id(), entry.id1(), entry.id2())) {
            isId |= id != null && column.equals(id.column());
        }
        return isTime || isType || isId;
    }
}
