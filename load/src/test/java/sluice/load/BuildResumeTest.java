package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.load.files.Manifests;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.model.SluiceException;
import sluice.storage.MemoryStorage;
import sluice.store.Bucket;
import sluice.store.Manifest;
import sluice.store.ManifestFile;

class BuildResumeTest {
    private static final int ROWS = 400;

    @TempDir Path directory;

    private final MemoryStorage storage = LoadFixture.storage();

    /** Found by E2: the rows of these buckets were lost, and the load said that it was done. */
    @Test
    void bucketsThatWereBeingBuiltWhenTheProcessEndedAreBuilt() throws IOException {
        LoadFixture fixture = new LoadFixture(directory);
        StringBuilder text = new StringBuilder("id1,id2,time\n");
        for (int i = 0; i < ROWS; i++) {
            text.append("%d,%d,%d\n".formatted(i, i * 7 % 1000, i));
        }
        fixture.write("links.csv", text.toString());
        LoadOptions options = LoadFixture.options().withBucketBytes(600);
        assertThrows(
                SluiceException.class,
                () ->
                        LoadFixture.load(
                                storage, fixture.source("links.csv"), options, stopInBuild()));
        Manifest found = ManifestFile.read(storage).orElseThrow();
        assertEquals(Manifest.Phase.BUILDING, found.phase());
        Manifest killed = Manifests.withBuckets(found, i -> beingBuilt(found.buckets().get(i)));
        ManifestFile.publish(storage, Manifests.withVersion(killed, found.version() + 1));

        LoadResult result = LoadFixture.load(storage, fixture.source("links.csv"), options);

        assertTrue(result.resumed());
        assertEquals(ROWS, result.links());
        assertEquals(ROWS, LoadFixture.graph(storage).lines().count());
    }

    private static LoadEvents stopInBuild() {
        return new LoadEvents() {
            private volatile boolean stop;

            @Override
            public void uptime() {
                stop = true;
            }

            @Override
            public boolean stopRequested() {
                return stop;
            }
        };
    }

    private static Bucket beingBuilt(Bucket bucket) {
        return bucket.state() == Bucket.State.STAGED
                ? bucket.withState(Bucket.State.BUILDING)
                : bucket;
    }
}
