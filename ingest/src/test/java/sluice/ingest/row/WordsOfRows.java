package sluice.ingest.row;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import sluice.model.RowKind;
import sluice.model.RowSink;

/**
 * Writes down in words what a parser makes of one file: a line for each row, and the bytes of each
 * rejected one. A letter stands for a byte.
 */
public final class WordsOfRows implements NameResolver {
    public final List<String> words = new ArrayList<>();

    private final Relation relation;
    private final List<String> groups = new ArrayList<>();
    private final List<String> names = new ArrayList<>();

    public WordsOfRows(Relation relation) {
        this.relation = relation;
    }

    public static String rejected(String row) {
        return "rejected " + row;
    }

    public RowSink sink() {
        boolean link = relation.kind() == RowKind.LINK;
        boolean idNames = hasColumn(Column.Role.ID1) && isGrouped();
        boolean typeNames =
                hasColumn(Column.Role.TYPE_NAME)
                        || relation.type() instanceof Relation.TypeRef.Named;
        return (id1, type, id2, time, version, flags, data, offset, length) ->
                words.add(
                        "%s %s %s %s time=%s version=%s%s%s data=%s"
                                .formatted(
                                        link ? "link" : "node",
                                        text(id1, idNames),
                                        typeNames
                                                ? "'" + text(type, true) + "'"
                                                : Long.toUnsignedString(type),
                                        text(id2, idNames && link),
                                        time,
                                        version,
                                        (flags & RowSink.HIDDEN) != 0 ? " hidden" : "",
                                        (flags & RowSink.TOMBSTONE) != 0 ? " deleted" : "",
                                        text(data, offset, length)));
    }

    public Rejects rejects() {
        return (_, _, _, _, row) -> words.add(rejected(text(row, 0, row.length)));
    }

    private boolean hasColumn(Column.Role role) {
        return relation.columns().stream().anyMatch(column -> column.role() == role);
    }

    private boolean isGrouped() {
        return relation.columns().stream().anyMatch(column -> column.group() != null);
    }

    private String text(long number, boolean name) {
        return name ? names.get((int) number) : Long.toUnsignedString(number);
    }

    private static String text(byte[] bytes, int offset, int length) {
        return new String(bytes, offset, length, StandardCharsets.ISO_8859_1);
    }

    private long number(String name) {
        names.add(name);
        return names.size() - 1;
    }

    @Override
    public int group(String name) {
        groups.add(name);
        return groups.size() - 1;
    }

    @Override
    public long id(int group, byte[] bytes, int offset, int length) {
        return number(groups.get(group) + ":" + text(bytes, offset, length));
    }

    @Override
    public long type(String name) {
        return number(name);
    }

    @Override
    public long type(byte[] bytes, int offset, int length) {
        return number(text(bytes, offset, length));
    }
}
