package sluice.ingest.json;

import sluice.json.ObjectEnds;

/**
 * Finds where the first object of a chunk begins, for a scan of the text block by block. Belongs to
 * one thread.
 */
public final class ObjectCuts {
    private final ObjectEnds ends = new ObjectEnds();
    private long position;

    /** A scan from {@code position} of the text, where an object begins or what precedes it. */
    public ObjectCuts(long position) {
        this.position = position;
        ends.begin();
    }

    /** Where the next block has to begin. */
    public long position() {
        return position;
    }

    /**
     * Goes on with the first {@code length} bytes of {@code block}; returns the first end of an
     * object at or behind {@code earliest}, or -1 to be given the bytes that follow.
     */
    public long next(byte[] block, int length, long earliest) {
        int at = 0;
        while (at < length) {
            int end = ends.scan(block, at, length);
            if (end < 0) {
                break;
            }
            ends.begin();
            at = end;
            if (position + end >= earliest) {
                position += end;
                return position;
            }
        }
        position += length;
        return -1;
    }

    /**
     * Where in the middle of a text an object of the top level most likely begins: with a line that
     * begins with a brace; -1 where none does. For samples only.
     */
    public static int guess(byte[] block, int length) {
        for (int at = 0; at + 1 < length; at++) {
            if (block[at] == '\n' && block[at + 1] == '{') {
                return at + 1;
            }
        }
        return -1;
    }

    /** Where the last whole object of a text ends; 0 where there is none. */
    public static int lastEnd(byte[] text) {
        ObjectEnds pieces = new ObjectEnds();
        int last = 0;
        pieces.begin();
        for (int end = pieces.scan(text, 0, text.length);
                end >= 0;
                end = pieces.scan(text, last, text.length)) {
            last = end;
            pieces.begin();
        }
        return last;
    }
}
