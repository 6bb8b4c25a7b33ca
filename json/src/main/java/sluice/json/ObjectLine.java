package sluice.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns objects into lines of delimited text: a field for each column, parted by commas, a text in
 * double quotes where it needs them. A member that is missing or null is an empty field, which an
 * empty text in quotes is not. Belongs to one thread.
 *
 * <p>No member is left out in silence: an object is refused that has one which is no column, has
 * one twice, or has a value that its column cannot take. Hot: no object for each line.
 */
public final class ObjectLine {
    /** Which values a column takes. */
    public enum Shape {
        /** A text, a number or a boolean. */
        VALUE,
        /** Several of them in an array, or one alone. */
        ARRAY,
        /** Any value; an array or an object as it is written. */
        WRITTEN,
        /** Any value, which is left out. */
        LEFT_OUT
    }

    /** A column: the path of its member, and what values it takes. */
    public record Column(String name, Shape shape) {}

    private static final int NO_MEMBER = -1;
    private static final int FIRST_BYTES = 1 << 12;

    /** How many bytes behind the line can be read. */
    private static final int SLACK_BYTES = 64;

    private final Members members = new Members();
    private final JsonStrings decoded = new JsonStrings();
    private final byte[][] names;
    private final Shape[] shapes;
    private final byte arrayDelimiter;
    private final byte @Nullable [] nullText;

    /** Columns by the hash of their names; free places hold -1. */
    private final int[] table;

    /** The member of each column in the object at hand. */
    private final int[] found;

    private byte[] line = new byte[FIRST_BYTES];
    private int length;
    private int place;
    private String cause = "";

    /**
     * @param arrayDelimiter parts the values of an array in its field
     * @param nullText a text or number that is no value, or null for none
     */
    public ObjectLine(List<Column> columns, byte arrayDelimiter, @Nullable String nullText) {
        int count = columns.size();
        names = new byte[count][];
        shapes = new Shape[count];
        found = new int[count];
        table = new int[Integer.highestOneBit(Math.max(1, count)) * 4];
        Arrays.fill(table, NO_MEMBER);
        for (int index = 0; index < count; index++) {
            names[index] = columns.get(index).name().getBytes(StandardCharsets.UTF_8);
            shapes[index] = columns.get(index).shape();
            int at = hash(names[index], 0, names[index].length);
            while (table[at] >= 0) {
                at = at + 1 & table.length - 1;
            }
            table[at] = index;
        }
        this.arrayDelimiter = arrayDelimiter;
        this.nullText = nullText == null ? null : nullText.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Turns the object in the bytes of {@code text} from {@code from} to {@code to} into a line,
     * with its line end; false where it cannot be: {@link #place} and {@link #cause} say why then.
     */
    public boolean turn(byte[] text, int from, int to) {
        length = 0;
        if (!members.read(text, from, to)) {
            place = members.place();
            cause = members.cause();
            return false;
        }
        if (!assign()) {
            return false;
        }
        for (int column = 0; column < found.length; column++) {
            if (column > 0) {
                put((byte) ',');
            }
            int member = found[column];
            if (member < 0 || shapes[column] == Shape.LEFT_OUT || isNull(member)) {
                if (found.length == 1) {
                    // No row is an empty line.
                    put((byte) '"');
                    put((byte) '"');
                }
            } else if (!put(text, column, member)) {
                return false;
            }
        }
        put((byte) '\n');
        return true;
    }

    /** The line, followed by some readable bytes; good until the next call. */
    public byte[] bytes() {
        return line;
    }

    public int length() {
        return length;
    }

    /** Where in the text the fault is. */
    public int place() {
        return place;
    }

    public String cause() {
        return cause;
    }

    /** Where in the text the value of {@code column} begins; -1 where the object has none. */
    public int placeOf(int column) {
        return found[column] < 0 ? -1 : members.from(found[column]);
    }

    /** Finds the column of each member. */
    private boolean assign() {
        Arrays.fill(found, NO_MEMBER);
        int expected = 0;
        int member = 0;
        while (member < members.count()) {
            Members.Kind kind = members.kind(member);
            int column = column(member, expected);
            int next = members.next(member);
            if (column >= 0) {
                if (found[column] >= 0) {
                    return fault(member, "is there twice; expected it once");
                }
                if (kind == Members.Kind.OBJECT && takesScalars(column)) {
                    return fault(
                            member,
                            shapes[column] == Shape.ARRAY
                                    ? "is an object, and its column takes single values and arrays; expected one of those"
                                    : "is an object, and its column takes single values; expected one of those");
                }
                if (kind == Members.Kind.ARRAY && shapes[column] == Shape.VALUE) {
                    return fault(
                            member,
                            "is an array, and its column takes single values; expected one of those, or say in columns of the mapping that it is an array, as in %s"
                                    .formatted(said(member, ":string[]")));
                }
                found[column] = member;
                expected = column + 1;
            } else if (kind == Members.Kind.OBJECT) {
                if (isTwice(member)) {
                    return fault(member, "is there twice; expected it once");
                }
                next = member + 1;
            } else if (kind != Members.Kind.NULL) {
                return fault(
                        member,
                        "is no column: neither the mapping nor the beginning of the file has it; name it in columns of the mapping, as in %s"
                                .formatted(said(member, "")));
            }
            member = next;
        }
        return true;
    }

    private boolean takesScalars(int column) {
        return shapes[column] == Shape.VALUE || shapes[column] == Shape.ARRAY;
    }

    /** Whether an object with the path of {@code member} came before; such objects are few. */
    private boolean isTwice(int member) {
        byte[] bytes = members.names();
        for (int before = 0; before < member; before++) {
            if (members.kind(before) == Members.Kind.OBJECT
                    && Arrays.equals(
                            bytes,
                            members.nameFrom(before),
                            members.nameEnd(before),
                            bytes,
                            members.nameFrom(member),
                            members.nameEnd(member))) {
                return true;
            }
        }
        return false;
    }

    /** The column of {@code member}, most likely {@code expected}; -1 for no column. */
    private int column(int member, int expected) {
        byte[] bytes = members.names();
        int from = members.nameFrom(member);
        int end = members.nameEnd(member);
        if (expected < names.length && is(expected, bytes, from, end)) {
            return expected;
        }
        for (int at = hash(bytes, from, end); table[at] >= 0; at = at + 1 & table.length - 1) {
            if (is(table[at], bytes, from, end)) {
                return table[at];
            }
        }
        return NO_MEMBER;
    }

    private boolean is(int column, byte[] bytes, int from, int end) {
        byte[] name = names[column];
        return Arrays.equals(name, 0, name.length, bytes, from, end);
    }

    private int hash(byte[] bytes, int from, int end) {
        int hash = 0x811c9dc5;
        for (int at = from; at < end; at++) {
            hash = (hash ^ bytes[at]) * 0x01000193;
        }
        return (hash ^ hash >>> 15) & table.length - 1;
    }

    private boolean isNull(int member) {
        if (members.kind(member) == Members.Kind.NULL) {
            return true;
        }
        byte[] none = nullText;
        return none != null && members.is(member, none);
    }

    /** Puts the value of {@code member} as a field. */
    private boolean put(byte[] text, int column, int member) {
        int from = members.from(member);
        int end = members.end(member);
        Members.Kind kind = members.kind(member);
        if (shapes[column] == Shape.ARRAY) {
            return kind == Members.Kind.ARRAY
                    ? putArray(text, member)
                    : putParts(text, member, from, end);
        }
        if (kind != Members.Kind.TEXT) {
            putText(text, from, end);
        } else if (JsonStrings.hasEscape(text, from + 1, end - 1)) {
            decoded.clear();
            decoded.append(text, from + 1, end - 1);
            putText(decoded.decoded(), 0, decoded.length());
        } else {
            putText(text, from + 1, end - 1);
        }
        return true;
    }

    /** Puts one value as an array of one. */
    private boolean putParts(byte[] text, int member, int from, int end) {
        decoded.clear();
        if (!addPart(text, member, from, end)) {
            return false;
        }
        return endParts(member, 1);
    }

    private boolean putArray(byte[] text, int member) {
        decoded.clear();
        int at = blanks(text, members.from(member) + 1);
        int parts = 0;
        while (text[at] != ']') {
            if (text[at] == '{' || text[at] == '[' || text[at] == 'n') {
                return fault(
                        member,
                        "is an array with %s in it; expected texts, numbers and booleans"
                                .formatted(
                                        text[at] == '{'
                                                ? "an object"
                                                : text[at] == '[' ? "an array" : "null"));
            }
            int end = partEnd(text, at);
            if (parts++ > 0) {
                decoded.appendPlain(new byte[] {arrayDelimiter}, 0, 1);
            }
            if (!addPart(text, member, at, end)) {
                return false;
            }
            at = blanks(text, end);
            at = text[at] == ',' ? blanks(text, at + 1) : at;
        }
        return endParts(member, parts);
    }

    private static int partEnd(byte[] text, int from) {
        if (text[from] == '"') {
            return JsonStrings.closing(text, from + 1) + 1;
        }
        int at = from;
        while (text[at] != ',' && text[at] != ']' && !ObjectEnds.isBlank(text[at])) {
            at++;
        }
        return at;
    }

    private static int blanks(byte[] text, int from) {
        int at = from;
        while (ObjectEnds.isBlank(text[at])) {
            at++;
        }
        return at;
    }

    private boolean addPart(byte[] text, int member, int from, int end) {
        int before = decoded.length();
        boolean isText = text[from] == '"';
        decoded.append(text, isText ? from + 1 : from, isText ? end - 1 : end);
        for (int at = before; at < decoded.length(); at++) {
            if (decoded.decoded()[at] == arrayDelimiter) {
                return fault(
                        member,
                        "has a value with %s in it, the byte between the values of arrays; say another byte in the mapping, such as arrays: \"|\""
                                .formatted(Members.shown(new byte[] {arrayDelimiter}, 0, 1)));
            }
        }
        return true;
    }

    private boolean endParts(int member, int parts) {
        if (parts == 1 && decoded.length() == 0) {
            return fault(
                    member,
                    "is an array of one empty text, which an array without values cannot be told from; leave it out");
        }
        putText(decoded.decoded(), 0, decoded.length());
        return true;
    }

    private void putText(byte[] from, int start, int end) {
        if (start == end || needsQuotes(from, start, end)) {
            room(2 * (end - start) + 2);
            line[length++] = '"';
            for (int at = start; at < end; at++) {
                if (from[at] == '"') {
                    line[length++] = '"';
                }
                line[length++] = from[at];
            }
            line[length++] = '"';
            return;
        }
        room(end - start);
        System.arraycopy(from, start, line, length, end - start);
        length += end - start;
    }

    private static boolean needsQuotes(byte[] from, int start, int end) {
        for (int at = start; at < end; at++) {
            byte c = from[at];
            if (c == ',' || c == '"' || c == '\n' || c == '\r') {
                return true;
            }
        }
        byte first = from[start];
        return first >= 0 && first <= ' ' || first == (byte) 0xef || from[end - 1] == ' ';
    }

    private void put(byte value) {
        room(1);
        line[length++] = value;
    }

    private void room(int more) {
        int needed = Math.addExact(length, more + SLACK_BYTES);
        if (needed > line.length) {
            long larger = Math.max(needed, 2L * line.length);
            line = Arrays.copyOf(line, (int) Math.min(larger, Integer.MAX_VALUE - 8));
        }
    }

    private String said(int member, String type) {
        String name = members.name(member).replace("\\", "\\\\").replace("\"", "\\\"");
        return "columns: {\"%s\": \"%s%s\"}".formatted(name, name, type);
    }

    private boolean fault(int member, String why) {
        place = members.from(member);
        cause =
                "member %s %s"
                        .formatted(
                                Members.shown(
                                        members.names(),
                                        members.nameFrom(member),
                                        members.nameEnd(member)),
                                why);
        return false;
    }
}
