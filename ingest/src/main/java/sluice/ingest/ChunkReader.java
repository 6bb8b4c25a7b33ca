package sluice.ingest;

import java.io.IOException;
import sluice.ingest.file.Window;
import sluice.ingest.ledger.LedgerReader;
import sluice.ingest.row.LedgerPart;
import sluice.ingest.row.NameResolver;
import sluice.ingest.row.RangeReader;
import sluice.ingest.row.Rejects;
import sluice.ingest.row.Relation;
import sluice.ingest.row.RowExtent;
import sluice.ingest.row.RowReader;
import sluice.ingest.row.RowReaders;
import sluice.ingest.row.Swar;
import sluice.ingest.row.TextFormat;
import sluice.model.RowSink;

/**
 * Reads the rows that begin in a range of a text: whole windows through the parser, then the row
 * that crosses the end of the range, alone. Used once, by one thread.
 */
final class ChunkReader {
    /** How far behind a chunk's end its last row is looked for at first. */
    private static final long AHEAD_BYTES = 4 << 10;

    private final Relation relation;
    private final Window window;
    private final Window.Feed feed;
    private final RowReader rows;
    private final int rowBytesMax;
    private final long startByte;

    /** Whether the parser stands inside a row that is too long, whose rest it passes over. */
    private boolean insideRow;

    ChunkReader(
            Relation relation,
            Window window,
            Window.Feed feed,
            int rowBytesMax,
            NameResolver names,
            RowSink sink,
            Rejects rejects) {
        this.relation = relation;
        this.window = window;
        this.feed = feed;
        this.rowBytesMax = rowBytesMax;
        this.startByte = window.position();
        LedgerPart ledger = relation.ledger();
        this.rows =
                ledger == null
                        ? RowReaders.ofRows(relation, names, sink, rejects, rowBytesMax)
                        : new LedgerReader(relation, ledger, names, sink, rejects, rowBytesMax);
        rows.beginAt(startByte, false);
    }

    /**
     * Reads all rows that begin before {@code endByte} of the text; the window is left behind the
     * last one.
     */
    void read(long endByte) throws IOException {
        if (rows instanceof RangeReader range) {
            readRange(range, endByte);
            return;
        }
        while (window.position() < endByte) {
            window.fill(feed, endByte);
            int to = (int) Math.min(window.to(), endByte - window.start());
            boolean last = window.ended() && to == window.to();
            parse(to, last);
            if (last) {
                requireTaken(to);
                return;
            }
            if (window.position() >= endByte) {
                break;
            }
            if (window.start() + window.to() >= endByte) {
                readCrossingRow();
            } else {
                makeRoom();
            }
        }
        if (insideRow) {
            passRestOfRow();
        }
    }

    /** As {@link #read}, where the reader finds the end of the row that crosses {@code endByte}. */
    private void readRange(RangeReader range, long endByte) throws IOException {
        long ahead = AHEAD_BYTES;
        long wanted = endByte;
        while (window.position() < endByte || range.insideRow()) {
            window.fill(feed, wanted);
            long before = window.position();
            take(range, endByte);
            if (window.ended()) {
                return;
            }
            if (window.position() > before) {
                ahead = AHEAD_BYTES;
            } else {
                makeRoom();
                ahead = Math.min(2 * ahead, Math.max(AHEAD_BYTES, rowBytesMax));
            }
            wanted = Math.max(endByte, window.start() + window.to() + ahead);
        }
        if (window.position() > startByte) {
            // The text may end here, and then something may be missing.
            if (window.from() == window.to()) {
                window.compact();
                window.fill(feed, window.position() + 1);
            }
            if (window.ended() && window.from() == window.to()) {
                take(range, endByte);
            }
        }
    }

    private void take(RangeReader range, long endByte) {
        int limit = Math.clamp(endByte - window.start(), 0, Integer.MAX_VALUE);
        window.take(range.parse(window.bytes(), window.from(), limit, window.to(), window.ended()));
    }

    private void parse(int to, boolean last) {
        int before = window.from();
        int next = rows.parse(window.bytes(), before, to, last);
        if (next > before) {
            insideRow = !last && window.bytes()[next - 1] != '\n';
        }
        window.take(next);
    }

    /**
     * Reads the one row at the window's position, which crosses the chunk's end or the text's. The
     * parser is given no byte behind that row, as the rows there belong to the next chunk.
     */
    private void readCrossingRow() throws IOException {
        RowExtent extent = new RowExtent(relation.format());
        long ahead = AHEAD_BYTES;
        while (true) {
            boolean overlong = window.to() - window.from() > rowBytesMax;
            int limit = overlong ? window.from() + rowBytesMax + 1 : window.to();
            extent.scan(window.bytes(), window.from(), limit);
            int lineEnd = extent.end;
            if (lineEnd >= 0) {
                parse(lineEnd + 1, false);
                requireTaken(lineEnd + 1);
                return;
            }
            if (overlong || window.ended()) {
                readEndlessRow(extent, limit, overlong);
                return;
            }
            if (window.isFull()) {
                makeRoom();
            }
            window.fill(feed, window.start() + window.to() + ahead);
            ahead *= 2;
        }
    }

    /**
     * Reads a row that does not end before {@code limit}: the last of the text, one too long, or a
     * quote never closed.
     */
    private void readEndlessRow(RowExtent extent, int limit, boolean overlong) {
        boolean unclosed =
                extent.unclosed >= 0 && (overlong || !closesWithText(extent.unclosed, limit));
        int lineEnd = unclosed ? extent.endWithin(window.bytes(), limit) : -1;
        if (lineEnd >= 0) {
            parse(lineEnd + 1, true);
            requireTaken(lineEnd + 1);
        } else {
            parse(limit, !overlong);
            requireTaken(limit);
        }
    }

    /** Whether the quote that opens at {@code open} is closed by the very last byte. */
    private boolean closesWithText(int open, int limit) {
        boolean quoteSeen = false;
        for (int at = open + 1; at < limit; at++) {
            int here = window.bytes()[at] & 0xff;
            TextFormat format = relation.format();
            if (!quoteSeen
                    && at + 1 < limit
                    && format.escapes(here, window.bytes()[at + 1] & 0xff)) {
                at++;
                continue;
            }
            quoteSeen = here == format.quote() && !quoteSeen;
        }
        return quoteSeen;
    }

    private void passRestOfRow() throws IOException {
        while (insideRow) {
            int lineEnd = Swar.lineEnd(window.bytes(), window.from(), window.to());
            if (lineEnd >= 0) {
                parse(lineEnd + 1, false);
            } else if (window.ended()) {
                parse(window.to(), true);
                insideRow = false;
            } else {
                parse(window.to(), false);
                window.compact();
                window.fill(feed, window.start() + window.to() + AHEAD_BYTES);
            }
        }
    }

    /** Makes room behind the bytes of the window, which holds the longest row at least. */
    private void makeRoom() {
        if (window.isFull() && (window.from() == 0 || window.compact() == 0) && !window.grow()) {
            throw new IllegalStateException(
                    "%s: the parser took none of %d bytes at byte %d"
                            .formatted(relation.name(), window.to(), window.position()));
        }
    }

    private void requireTaken(int to) {
        if (window.from() != to) {
            throw new IllegalStateException(
                    "%s: the parser stopped at byte %d, expected %d"
                            .formatted(relation.name(), window.position(), window.start() + to));
        }
    }

    /** The line of the row that is being parsed, counted from 1 where reading began. */
    long rowLine() {
        return rows.lines() + 1;
    }

    ChunkSpan span(ChunkId id, boolean lastOfFile) {
        return new ChunkSpan(
                id,
                startByte,
                window.position(),
                rows.lines(),
                rows.rows(),
                rows.rejected(),
                lastOfFile,
                rows.dropped());
    }
}
