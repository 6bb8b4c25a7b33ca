package sluice.json;

import java.util.Arrays;

/**
 * Finds where top-level objects end, block by block, without reading what is in them. Belongs to
 * one thread.
 *
 * <p>A piece of a text is one object and what stands before it: blanks, commas and the brackets of
 * an array. It ends with the brace that closes the object. An object that is not JSON ends where
 * its brackets are closed or, sooner, before a line that begins with a brace and is not indented
 * deeper than the object: so an error costs one object, and no nested object is taken for one of
 * the top. Text that is no object ends with the next comma or line end, and what stands between
 * objects behind it belongs to its piece.
 *
 * <p>Hot: a step for each byte.
 */
public final class ObjectEnds {
    /** What stands around objects. */
    private static final int BETWEEN = 0;

    /** Text that is no object. */
    private static final int OTHER = 1;

    // Inside an object: what may come next.
    private static final int NAME_OR_END = 2;
    private static final int NAME = 3;
    private static final int COLON = 4;
    private static final int VALUE = 5;
    private static final int VALUE_OR_END = 6;
    private static final int AFTER_VALUE = 7;
    private static final int IN_SCALAR = 8;

    /** Inside an object that is not JSON. */
    private static final int BROKEN = 9;

    /** Behind text that is no object: what may stand between objects still belongs to it. */
    private static final int OTHER_ENDED = 10;

    private static final int FIRST_WORDS = 16;
    private static final int WORDS_KEPT = 1 << 12;

    /** Deeper than this, an object is not JSON: no object of a legal length is as deep. */
    private static final int DEPTH_MAX = 1 << 24;

    private int state;
    private boolean inString;
    private boolean escaped;

    /** How many brackets are open, and for each whether it is an array's. */
    private long depth;

    private long[] arrays = new long[FIRST_WORDS];

    /** How many bytes of the line stand before the next byte. */
    private long column;

    /** Whether the line has only blanks and commas so far. */
    private boolean lineBegins;

    /** Whether a line has begun in this piece. */
    private boolean columnKnown;

    private long objectColumn;

    private long markedColumn;
    private boolean markedLineBegins;
    private boolean markedColumnKnown;

    /** Begins a piece. */
    public void begin() {
        state = BETWEEN;
        inString = false;
        escaped = false;
        depth = 0;
        column = 0;
        lineBegins = false;
        columnKnown = false;
        if (arrays.length > WORDS_KEPT) {
            arrays = new long[FIRST_WORDS];
        }
    }

    /** Remembers the place between objects up to which the piece was scanned. */
    void mark() {
        assert state == BETWEEN;
        markedColumn = column;
        markedLineBegins = lineBegins;
        markedColumnKnown = columnKnown;
    }

    /** Goes back to the place that {@link #mark} remembers. */
    void rewind() {
        begin();
        column = markedColumn;
        lineBegins = markedLineBegins;
        columnKnown = markedColumnKnown;
    }

    /** Whether the piece is more than blanks, commas and brackets so far. */
    public boolean hasBegun() {
        return state != BETWEEN;
    }

    /**
     * Goes on with the bytes from {@code from} to {@code to}; returns where the piece ends, behind
     * its last byte, or -1 to be given the bytes that follow.
     */
    public int scan(byte[] text, int from, int to) {
        int at = from;
        while (at < to) {
            byte c = text[at];
            if (inString) {
                if (!escaped && c != '"' && c != '\\' && c != '\n') {
                    at++;
                    column++;
                    continue;
                }
                inString(c);
                if (c == '\n' && state == OTHER) {
                    state = OTHER_ENDED;
                }
            } else if (state == OTHER_ENDED) {
                if (!isBetween(c)) {
                    return at;
                }
            } else if (state == BETWEEN || state == OTHER) {
                if (outside(c)) {
                    state = OTHER_ENDED;
                }
            } else if (c == '{' && mayBeginNext()) {
                return at;
            } else if (inside(c)) {
                return at + 1;
            }
            at++;
            countLine(c);
        }
        return -1;
    }

    private void countLine(byte c) {
        if (c == '\n') {
            column = 0;
            lineBegins = true;
            columnKnown = true;
        } else {
            column++;
            lineBegins &= isBlank(c) || c == ',';
        }
    }

    private void inString(byte c) {
        if (c == '\n') {
            inString = false;
            escaped = false;
            state = state == OTHER ? OTHER : BROKEN;
        } else if (escaped) {
            escaped = false;
        } else if (c == '\\') {
            escaped = true;
        } else {
            inString = false;
        }
    }

    /** Takes a byte outside of objects; returns whether text that is no object ends with it. */
    private boolean outside(byte c) {
        if (state == BETWEEN) {
            if (isBetween(c)) {
                return false;
            }
            if (c == '{') {
                objectColumn = columnKnown ? column : 0;
                state = NAME_OR_END;
                open(false);
                return false;
            }
            state = OTHER;
        }
        inString = c == '"';
        if (c == '{' || c == '[') {
            depth++;
        } else if (c == '}' || c == ']') {
            depth = Math.max(0, depth - 1);
        }
        return c == '\n' || c == ',' && depth == 0;
    }

    /** Whether a brace begins the next object, since this one is not JSON. */
    private boolean mayBeginNext() {
        if (state != VALUE && state != VALUE_OR_END) {
            state = BROKEN;
        }
        return state == BROKEN && lineBegins && column <= objectColumn;
    }

    /** Takes a byte of an object; returns whether the piece ends with it. */
    private boolean inside(byte c) {
        if (isBlank(c)) {
            state = state == IN_SCALAR ? AFTER_VALUE : state;
            return false;
        }
        switch (c) {
            case '"' -> {
                inString = true;
                state =
                        switch (state) {
                            case NAME, NAME_OR_END -> COLON;
                            case VALUE, VALUE_OR_END -> AFTER_VALUE;
                            default -> BROKEN;
                        };
            }
            case '{', '[' -> {
                boolean fits = state == VALUE || state == VALUE_OR_END;
                state = !fits ? BROKEN : c == '{' ? NAME_OR_END : VALUE_OR_END;
                open(c == '[');
            }
            case '}', ']' -> {
                return close(c == ']');
            }
            case ':' -> state = state == COLON ? VALUE : BROKEN;
            case ',' -> {
                boolean fits = state == AFTER_VALUE || state == IN_SCALAR;
                state = !fits ? BROKEN : isArray() ? VALUE : NAME;
            }
            default -> {
                boolean fits = state == VALUE || state == VALUE_OR_END || state == IN_SCALAR;
                state = fits ? IN_SCALAR : BROKEN;
            }
        }
        return false;
    }

    private void open(boolean array) {
        if (state == BROKEN || depth == DEPTH_MAX) {
            state = BROKEN;
            depth++;
            return;
        }
        int word = (int) (depth >>> 6);
        if (word == arrays.length) {
            arrays = Arrays.copyOf(arrays, 2 * word);
        }
        long bit = 1L << depth;
        arrays[word] = array ? arrays[word] | bit : arrays[word] & ~bit;
        depth++;
    }

    private boolean isArray() {
        return (arrays[(int) ((depth - 1) >>> 6)] >>> (depth - 1) & 1) != 0;
    }

    private boolean close(boolean array) {
        boolean fits =
                state == AFTER_VALUE
                        || state == IN_SCALAR
                        || state == (array ? VALUE_OR_END : NAME_OR_END);
        state = fits && array == isArray() ? AFTER_VALUE : BROKEN;
        depth--;
        return depth == 0;
    }

    private static boolean isBetween(byte c) {
        return isBlank(c) || c == ',' || c == '[' || c == ']';
    }

    static boolean isBlank(byte c) {
        return c == ' ' || c == '\n' || c == '\r' || c == '\t';
    }
}
