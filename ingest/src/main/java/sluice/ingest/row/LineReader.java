package sluice.ingest.row;

/**
 * Cuts windows of text into lines, each of which a subclass takes or rejects. A line that is longer
 * than a row may be is taken once, cut at the end of the window; the rest of it is passed over.
 * Belongs to one thread. Hot: no object for each line.
 */
public abstract class LineReader implements RowReader {
    private final int lineBytesMax;

    /** Whether bytes are passed over up to the next line end, after a line that is too long. */
    private boolean skipping;

    private long bytes;
    private long lines;
    private long lineOffset;

    protected LineReader(int lineBytesMax) {
        this.lineBytesMax = lineBytesMax;
    }

    /** Takes the line in the bytes of {@code window} from {@code from} to {@code end}. */
    protected abstract void takeLine(byte[] window, int from, int end);

    @Override
    public final int parse(byte[] window, int from, int to, boolean last) {
        int next = from;
        while (next < to) {
            int feed = Swar.lineEnd(window, next, to);
            boolean ended = feed >= 0;
            int end = ended ? feed : to;
            if (!ended && !last && !skipping && end - next <= lineBytesMax) {
                break;
            }
            if (!skipping) {
                lineOffset = bytes;
                takeLine(window, next, end);
            }
            skipping = !ended;
            lines += ended ? 1 : 0;
            int after = ended ? feed + 1 : to;
            bytes += after - next;
            next = after;
        }
        skipping &= !last;
        return next;
    }

    /** The number of the line at hand, counted from 1. */
    protected final long line() {
        return lines + 1;
    }

    /** Where the line at hand begins in the text. */
    protected final long lineOffset() {
        return lineOffset;
    }

    /** How many bytes a line may have. */
    protected final int lineBytesMax() {
        return lineBytesMax;
    }

    @Override
    public final long lines() {
        return lines;
    }
}
