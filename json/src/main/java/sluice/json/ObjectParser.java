package sluice.json;

import org.jspecify.annotations.Nullable;

/**
 * Parses the objects of a text in Dgraph's JSON, one after the other. Belongs to one thread.
 *
 * <p>The caller gives text with {@link #begin}, then calls {@link #next} until it returns {@link
 * Outcome#END} or {@link Outcome#INCOMPLETE}: then it gives the text from {@link #position} on
 * again, with more behind it. An object is taken whole or rejected whole.
 *
 * <p>Hot: no object for each of the text, but for numbers of many digits and for geometries. Nested
 * objects take memory, not stack. Costs one pass, and one over each value that is read.
 */
public final class ObjectParser {
    /** What {@link #next} found. */
    public enum Outcome {
        /** {@link #facts} has the facts of one object. */
        OBJECT,
        /** {@link #offset} and {@link #cause} say why. */
        REJECTED,
        /** The text ends within an object or a word. */
        INCOMPLETE,
        /** All of the text is read. */
        END
    }

    private final boolean array;
    private final int objectBytesMax;
    private final ObjectEnds ends = new ObjectEnds();
    private final ObjectReader reader = new ObjectReader();

    private byte[] text = {};
    private long base;
    private int position;
    private int to;
    private boolean last;
    private int objectStart;
    private int offset;
    private String cause = "";

    /** Whether the rest of an object that is too long is being passed over. */
    private boolean passing;

    /**
     * Whether the text may end here: the last bracket of the piece, or else the beginning of the
     * text, leaves no array open.
     */
    private boolean closed;

    /** Whether what stands before the object of the piece was taken already. */
    private boolean begun;

    /**
     * A parser of one text, or of a part of it.
     *
     * @param array whether the text begins with a bracket, so that one must be its end
     * @param objectBytesMax how long an object can be
     */
    public ObjectParser(boolean array, int objectBytesMax) {
        this.array = array;
        this.objectBytesMax = objectBytesMax;
        closed = !array;
    }

    /**
     * Gives the bytes from {@code from} to {@code to}.
     *
     * @param last whether the text ends with them
     * @param base where byte 0 of {@code text} is in the unpacked file
     */
    public void begin(byte[] text, int from, int to, boolean last, long base) {
        this.text = text;
        this.position = from;
        this.to = to;
        this.last = last;
        this.base = base;
    }

    /** Where the next object, or what stands before it, begins. */
    public int position() {
        return position;
    }

    /** Whether the position is inside a piece, some of which was taken. */
    public boolean insidePiece() {
        return begun || passing;
    }

    /** The facts of the object that was found last. */
    public ObjectFacts facts() {
        return reader.facts();
    }

    /** Where the object that was found or rejected last begins, with its brace. */
    public int objectStart() {
        return objectStart;
    }

    /** Where the fault is. */
    public int offset() {
        return offset;
    }

    /** What is wrong, what was expected and what to do. */
    public String cause() {
        return cause;
    }

    /** Finds the next object. */
    public Outcome next() {
        if (!passRest()) {
            closed |= last;
            return last ? end() : Outcome.INCOMPLETE;
        }
        int at = between(position);
        if (at == to) {
            if (last) {
                return end();
            }
            takeBetween(at);
            return Outcome.INCOMPLETE;
        }
        objectStart = at;
        if (text[at] != '{') {
            return reject(at, "text that is no object; expected objects in { }");
        }
        int end = reader.read(text, at, to, base);
        if (end == ObjectReader.FAULT) {
            return reject(reader.offset(), null);
        }
        if (end == ObjectReader.INCOMPLETE) {
            if (last) {
                return reject(to, "the text ends within an object; expected }");
            }
            if (to - at > objectBytesMax) {
                return reject(at, tooLong());
            }
            takeBetween(at);
            return Outcome.INCOMPLETE;
        }
        if (end - at > objectBytesMax) {
            return reject(at, tooLong());
        }
        endPiece(end);
        return Outcome.OBJECT;
    }

    /** Takes what stands before the object at {@code at}, so that it need not stay in memory. */
    private void takeBetween(int at) {
        if (!begun) {
            ends.begin();
            ends.mark();
        }
        begun |= at > position;
        ends.rewind();
        ends.scan(text, position, at);
        ends.mark();
        position = at;
    }

    private void endPiece(int end) {
        position = end;
        begun = false;
        closed = !array;
    }

    private String tooLong() {
        return "an object of more than %d bytes; divide it: what several objects say of a node counts together"
                .formatted(objectBytesMax);
    }

    private Outcome end() {
        position = to;
        begun = false;
        if (closed) {
            return Outcome.END;
        }
        closed = true;
        objectStart = to;
        offset = to;
        cause = "the file ends within its array, so it seems to be cut off; expected ]";
        return Outcome.REJECTED;
    }

    /** Passes over what may stand between objects. */
    private int between(int from) {
        int at = from;
        while (at < to) {
            byte c = text[at];
            if (c == ']') {
                closed = true;
            } else if (c == '[') {
                closed = false;
            } else if (c != ',' && !ObjectEnds.isBlank(c)) {
                return at;
            }
            at++;
        }
        return at;
    }

    /**
     * Rejects the piece of the text that begins at the position, once all of it is there.
     *
     * @param why the cause, or null for the one that the reader has
     */
    private Outcome reject(int place, @Nullable String why) {
        if (begun) {
            ends.rewind();
        } else {
            ends.begin();
        }
        int end = ends.scan(text, position, to);
        if (end < 0 && !last && to - objectStart <= objectBytesMax) {
            takeBetween(objectStart);
            return Outcome.INCOMPLETE;
        }
        boolean tooLong = (end >= 0 ? end : to) - objectStart > objectBytesMax;
        offset = tooLong ? objectStart : place;
        cause = tooLong ? tooLong() : why == null ? reader.cause(end >= 0 ? end : to) : why;
        if (end >= 0) {
            endPiece(end);
        } else if (last) {
            endPiece(to);
            closed = true;
        } else {
            position = to;
            begun = false;
            passing = true;
        }
        return Outcome.REJECTED;
    }

    /**
     * Passes over the rest of an object that was rejected for its length; returns whether the
     * position is where a piece begins. {@link #next} does it too.
     */
    public boolean passRest() {
        if (!passing) {
            return true;
        }
        int end = ends.scan(text, position, to);
        passing = end < 0;
        if (passing) {
            position = to;
        } else {
            endPiece(end);
        }
        return !passing;
    }
}
