package sluice.ingest.rdf;

import java.util.Arrays;
import sluice.ingest.fact.ConversionCheck;
import sluice.ingest.fact.DroppedGraphs;
import sluice.ingest.fact.FactFormat;
import sluice.ingest.fact.FactNames;
import sluice.ingest.fact.FactRows;
import sluice.ingest.fact.FactRules;
import sluice.model.RowSink;
import sluice.rdf.RdfDialect;
import sluice.rdf.StatementParser;

/**
 * Reads the statements in the bytes of a file, window by window, and appends their rows. Belongs to
 * one thread.
 *
 * <p>Where windows are cut makes no difference. A line is whole once its line feed is there;
 * carriage returns part statements inside it. A line that is longer than a row may be is read
 * statement by statement, so that a file without line feeds loses nothing.
 */
public final class RdfLines {
    /** The most bytes that are kept of a rejected statement. */
    private static final int KEPT_BYTES_MAX = 1 << 20;

    private static final int FIRST_BYTES = 1 << 10;

    private final StatementParser parser;
    private final StatementRows rows;
    private final Rejected rejects;
    private final int rowBytesMax;
    private final int keptBytesMax;

    /** A statement of an overlong line, or of the end of the text, so far. */
    private byte[] held = new byte[FIRST_BYTES];

    private int heldLength;

    /** Whether the bytes to come belong to a line that is too long. */
    private boolean inside;

    /** Whether they belong to a statement that is too long, which was rejected. */
    private boolean skipping;

    private long bytes;
    private long otherLines;
    private long taken;
    private long rejected;

    /** Takes the statements that are no rows. */
    @FunctionalInterface
    public interface Rejected {
        /** As {@code sluice.ingest.Rejects.reject}. */
        void reject(long line, long byteOffset, int column, String cause, byte[] row);
    }

    /**
     * A reader of one file's format.
     *
     * @param rowBytesMax a statement of more bytes is rejected
     */
    public RdfLines(
            FactFormat format,
            FactRules rules,
            FactNames names,
            RowSink sink,
            Rejected rejects,
            int rowBytesMax) {
        boolean w3c = format.syntax() == FactFormat.Syntax.W3C;
        ConversionCheck check = new ConversionCheck();
        parser =
                new StatementParser(
                        w3c ? RdfDialect.W3C : RdfDialect.DGRAPH, format.quads(), check);
        rows = new StatementRows(format, new FactRows(rules, names, sink), check);
        this.rejects = rejects;
        this.rowBytesMax = rowBytesMax;
        keptBytesMax = Math.min(KEPT_BYTES_MAX, rowBytesMax);
    }

    /**
     * Takes the statements of {@code window} from {@code from} to {@code to} and returns where the
     * first line begins that is not whole; with {@code last} the end of the bytes ends the last
     * one.
     */
    public int parse(byte[] window, int from, int to, boolean last) {
        int next = inside ? takeParts(window, from, to) : from;
        if (!inside) {
            int fence = to;
            while (fence > next && window[fence - 1] != '\n') {
                fence--;
            }
            if (fence > next) {
                takeText(window, next, fence, bytes);
                bytes += fence - next;
                next = fence;
            }
            if (next < to && (last || to - next > rowBytesMax)) {
                inside = true;
                next = takeParts(window, next, to);
            }
        }
        if (last) {
            endText();
        }
        return next;
    }

    /**
     * Takes the statements of a line that is too long, up to its end or to that of the bytes; what
     * is left of a statement is held.
     */
    private int takeParts(byte[] window, int from, int to) {
        int next = from;
        while (inside && next < to) {
            int end = next;
            while (end < to && window[end] != '\n' && window[end] != '\r') {
                end++;
            }
            boolean ended = end < to;
            hold(window, next, end);
            bytes += end - next;
            next = end;
            if (ended) {
                boolean isLine = window[end] == '\n';
                endPart(window[end]);
                bytes++;
                next++;
                inside = !isLine;
            }
        }
        return next;
    }

    private void hold(byte[] window, int from, int to) {
        int count = to - from;
        if (skipping || count == 0) {
            return;
        }
        int wanted = Math.min(count, rowBytesMax + 1 - heldLength);
        if (held.length < heldLength + wanted + 1) {
            held = Arrays.copyOf(held, Math.max(2 * held.length, heldLength + wanted + 1));
        }
        System.arraycopy(window, from, held, heldLength, wanted);
        heldLength += wanted;
        if (heldLength > rowBytesMax) {
            long start = bytes - (heldLength - wanted);
            rejectHeld(start);
            heldLength = 0;
            skipping = true;
        }
    }

    /** Takes the held statement, which ends with {@code lineEnd}. */
    private void endPart(byte lineEnd) {
        if (skipping) {
            otherLines += lineEnd == '\n' ? 1 : 0;
        } else {
            held[heldLength] = lineEnd;
            takeText(held, 0, heldLength + 1, bytes - heldLength);
        }
        heldLength = 0;
        skipping = false;
    }

    /** Takes what is held where the text ends without a line end. */
    private void endText() {
        if (heldLength > 0) {
            endPart((byte) '\n');
            otherLines--;
        }
        heldLength = 0;
        inside = false;
        skipping = false;
    }

    /** Takes whole lines; the first one begins at the byte {@code offset} of what was parsed. */
    private void takeText(byte[] text, int from, int to, long offset) {
        parser.begin(text, from, to);
        while (takeStatement(text, offset - from)) {
            // All is done in the condition.
        }
    }

    /**
     * Takes the next statement of the text whose first byte has the offset {@code base}; false at
     * the end. It is a method of its own, so that Java compiles it once, and not again into each
     * loop around it.
     */
    private boolean takeStatement(byte[] text, long base) {
        StatementParser.Outcome outcome = parser.next();
        if (outcome == StatementParser.Outcome.END) {
            return false;
        }
        if (parser.rowEnd() - parser.rowStart() > rowBytesMax) {
            reject(text, base, 0, overlong());
        } else if (outcome == StatementParser.Outcome.REJECTED) {
            reject(text, base, parser.column(), parser.cause());
        } else {
            String fault = rows.take(parser.statement());
            if (fault == null) {
                rows.append(parser.statement());
                taken++;
            } else {
                reject(text, base, parser.objectColumn(), fault);
            }
        }
        return true;
    }

    private void reject(byte[] text, long base, int column, String cause) {
        int start = parser.rowStart();
        int end = Math.min(parser.rowEnd(), start + keptBytesMax);
        rejected++;
        rejects.reject(
                parser.lines() + otherLines + 1,
                base + start,
                column,
                cause,
                Arrays.copyOfRange(text, start, end));
    }

    private void rejectHeld(long start) {
        rejected++;
        rejects.reject(
                parser.lines() + otherLines + 1,
                start,
                0,
                overlong(),
                Arrays.copyOf(held, Math.min(heldLength, keptBytesMax)));
    }

    private String overlong() {
        return "the statement is longer than " + rowBytesMax + " bytes; shorten its value";
    }

    /** The line ends in the bytes that were parsed so far. */
    public long lines() {
        return parser.lines() + otherLines;
    }

    /** The statements that were taken so far. */
    public long rows() {
        return taken;
    }

    /** The statements that were rejected so far. */
    public long rejected() {
        return rejected;
    }

    /** The graphs that statements were loaded without so far. */
    public DroppedGraphs dropped() {
        return rows.dropped();
    }
}
