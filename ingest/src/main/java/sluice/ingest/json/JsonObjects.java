package sluice.ingest.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import sluice.ingest.fact.DroppedGraphs;
import sluice.ingest.fact.FactFormat;
import sluice.ingest.fact.FactNames;
import sluice.ingest.fact.FactRows;
import sluice.ingest.fact.FactRules;
import sluice.json.ObjectFacts;
import sluice.json.ObjectParser;
import sluice.model.RowSink;

/**
 * Reads the objects in the bytes of a file, window by window, and appends their rows. Belongs to
 * one thread.
 *
 * <p>An object of the top level is a row: it is taken whole or rejected whole. Where windows are
 * cut makes no difference. What stands between objects is taken with the object behind it, so that
 * an object belongs to the chunk in which the one before it ends.
 */
public final class JsonObjects {
    /** The most bytes that are kept of a rejected object. */
    private static final int KEPT_BYTES_MAX = 1 << 20;

    private final ObjectParser parser;
    private final ObjectRows rows;
    private final Rejected rejects;
    private final int keptBytesMax;

    /** Where the bytes that were given first are in the unpacked file. */
    private long base;

    /** Whether the text is one row, taken out of its file; all its nodes are named by its place. */
    private boolean alone;

    private long alonePlace;
    private int nodesBefore;
    private long bytes;
    private long lines;
    private long taken;
    private long rejected;

    private byte[] window = {};

    /** Up to which byte of the window line ends are counted. */
    private int counted;

    /** Takes the objects that are no rows. */
    @FunctionalInterface
    public interface Rejected {
        /** As {@code sluice.ingest.row.Rejects.reject}. */
        void reject(long line, long byteOffset, int column, String cause, byte[] row);
    }

    /**
     * A reader of one file's format.
     *
     * @param rowBytesMax an object of more bytes is rejected
     */
    public JsonObjects(
            FactFormat format,
            FactRules rules,
            FactNames names,
            RowSink sink,
            Rejected rejects,
            int rowBytesMax) {
        parser = new ObjectParser(format.array(), rowBytesMax);
        rows = new ObjectRows(format, new FactRows(rules, names, sink));
        this.rejects = rejects;
        keptBytesMax = Math.min(KEPT_BYTES_MAX, rowBytesMax);
    }

    /**
     * Says where the bytes to come are in their file.
     *
     * @param isAlone whether they are one row, which begins there
     */
    public void beginAt(long offset, boolean isAlone) {
        base = offset - bytes;
        alone = isAlone;
        alonePlace = offset;
        nodesBefore = 0;
    }

    /** Whether the bytes to come belong to an object, or to what stands before it. */
    public boolean insideRow() {
        return parser.insidePiece();
    }

    /**
     * Takes the objects of {@code text} from {@code from} to {@code to} that begin, with what
     * stands before them, before {@code limit}; returns where the first of the others begins.
     *
     * @param last whether the text ends at {@code to}
     */
    public int parse(byte[] text, int from, int limit, int to, boolean last) {
        window = text;
        counted = from;
        long windowStart = bytes - from;
        parser.begin(text, from, to, last, base + windowStart);
        // What is behind the rest may be the next chunk's.
        boolean more = parser.passRest();
        while (more && (parser.position() < limit || parser.insidePiece())) {
            more = next(windowStart);
        }
        if (more && last && parser.position() == to) {
            // The end of an array may be missing behind the last object.
            next(windowStart);
        }
        int next = parser.position();
        count(next);
        bytes += next - from;
        window = new byte[0];
        return next;
    }

    private boolean next(long windowStart) {
        switch (parser.next()) {
            case OBJECT -> {
                ObjectFacts facts = parser.facts();
                int start = parser.objectStart();
                rows.setPlace(alone ? alonePlace : base + windowStart + start, nodesBefore);
                String fault = rows.take(facts);
                if (fault == null) {
                    taken++;
                } else {
                    reject(windowStart, rows.faultOffset(), fault);
                }
                nodesBefore += alone ? facts.nodeCount() : 0;
                return true;
            }
            case REJECTED -> {
                reject(windowStart, parser.offset(), parser.cause());
                return true;
            }
            case INCOMPLETE, END -> {
                return false;
            }
        }
        throw new IllegalStateException("no outcome");
    }

    private void reject(long windowStart, int fault, String cause) {
        int start = parser.objectStart();
        // Cut before it is trimmed, as the end of an object that is too long is not known.
        int end = Math.min(parser.position(), start + keptBytesMax);
        boolean isObject = start < end && window[start] == '{';
        while (end > start && isBetween(window[end - 1], isObject)) {
            end--;
        }
        count(start);
        int lineStart = start;
        int linesBefore = 0;
        for (int at = start; at < fault; at++) {
            if (window[at] == '\n') {
                linesBefore++;
                lineStart = at + 1;
            }
        }
        int column = 1 + characters(lineStart, fault);
        rejected++;
        rejects.reject(
                lines + 1,
                windowStart + start,
                linesBefore == 0 ? column : 0,
                linesBefore == 0
                        ? cause
                        : "line %d of the object, column %d: %s"
                                .formatted(linesBefore + 1, column, cause),
                Arrays.copyOfRange(window, start, end));
    }

    /** Whether a byte at the end of a piece is none of its object, or of text that is none. */
    private static boolean isBetween(byte c, boolean isObject) {
        boolean isBracket = c == '[' || c == ']';
        return c == '\n'
                || c == '\r'
                || c == ' '
                || c == '\t'
                || c == ','
                || isBracket && !isObject;
    }

    private int characters(int from, int to) {
        String text = new String(window, from, to - from, StandardCharsets.UTF_8);
        return text.codePointCount(0, text.length());
    }

    private void count(int to) {
        for (int at = counted; at < to; at++) {
            lines += window[at] == '\n' ? 1 : 0;
        }
        counted = Math.max(counted, to);
    }

    /** The line ends in the bytes that were parsed so far. */
    public long lines() {
        return lines;
    }

    /** The objects that were taken so far. */
    public long rows() {
        return taken;
    }

    /** The objects that were rejected so far. */
    public long rejected() {
        return rejected;
    }

    /** The graphs that facts were loaded without so far. */
    public DroppedGraphs dropped() {
        return rows.dropped();
    }
}
