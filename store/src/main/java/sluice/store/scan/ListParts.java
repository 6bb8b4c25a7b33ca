package sluice.store.scan;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import sluice.segment.BlockFile;
import sluice.segment.FileKind;
import sluice.segment.KeyRange;
import sluice.segment.ListCursor;

/**
 * The parts of one list, oldest first, and the cheapest way to its winning rows. Belongs to one
 * thread and one answer.
 */
public final class ListParts {
    private final List<ListCursor> cursors = new ArrayList<>();
    private final List<KeyRange> ranges = new ArrayList<>();
    private long version;
    private boolean oneVersion = true;
    private boolean segments = true;

    /** Adds {@code file}, in which {@code cursor} is at the list's first row. */
    public void add(BlockFile file, ListCursor cursor, KeyRange range) {
        version = cursors.isEmpty() ? file.versionMin() : version;
        oneVersion &= file.hasOnlyVersion(version);
        segments &= file.fileKind() == FileKind.SEGMENT;
        cursors.add(cursor);
        ranges.add(range);
    }

    /** The winning rows where they win by version, time and place. */
    public WinningRows winners(long id1) throws IOException {
        if (segments && cursors.size() == 1) {
            return new SegmentWinners(id1, cursors.getFirst(), ranges.getFirst());
        }
        // Segments of several buckets have no key twice, so that none need be gathered first.
        return oneVersion || segments
                ? new MergedWinners(id1, cursors, ranges, new LongSet(), segments)
                : new GatheredWinners(id1, cursors, ranges);
    }

    /** The winning rows where any row in a run wins: {@code shadows} are the id2s in runs. */
    public WinningRows shadowed(long id1, LongSet shadows) throws IOException {
        return segments && cursors.size() == 1
                ? new SegmentWinners(id1, cursors.getFirst(), ranges.getFirst())
                : new MergedWinners(id1, cursors, ranges, shadows, segments);
    }
}
