package sluice.load.build;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import sluice.storage.FileEntry;
import sluice.storage.MemoryStorage;
import sluice.store.Bucket;
import sluice.store.Manifest;

/** Which buckets a later load builds, here and elsewhere. */
class TouchedBucketsTest {
    private static final FileEntry OWN = new FileEntry("segment-1-0", 0, 0);
    private static final FileEntry SHARED = new FileEntry("segment-1-1", 0, 0);

    /** The second and the third were one when they were built; no run has a row of any. */
    private static final Manifest CUT =
            new Manifest(
                    7,
                    false,
                    2,
                    Manifest.Phase.BUILDING,
                    "",
                    List.of(bucket(0, 0, OWN), bucket(5, 0, SHARED), bucket(5, 9, SHARED)),
                    List.of(),
                    List.of());

    private static Bucket bucket(long firstId1, long firstId2, FileEntry segment) {
        return new Bucket(firstId1, firstId2, Bucket.State.BUILT, segment, 0);
    }

    @Test
    void piecesOfABucketAreBuiltElsewhereAlsoWithoutNewRows() throws IOException {
        assertEquals(Set.of(1, 2), TouchedBuckets.remote(MemoryStorage.create(), CUT).indexes());
    }

    @Test
    void piecesOfASegmentStayAsTheyAre() throws IOException {
        assertEquals(Set.of(), TouchedBuckets.in(MemoryStorage.create(), CUT).indexes());
    }
}
