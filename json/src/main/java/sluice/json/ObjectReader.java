package sluice.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import sluice.schema.Conversion;

/**
 * Reads one object into facts: a machine of a few states over a stack of open brackets. Belongs to
 * one parser.
 */
final class ObjectReader {
    /** The text has no more bytes. */
    static final int INCOMPLETE = -1;

    /** The object is none: {@link #offset} and {@link #cause} say why. */
    static final int FAULT = -2;

    // What may come next.
    private static final int NAME_OR_END = 0;
    private static final int NAME = 1;
    private static final int VALUE = 2;
    private static final int ITEM_OR_END = 3;
    private static final int ITEM = 4;
    private static final int AFTER = 5;

    // What the member at hand is.
    private static final int PLAIN = 0;
    private static final int UID = 1;
    private static final int NAMESPACE = 2;
    private static final int FACET = 3;

    /** An open bracket: its kind, the node or the member it belongs to, and two counts. */
    private static final int FRAME = 4;

    private static final int OBJECT = 0;

    /** Counts its values and its nodes. */
    private static final int LIST = 1;

    /** An object of positions; its first count is where the key begins in the member's name. */
    private static final int FACETS = 2;

    private static final int FRAMES_KEPT = 1 << 12;
    private static final int SHOWN_BYTES_MAX = 60;
    private static final String TOO_MANY =
            "more than %d members, values or nested nodes in an object; divide it: what several objects say of a node counts together"
                    .formatted(ObjectFacts.PARTS_MAX);

    private final ObjectFacts facts = new ObjectFacts();
    private final Conversion conversion = new Conversion();

    private byte[] text = {};
    private int to;
    private int[] frames = new int[FRAME * 16];
    private int top;
    private int state;
    private int member;
    private int kind;
    private int keyFrom;
    private int facetPosition;
    private int offset;
    private String cause = "";

    /** Whether the cause is what was expected where something else was found. */
    private boolean isUnexpected;

    ObjectFacts facts() {
        return facts;
    }

    int offset() {
        return offset;
    }

    /**
     * What is wrong.
     *
     * @param end where the piece ends; what is found is shown up to there
     */
    String cause(int end) {
        return isUnexpected ? "found %s; expected %s".formatted(found(end), cause) : cause;
    }

    private String found(int pieceEnd) {
        if (offset >= pieceEnd) {
            return "the next object";
        }
        int end = offset + 1;
        while (end < pieceEnd && end < offset + 20 && ",:]}\n".indexOf(text[end]) < 0) {
            end++;
        }
        return shown(offset, end);
    }

    /** Reads the object at {@code from}; returns where it ends, INCOMPLETE or FAULT. Hot. */
    int read(byte[] text, int from, int to, long base) {
        this.text = text;
        this.to = to;
        facts.begin(text, base);
        if (frames.length > FRAME * FRAMES_KEPT) {
            frames = new int[FRAME * 16];
        }
        top = -FRAME;
        push(OBJECT, facts.addNode(from), 0);
        state = NAME_OR_END;
        int at = from + 1;
        while (top >= 0) {
            at = blanks(at);
            if (at == to) {
                return INCOMPLETE;
            }
            at = step(at, text[at]);
            if (at < 0) {
                return at;
            }
        }
        String fault = facts.finish();
        return fault.isEmpty() ? at : fault(from, fault);
    }

    private int step(int at, byte c) {
        switch (state) {
            case NAME_OR_END, NAME -> {
                if (c == '"') {
                    return name(at);
                }
                return c == '}' && state == NAME_OR_END
                        ? close(at)
                        : unexpected(at, "a name in quotes");
            }
            case VALUE -> {
                return value(at, c);
            }
            case ITEM_OR_END, ITEM -> {
                if (c == ']' && state == ITEM_OR_END) {
                    return close(at);
                }
                member = frames[top + 1];
                kind = PLAIN;
                return value(at, c);
            }
            default -> {
                boolean list = frames[top] == LIST;
                if (c == ',') {
                    state = list ? ITEM : NAME;
                    return at + 1;
                }
                return c == (list ? ']' : '}')
                        ? close(at)
                        : unexpected(at, list ? "a comma or ]" : "a comma or }");
            }
        }
    }

    private void push(int frameKind, int owner, int count) {
        top += FRAME;
        if (top == frames.length) {
            frames = Arrays.copyOf(frames, 2 * top);
        }
        frames[top] = frameKind;
        frames[top + 1] = owner;
        frames[top + 2] = count;
        frames[top + 3] = 0;
    }

    private int close(int at) {
        if (frames[top] == LIST) {
            int list = frames[top + 1];
            int values = frames[top + 2];
            if (frames[top + 3] > 0) {
                facts.setShape(list, ObjectFacts.NODES);
            } else if (values > 0) {
                facts.setScalars(list, values);
            }
        }
        top -= FRAME;
        state = AFTER;
        return at + 1;
    }

    /** Reads a name and the colon behind it. */
    private int name(int at) {
        int end = JsonStrings.end(text, at + 1, to);
        if (end < 0) {
            return stringFault(end);
        }
        int colon = blanks(end + 1);
        if (colon == to) {
            return INCOMPLETE;
        }
        if (text[colon] != ':') {
            return unexpected(colon, "a colon behind the name");
        }
        state = VALUE;
        boolean taken = frames[top] == FACETS ? facetName(at + 1, end) : memberName(at + 1, end);
        return taken ? colon + 1 : FAULT;
    }

    private boolean facetName(int from, int end) {
        kind = FACET;
        member = frames[top + 1];
        keyFrom = frames[top + 2];
        facetPosition = NameRules.position(text, from, end);
        if (facetPosition < 0) {
            fault(
                    from,
                    "position %s of a facet; expected a number such as \"0\""
                            .formatted(shown(from, end)));
        }
        return facetPosition >= 0;
    }

    private boolean memberName(int from, int end) {
        if (NameRules.is(text, from, end, "uid")) {
            kind = UID;
            return true;
        }
        member = facts.addMember(frames[top + 1], from, end);
        if (member < 0) {
            fault(from, TOO_MANY);
            return false;
        }
        NameSpan name = facts.name(member);
        byte[] bytes = name.bytes;
        int first = name.offset;
        int last = first + name.length;
        int bar = first;
        while (bar < last && bytes[bar] != '|') {
            bar++;
        }
        kind = PLAIN;
        if (bar < last) {
            kind = FACET;
            keyFrom = bar + 1 - first;
            facetPosition = -1;
            facts.setShape(member, ObjectFacts.NO_VALUE);
            if (bar == first || !NameRules.isFacetKey(bytes, bar + 1, last)) {
                fault(from, "name %s of a facet; expected member|key".formatted(shown(from, end)));
                return false;
            }
            return true;
        }
        if (NameRules.is(bytes, first, last, "uid")) {
            kind = UID;
            facts.setShape(member, ObjectFacts.NO_VALUE);
        } else if (NameRules.is(bytes, first, last, "namespace")) {
            kind = NAMESPACE;
            facts.setShape(member, ObjectFacts.NO_VALUE);
        } else if (first == last || !NameRules.isIri(bytes, first, last)) {
            fault(
                    from,
                    "name %s of a member; expected a predicate without blanks and without any of < > \" { } | ^ ` \\"
                            .formatted(shown(from, end)));
            return false;
        } else {
            facts.setLanguage(member, NameRules.languageLength(bytes, first, last));
        }
        return true;
    }

    private int value(int at, byte c) {
        return switch (kind) {
            case UID -> uid(at, c);
            case NAMESPACE -> {
                if (c != '"' && c != 'n' && c != '-' && !isDigit(c)) {
                    yield unexpected(at, "a namespace as a number or a text");
                }
                int end = scalarEnd(at, c);
                if (end >= 0) {
                    facts.setNamespace(frames[top + 1], c == 'n' ? ObjectFacts.NONE : at);
                }
                yield after(end);
            }
            case FACET -> facet(at, c);
            default -> plain(at, c);
        };
    }

    private int after(int end) {
        state = end >= 0 ? AFTER : state;
        return end;
    }

    private int uid(int at, byte c) {
        int node = frames[top + 1];
        if (c != '"' && c != 'n' && !isDigit(c)) {
            return unexpected(at, "a uid: a number, \"0x1f\", \"_:label\" or null");
        }
        int end = scalarEnd(at, c);
        if (end < 0) {
            return end;
        }
        if (c == 'n' || c == '0' && end == at + 1) {
            facts.setUnnamed(node);
            return after(end);
        }
        long number = 0;
        if (c == '"') {
            NameSpan written = facts.setLabel(node, at + 1, end - 1);
            byte[] bytes = written.bytes;
            int from = written.offset;
            int last = from + written.length;
            if (from == last || NameRules.is(bytes, from, last, "0")) {
                facts.setUnnamed(node);
                return after(end);
            }
            if (last - from > 2 && bytes[from] == '_' && bytes[from + 1] == ':') {
                if (NameRules.isLabel(bytes, from + 2, last)) {
                    facts.cutLabel(node, 2);
                    return after(end);
                }
            } else {
                number = NameRules.uid(bytes, from, last);
            }
        } else if (JsonNumber.isWhole(text, at, end)) {
            number = NameRules.uid(text, at, end);
        }
        if (number == 0) {
            int quote = c == '"' ? 1 : 0;
            return fault(
                    at,
                    "uid %s; expected 1 to 2^64 - 1, decimal or behind 0x, or a blank label such as \"_:ann\""
                            .formatted(shown(at + quote, end - quote)));
        }
        facts.setUid(node, number);
        return after(end);
    }

    private int facet(int at, byte c) {
        if (c == '{' && frames[top] != FACETS) {
            push(FACETS, member, keyFrom);
            state = NAME_OR_END;
            return at + 1;
        }
        if (c == '{' || c == '[') {
            return unexpected(at, "a text, a number, true or false as the value of a facet");
        }
        int end = scalarEnd(at, c);
        if (end >= 0 && c != 'n' && !facts.addFacet(member, keyFrom, facetPosition, at)) {
            return fault(at, TOO_MANY);
        }
        return after(end);
    }

    private int plain(int at, byte c) {
        boolean inList = frames[top] == LIST;
        if (c == '{') {
            return object(at, inList);
        }
        if (c == '[') {
            if (inList) {
                return unexpected(at, "a value or a node: lists have no lists in them");
            }
            push(LIST, member, 0);
            state = ITEM_OR_END;
            return at + 1;
        }
        if (c == 'n' && inList) {
            return unexpected(at, "a value or a node: leave null out of lists");
        }
        int end = scalarEnd(at, c);
        if (end < 0 || c == 'n') {
            return after(end);
        }
        if (c != '"' && facts.hasLanguage(member)) {
            return unexpected(at, "a text, since the name of the member has a language");
        }
        return valueAdded(at, inList) ? after(end) : fault(at, TOO_MANY);
    }

    private boolean valueAdded(int at, boolean inList) {
        if (inList) {
            frames[top + 2]++;
        } else {
            facts.setShape(member, ObjectFacts.SCALAR);
        }
        return facts.addValue(member, at);
    }

    /** An object in an object: nothing, a geometry, or a node and a link to it. */
    private int object(int at, boolean inList) {
        int first = blanks(at + 1);
        if (first == to) {
            return INCOMPLETE;
        }
        if (text[first] == '}') {
            frames[top + 3] += inList ? 1 : 0;
            return after(first + 1);
        }
        if (facts.hasLanguage(member)) {
            return unexpected(at, "a text, since the name of the member has a language");
        }
        int end = GeoValue.end(text, at, to, conversion);
        if (end == GeoValue.INCOMPLETE) {
            return INCOMPLETE;
        }
        if (end >= 0) {
            return valueAdded(at, inList) ? after(end) : fault(at, TOO_MANY);
        }
        if (inList) {
            frames[top + 3]++;
        } else {
            facts.setShape(member, ObjectFacts.NODES);
        }
        int node = facts.addNode(at);
        if (node < 0 || !facts.addLink(member, node)) {
            return fault(at, TOO_MANY);
        }
        push(OBJECT, node, 0);
        state = NAME_OR_END;
        return at + 1;
    }

    /** Where a text, a number, true, false or null ends. */
    private int scalarEnd(int at, byte c) {
        switch (c) {
            case '"' -> {
                int end = JsonStrings.end(text, at + 1, to);
                return end < 0 ? stringFault(end) : end + 1;
            }
            case 't' -> {
                return word(at, "true");
            }
            case 'f' -> {
                return word(at, "false");
            }
            case 'n' -> {
                return word(at, "null");
            }
            default -> {
                int end = JsonNumber.end(text, at, to);
                if (end == JsonNumber.INCOMPLETE) {
                    return INCOMPLETE;
                }
                if (end == JsonNumber.NONE) {
                    return unexpected(at, "a value");
                }
                String fault = JsonNumber.fault(text, at, end);
                return fault.isEmpty() || kind == UID ? end : fault(at, fault);
            }
        }
    }

    private int word(int at, String word) {
        int end = Math.min(to, at + word.length());
        if (!NameRules.is(text, at, end, word.substring(0, end - at))) {
            return unexpected(at, "a value");
        }
        return end - at < word.length() ? INCOMPLETE : end;
    }

    private int blanks(int from) {
        int at = from;
        while (at < to && ObjectEnds.isBlank(text[at])) {
            at++;
        }
        return at;
    }

    private static boolean isDigit(byte c) {
        return c >= '0' && c <= '9';
    }

    private int stringFault(int result) {
        if (!JsonStrings.isFault(result)) {
            return INCOMPLETE;
        }
        int at = JsonStrings.placeOf(result);
        return fault(at, JsonStrings.cause(text, at));
    }

    private int unexpected(int at, String expected) {
        fault(at, expected);
        isUnexpected = true;
        return FAULT;
    }

    private int fault(int at, String why) {
        offset = at;
        cause = why;
        isUnexpected = false;
        return FAULT;
    }

    /** Some of the text, for messages: printable and not long. */
    private String shown(int from, int end) {
        int shownEnd = Math.min(end, from + SHOWN_BYTES_MAX);
        StringBuilder shown = new StringBuilder();
        new String(text, from, shownEnd - from, StandardCharsets.UTF_8)
                .codePoints()
                .map(c -> Character.isISOControl(c) || c == 0xFFFD ? '?' : c)
                .forEach(shown::appendCodePoint);
        return shown + (shownEnd < end ? "…" : "");
    }
}
