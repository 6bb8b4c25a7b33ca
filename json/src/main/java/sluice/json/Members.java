package sluice.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;

/**
 * The members of one object that is a line of JSON, those of nested objects by their path with
 * dots. Filled again and again; belongs to one thread.
 *
 * <p>The whole line is checked: that it is one object of JSON (RFC 8259) in UTF-8. Members of
 * arrays are not members of the object. Hot: no object for each member.
 */
public final class Members {
    /** The kind of a value. */
    public enum Kind {
        TEXT,
        WHOLE,
        REAL,
        BOOLEAN,
        NULL,
        ARRAY,
        OBJECT
    }

    /** How many members an object has at most. */
    public static final int MEMBERS_MAX = 1 << 14;

    private static final int NAMES_BYTES_MAX = 1 << 20;
    private static final int DEPTH_MAX = 64;
    private static final int FAULT = -1;
    private static final int SHOWN_BYTES_MAX = 20;
    private static final Kind[] KINDS = Kind.values();
    private static final byte[] DOT = {'.'};

    private final JsonStrings names = new JsonStrings();
    private final JsonStrings decoded = new JsonStrings();
    private int[] kinds = new int[16];
    private int[] nameEnds = new int[16];
    private int[] froms = new int[16];
    private int[] ends = new int[16];
    private int[] nexts = new int[16];
    private int count;

    private byte[] text = {};
    private int to;
    private int place;
    private String cause = "";

    /** The kind of the value that was read last. */
    private Kind kind = Kind.NULL;

    /**
     * Reads the line of {@code line} from {@code from} to {@code lineEnd}, without its line end;
     * false where it is no object: {@link #place} and {@link #cause} say why then.
     */
    public boolean read(byte[] line, int from, int lineEnd) {
        text = line;
        to = lineEnd;
        count = 0;
        names.clear();
        int at = blanks(from);
        if (at == to || text[at] != '{') {
            return fault(at, "found %s; expected an object, {…}, in each line".formatted(found(at)))
                    >= 0;
        }
        int end = members(at + 1, 0, -1, -1);
        if (end < 0) {
            return false;
        }
        int rest = blanks(end);
        if (rest < to) {
            fault(
                    rest,
                    "found %s behind the object; expected one object in each line"
                            .formatted(found(rest)));
        }
        return rest == to;
    }

    /** How many members there are, with those of nested objects. */
    public int count() {
        return count;
    }

    public Kind kind(int member) {
        return KINDS[kinds[member]];
    }

    /** The path of a member, in words. */
    public String name(int member) {
        int from = nameFrom(member);
        return new String(names.decoded(), from, nameEnds[member] - from, StandardCharsets.UTF_8);
    }

    /** Adds the kinds of the values in the array {@code member}, without those of null. */
    public void addItems(int member, Set<Kind> to) {
        int at = blanks(froms[member] + 1);
        while (text[at] != ']') {
            at = plainValue(at, 0);
            if (kind != Kind.NULL) {
                to.add(kind);
            }
            at = blanks(at);
            at = text[at] == ',' ? blanks(at + 1) : at;
        }
    }

    /** Whether the value of {@code member} is a text, a number or a word with these bytes. */
    public boolean is(int member, byte[] value) {
        Kind of = kind(member);
        if (of == Kind.ARRAY || of == Kind.OBJECT) {
            return false;
        }
        int quote = of == Kind.TEXT ? 1 : 0;
        int from = froms[member] + quote;
        int end = ends[member] - quote;
        if (quote == 0 || !JsonStrings.hasEscape(text, from, end)) {
            return Arrays.equals(text, from, end, value, 0, value.length);
        }
        decoded.clear();
        decoded.append(text, from, end);
        return Arrays.equals(decoded.decoded(), 0, decoded.length(), value, 0, value.length);
    }

    /** Whether the whole number {@code member} does not fit 64 bits with a sign. */
    public boolean isLarge(int member) {
        return !JsonNumber.fault(text, froms[member], ends[member]).isEmpty();
    }

    /** The member behind {@code member} and all that is nested in it. */
    public int next(int member) {
        return nexts[member];
    }

    byte[] names() {
        return names.decoded();
    }

    int nameFrom(int member) {
        return member == 0 ? 0 : nameEnds[member - 1];
    }

    int nameEnd(int member) {
        return nameEnds[member];
    }

    /** Where the value begins in the text, with its quote or bracket. */
    int from(int member) {
        return froms[member];
    }

    int end(int member) {
        return ends[member];
    }

    /** Where in the text the fault is. */
    public int place() {
        return place;
    }

    public String cause() {
        return cause;
    }

    /** Reads the members behind an opening brace; returns the place behind the closing one. */
    private int members(int from, int depth, int pathFrom, int pathEnd) {
        int at = blanks(from);
        if (at < to && text[at] == '}') {
            return at + 1;
        }
        while (true) {
            at = blanks(at);
            if (at == to || text[at] != '"') {
                return unexpected(at, "a name in quotes");
            }
            int end = string(at);
            if (end < 0) {
                return FAULT;
            }
            int colon = blanks(end);
            if (colon == to || text[colon] != ':') {
                return unexpected(colon, "a colon behind the name");
            }
            int member = add(at, end, pathFrom, pathEnd);
            if (member < 0) {
                return FAULT;
            }
            at = value(member, blanks(colon + 1), depth);
            if (at < 0) {
                return FAULT;
            }
            at = blanks(at);
            if (at < to && text[at] == '}') {
                return at + 1;
            }
            if (at == to || text[at] != ',') {
                return unexpected(at, "a comma or }");
            }
            at++;
        }
    }

    /** Adds a member with the name at {@code from}, behind the path of the object it is in. */
    private int add(int from, int end, int pathFrom, int pathEnd) {
        if (count == MEMBERS_MAX) {
            return fault(from, "the object has more than %d members".formatted(MEMBERS_MAX));
        }
        if (names.length() + (pathEnd - pathFrom) + 1 + (end - from) > NAMES_BYTES_MAX) {
            return fault(
                    from,
                    "the names in the object have more than %d bytes".formatted(NAMES_BYTES_MAX));
        }
        if (count == kinds.length) {
            kinds = Arrays.copyOf(kinds, 2 * count);
            nameEnds = Arrays.copyOf(nameEnds, 2 * count);
            froms = Arrays.copyOf(froms, 2 * count);
            ends = Arrays.copyOf(ends, 2 * count);
            nexts = Arrays.copyOf(nexts, 2 * count);
        }
        if (pathFrom >= 0) {
            names.appendPlain(names.decoded(), pathFrom, pathEnd);
            names.appendPlain(DOT, 0, 1);
        }
        names.append(text, from + 1, end - 1);
        nameEnds[count] = names.length();
        return count++;
    }

    private int value(int member, int at, int depth) {
        froms[member] = at;
        int end;
        if (at < to && text[at] == '{') {
            if (depth == DEPTH_MAX) {
                return tooDeep(at);
            }
            end = members(at + 1, depth + 1, nameFrom(member), nameEnds[member]);
            kind = Kind.OBJECT;
        } else {
            end = plainValue(at, depth);
        }
        kinds[member] = kind.ordinal();
        ends[member] = end;
        nexts[member] = count;
        return end;
    }

    /** Where a value ends whose parts are no members. */
    private int plainValue(int at, int depth) {
        if (at == to) {
            return unexpected(at, "a value");
        }
        switch (text[at]) {
            case '"' -> {
                kind = Kind.TEXT;
                return string(at);
            }
            case '[' -> {
                return array(at, depth);
            }
            case '{' -> {
                return nested(at, depth);
            }
            case 't' -> {
                return word(at, "true", Kind.BOOLEAN);
            }
            case 'f' -> {
                return word(at, "false", Kind.BOOLEAN);
            }
            case 'n' -> {
                return word(at, "null", Kind.NULL);
            }
            default -> {
                int end = JsonNumber.end(text, at, to);
                if (end < 0) {
                    return end == JsonNumber.NONE
                            ? unexpected(at, "a value")
                            : unexpected(to, "a comma or }");
                }
                kind = JsonNumber.isWhole(text, at, end) ? Kind.WHOLE : Kind.REAL;
                return end;
            }
        }
    }

    private int array(int from, int depth) {
        if (depth == DEPTH_MAX) {
            return tooDeep(from);
        }
        int at = blanks(from + 1);
        boolean isEmpty = at < to && text[at] == ']';
        while (!isEmpty) {
            at = plainValue(blanks(at), depth + 1);
            if (at < 0) {
                return FAULT;
            }
            at = blanks(at);
            if (at < to && text[at] == ']') {
                break;
            }
            if (at == to || text[at] != ',') {
                return unexpected(at, "a comma or ]");
            }
            at++;
        }
        kind = Kind.ARRAY;
        return at + 1;
    }

    /** Where an object in an array ends. */
    private int nested(int from, int depth) {
        if (depth == DEPTH_MAX) {
            return tooDeep(from);
        }
        int at = blanks(from + 1);
        boolean isEmpty = at < to && text[at] == '}';
        while (!isEmpty) {
            at = blanks(at);
            if (at == to || text[at] != '"') {
                return unexpected(at, "a name in quotes");
            }
            at = string(at);
            if (at < 0) {
                return FAULT;
            }
            at = blanks(at);
            if (at == to || text[at] != ':') {
                return unexpected(at, "a colon behind the name");
            }
            at = plainValue(blanks(at + 1), depth + 1);
            if (at < 0) {
                return FAULT;
            }
            at = blanks(at);
            if (at < to && text[at] == '}') {
                break;
            }
            if (at == to || text[at] != ',') {
                return unexpected(at, "a comma or }");
            }
            at++;
        }
        kind = Kind.OBJECT;
        return at + 1;
    }

    /** The place behind the closing quote of the string whose first quote is at {@code at}. */
    private int string(int at) {
        int end = JsonStrings.end(text, at + 1, to);
        if (end >= 0) {
            return end + 1;
        }
        if (!JsonStrings.isFault(end)) {
            return unexpected(to, "a closing quote");
        }
        int wrong = JsonStrings.placeOf(end);
        return fault(wrong, JsonStrings.cause(text, wrong));
    }

    private int word(int at, String word, Kind of) {
        if (at + word.length() > to) {
            return unexpected(at, "a value");
        }
        for (int index = 0; index < word.length(); index++) {
            if (text[at + index] != word.charAt(index)) {
                return unexpected(at, "a value");
            }
        }
        kind = of;
        return at + word.length();
    }

    private int blanks(int from) {
        int at = from;
        while (at < to && ObjectEnds.isBlank(text[at])) {
            at++;
        }
        return at;
    }

    private int tooDeep(int at) {
        return fault(at, "the object is nested deeper than %d levels".formatted(DEPTH_MAX));
    }

    private int unexpected(int at, String expected) {
        return at >= to
                ? fault(
                        to,
                        "the line ends inside an object; expected %s, and each object in one line, as jq -c writes it"
                                .formatted(expected))
                : fault(at, "found %s; expected %s".formatted(found(at), expected));
    }

    private String found(int at) {
        if (at >= to) {
            return "nothing";
        }
        int end = at + 1;
        while (end < to && end < at + SHOWN_BYTES_MAX && ",:]}".indexOf(text[end]) < 0) {
            end++;
        }
        return shown(text, at, end);
    }

    /** Text of a file for a message: without control characters. */
    static String shown(byte[] text, int from, int end) {
        StringBuilder shown = new StringBuilder("\"");
        new String(text, from, end - from, StandardCharsets.UTF_8)
                .chars()
                .forEach(c -> shown.append(Character.isISOControl(c) ? '\ufffd' : (char) c));
        return shown.append('"').toString();
    }

    private int fault(int at, String why) {
        place = at;
        cause = why;
        return FAULT;
    }
}
