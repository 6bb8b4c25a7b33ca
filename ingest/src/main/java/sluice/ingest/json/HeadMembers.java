package sluice.ingest.json;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sluice.json.Members;
import sluice.json.ObjectLine;

/**
 * The members of the objects at the beginning of files, in the order in which they come first, with
 * the type that all values of each have.
 */
public final class HeadMembers {
    /** How many lines of a head become text: more are not looked at. */
    private static final int LINES_MAX = 200;

    /** Members that are taken as they are written, whatever is nested in them. */
    private final Set<String> whole;

    private final Map<String, Seen> seen = new LinkedHashMap<>();

    /** The kinds of the values of a member. */
    private static final class Seen {
        final Set<Members.Kind> kinds = EnumSet.noneOf(Members.Kind.class);
        boolean isArray;
        boolean isLarge;
    }

    /** The text or number that is no value, or null for none. */
    private final byte @Nullable [] nullText;

    public HeadMembers(Set<String> whole, @Nullable String nullText) {
        this.whole = Set.copyOf(whole);
        this.nullText = nullText == null ? null : nullText.getBytes(StandardCharsets.UTF_8);
    }

    /** A line of a head: its bytes from {@code from} to {@code end}, without its line end. */
    private record Line(int from, int end) {}

    /**
     * Adds the whole lines of a head.
     *
     * @param isWhole whether it is all of its file
     * @return whether a line is an object, or none holds anything
     */
    public boolean add(byte[] head, boolean isWhole) {
        Members members = new Members();
        boolean isBlank = true;
        boolean hasObject = false;
        for (Line line : lines(head, isWhole)) {
            isBlank &= isBlank(head, line);
            if (members.read(head, line.from, line.end)) {
                hasObject = true;
                add(members);
            }
        }
        return hasObject || isBlank;
    }

    private void add(Members members) {
        int member = 0;
        while (member < members.count()) {
            Members.Kind kind = members.kind(member);
            String name = members.name(member);
            if (whole.contains(name)) {
                seen.computeIfAbsent(name, _ -> new Seen());
                member = members.next(member);
                continue;
            }
            if (kind != Members.Kind.OBJECT) {
                Seen here = seen.computeIfAbsent(name, _ -> new Seen());
                if (kind == Members.Kind.ARRAY) {
                    here.isArray = true;
                    members.addItems(member, here.kinds);
                } else if (kind != Members.Kind.NULL && !isNull(members, member)) {
                    here.kinds.add(kind);
                }
                here.isLarge |= kind == Members.Kind.WHOLE && members.isLarge(member);
            }
            member++;
        }
    }

    private boolean isNull(Members members, int member) {
        return nullText != null && members.is(member, nullText);
    }

    private static List<Line> lines(byte[] head, boolean isWhole) {
        List<Line> lines = new ArrayList<>();
        int from = 0;
        for (int at = 0; at < head.length; at++) {
            if (head[at] == '\n') {
                lines.add(new Line(from, at));
                from = at + 1;
            }
        }
        if (isWhole && from < head.length) {
            lines.add(new Line(from, head.length));
        }
        return lines;
    }

    private static boolean isBlank(byte[] head, Line line) {
        for (int at = line.from; at < line.end; at++) {
            if (head[at] < 0 || head[at] > ' ') {
                return false;
            }
        }
        return true;
    }

    /** The names of the members. */
    public List<String> names() {
        return List.copyOf(seen.keySet());
    }

    /** The type of a member as a header says it behind a name; nothing for texts and mixtures. */
    public String type(String name) {
        Seen of = seen.get(name);
        if (of == null || whole.contains(name)) {
            return "";
        }
        String type = "";
        if (of.kinds.equals(EnumSet.of(Members.Kind.WHOLE))) {
            type = of.isLarge ? "" : ":long";
        } else if (of.kinds.contains(Members.Kind.REAL)
                && EnumSet.of(Members.Kind.WHOLE, Members.Kind.REAL).containsAll(of.kinds)) {
            type = of.isLarge ? "" : ":double";
        } else if (of.kinds.equals(EnumSet.of(Members.Kind.BOOLEAN))) {
            type = ":boolean";
        }
        return of.isArray ? (type.isEmpty() ? ":string" : type) + "[]" : type;
    }

    /**
     * The lines of a head as delimited text: {@code header}, then a line for each of its own, which
     * is empty where it is no row.
     *
     * @param columns the members that are columns
     */
    public byte[] text(
            byte[] head,
            boolean isWhole,
            List<String> header,
            List<String> columns,
            byte arrayDelimiter) {
        List<ObjectLine.Column> shapes = new ArrayList<>();
        for (String column : columns) {
            shapes.add(
                    new ObjectLine.Column(
                            column,
                            whole.contains(column)
                                    ? ObjectLine.Shape.WRITTEN
                                    : type(column).endsWith("[]")
                                            ? ObjectLine.Shape.ARRAY
                                            : ObjectLine.Shape.VALUE));
        }
        ObjectLine object = new ObjectLine(shapes, arrayDelimiter, null);
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        byte[] first = header(header).getBytes(StandardCharsets.UTF_8);
        text.write(first, 0, first.length);
        for (Line line : lines(head, isWhole).stream().limit(LINES_MAX).toList()) {
            if (object.turn(head, line.from, line.end)) {
                byte[] bytes = object.bytes();
                // A line end in a text would be one of the file.
                for (int at = 0; at < object.length() - 1; at++) {
                    bytes[at] = bytes[at] == '\n' ? (byte) ' ' : bytes[at];
                }
                text.write(bytes, 0, object.length());
            } else {
                text.write('\n');
            }
        }
        return text.toByteArray();
    }

    private static String header(List<String> columns) {
        StringBuilder line = new StringBuilder();
        for (String column : columns) {
            line.append(line.isEmpty() ? "" : ",");
            line.append('"').append(column.replace("\"", "\"\"")).append('"');
        }
        return line.append('\n').toString();
    }
}
