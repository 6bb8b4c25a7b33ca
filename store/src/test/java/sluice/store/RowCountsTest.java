package sluice.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import sluice.dictionary.Dictionary;
import sluice.model.Link;
import sluice.model.Visibility;
import sluice.storage.MemoryStorage;

class RowCountsTest {
    @Test
    void linksOfAnIdInSeveralBucketsAreOneDegree() throws IOException {
        ScanProgress progress = new ScanProgress();
        RowCounts total = new RowCounts(progress);
        total.add(bucket(progress, 1, 1, 2));
        total.add(bucket(progress));
        total.add(bucket(progress, 2, 2));
        total.add(bucket(progress, 2, 3, 3, 3, 4));
        total.end();
        StoreStats stats = stats(total);
        assertEquals(
                List.of(
                        new StoreStats.IdFigure("2", 4),
                        new StoreStats.IdFigure("3", 3),
                        new StoreStats.IdFigure("1", 2),
                        new StoreStats.IdFigure("4", 1)),
                stats.largest());
        assertEquals(List.of(1L, 2L, 1L), stats.degrees());
        assertEquals(10, stats.links());
        assertEquals(10, progress.rows());
    }

    @Test
    void idsWithHiddenLinksOnlyHaveNoDegree() throws IOException {
        ScanProgress progress = new ScanProgress();
        RowCounts total = new RowCounts(progress);
        total.link(link(5, 0, Visibility.HIDDEN));
        total.endBucket();
        total.end();
        StoreStats stats = stats(total);
        assertEquals(1, stats.hiddenLinks());
        assertEquals(0, stats.sources());
        assertEquals(List.of(), stats.degrees());
    }

    /** The counts of a bucket that has one visible link of each id in {@code ids}. */
    private static RowCounts bucket(ScanProgress progress, long... ids) {
        RowCounts counts = new RowCounts(progress);
        for (int i = 0; i < ids.length; i++) {
            counts.link(link(ids[i], i, Visibility.VISIBLE));
        }
        counts.endBucket();
        return counts;
    }

    private static Link link(long id1, long id2, Visibility visibility) {
        return new Link(id1, 7, id2, visibility, 0, 0, new byte[0]);
    }

    private static StoreStats stats(RowCounts counts) throws IOException {
        Manifest numbers =
                new Manifest(
                        1,
                        false,
                        1,
                        Manifest.Phase.COMPLETE,
                        "",
                        List.of(new Bucket(0, 0, Bucket.State.BUILT, null, 0)),
                        List.of(),
                        List.of());
        try (Dictionary dictionary = Dictionary.open(MemoryStorage.create(), numbers.nameFiles())) {
            return counts.stats(new StoreNames(numbers, dictionary), true, 0, 0, 0);
        }
    }
}
