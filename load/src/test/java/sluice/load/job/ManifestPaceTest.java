package sluice.load.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import sluice.load.files.Manifests;
import sluice.storage.FileEntry;
import sluice.storage.MemoryStorage;
import sluice.store.Bucket;
import sluice.store.Manifest;
import sluice.store.ManifestFile;

class ManifestPaceTest {
    private static final int LONG = ManifestPace.ENTRIES_AT_ONCE_MAX + 1;
    private static final long SECOND = 1_000_000_000L;

    @Test
    void aShortManifestIsAlwaysDue() {
        ManifestPace pace = new ManifestPace();
        pace.written(0, SECOND);

        assertTrue(pace.isDue(ManifestPace.ENTRIES_AT_ONCE_MAX, SECOND));
    }

    @Test
    void aLongOneTakesATwentiethOfTheTime() {
        ManifestPace pace = new ManifestPace();
        assertTrue(pace.isDue(LONG, 0));
        pace.written(0, SECOND / 10);

        assertFalse(pace.isDue(LONG, 2 * SECOND - 1));
        assertTrue(pace.isDue(LONG, 2 * SECOND));
    }

    @Test
    void noPauseIsLongerThanTenSeconds() {
        ManifestPace pace = new ManifestPace();
        pace.written(0, 60 * SECOND);

        assertFalse(pace.isDue(LONG, 70 * SECOND - 1));
        assertTrue(pace.isDue(LONG, 70 * SECOND));
    }

    @Test
    void changesOfALongManifestShareOne() throws IOException {
        assertEquals(20, manifests(100, 20));
        int manifests = manifests(LONG, 100);
        assertTrue(manifests > 1 && manifests < 20, manifests + " manifests of 100 changes");
    }

    /** How many manifests were written for {@code changes} changes of a store. */
    private static int manifests(int buckets, int changes) throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        List<Bucket> list = new ArrayList<>();
        for (int i = 0; i < buckets; i++) {
            list.add(new Bucket(i, 0, Bucket.State.STAGED, null, 0));
        }
        Manifest begun =
                new Manifest(
                        1, false, 1, Manifest.Phase.STAGING, "pace", list, List.of(), List.of());
        AtomicLong millis = new AtomicLong();
        try (Publisher publisher =
                new Publisher(
                        storage,
                        begun,
                        LoadEvents.NONE,
                        Workers.inCaller(),
                        () -> millis.incrementAndGet() * 1_000_000)) {
            for (int i = 0; i < changes; i++) {
                FileEntry run = new FileEntry("run-000001-000000-%06d-000".formatted(i), 10, i);
                publisher.commitSoon(old -> Manifests.withRuns(old, List.of(run)));
            }
            int versions = (int) publisher.manifest().version() - 1;
            publisher.await();
            assertEquals(changes, publisher.manifest().runs().size());
            assertEquals(10L * changes, publisher.storeBytesMax());
            assertEquals(publisher.manifest(), ManifestFile.read(storage).orElseThrow());
            return versions;
        }
    }
}
