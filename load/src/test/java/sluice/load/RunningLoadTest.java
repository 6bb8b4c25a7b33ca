package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.ingest.Source;
import sluice.load.files.LoadLock;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.model.SluiceException;
import sluice.storage.MemoryStorage;
import sluice.store.Manifest;

/** What is told of a load while it runs, and afterwards. */
class RunningLoadTest {
    private static final long SECOND = 1_000_000_000;

    @TempDir Path directory;

    @Test
    void storeKnowsWhetherALoadRuns() throws IOException {
        MemoryStorage storage = LoadFixture.storage();
        Set<Boolean> whileLoading = new HashSet<>();
        LoadEvents events =
                new LoadEvents() {
                    @Override
                    public synchronized void published(Manifest manifest) {
                        try {
                            whileLoading.add(LoadLock.isTaken(storage));
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    }
                };
        assertFalse(LoadLock.isTaken(storage));
        assertEquals(List.of(), storage.list());
        LoadFixture.load(storage, source(10), LoadFixture.options(), events);
        assertEquals(Set.of(true), whileLoading);
        assertFalse(LoadLock.isTaken(storage));
    }

    /** The server was opened since the progress was made, and is no part of the load. */
    @Test
    void thereIsOneTimeToUptime() throws IOException {
        AtomicLong now = new AtomicLong();
        LoadProgress progress = new LoadProgress(now::get);
        now.addAndGet(100 * SECOND);
        List<Double> atUptime = new ArrayList<>();
        LoadEvents events =
                new LoadEvents() {
                    @Override
                    public synchronized void published(Manifest manifest) {
                        now.addAndGet(SECOND);
                    }

                    @Override
                    public void uptime() {
                        atUptime.add(progress.secondsToUptime());
                        now.addAndGet(SECOND);
                    }
                };
        LoadResult result =
                Load.run(
                        LoadFixture.storage(),
                        source(10),
                        LoadFixture.options().withThreads(1),
                        progress,
                        events,
                        new Demand());
        assertTrue(progress.secondsToUptime() < 50, "" + progress.secondsToUptime());
        assertEquals(List.of(progress.secondsToUptime()), atUptime);
        assertEquals(progress.secondsToUptime(), result.outcome().stageSeconds());
    }

    /** Else the chunks would be shown without their bytes, or with none. */
    @Test
    void chunksOfAnEarlierTryAreToldOnceTheirBytesAreKnown() throws IOException {
        MemoryStorage storage = LoadFixture.storage();
        Source source = source(1000);
        LoadOptions options = LoadFixture.options().withThreads(1).withChunkBytes(100);
        LoadEvents stop = LoadFixture.stopAfterChunks(5);
        assertThrows(SluiceException.class, () -> LoadFixture.load(storage, source, options, stop));
        LoadProgress progress = new LoadProgress();
        Set<Boolean> known = new HashSet<>();
        LoadEvents events =
                new LoadEvents() {
                    @Override
                    public synchronized void published(Manifest manifest) {
                        long chunks = progress.chunksResumed();
                        if (chunks > 0 && manifest.phase() == Manifest.Phase.STAGING) {
                            known.add(progress.bytesResumed() > 0);
                        }
                    }
                };
        Load.run(storage, source, options, progress, events, new Demand());
        assertEquals(Set.of(true), known);
    }

    private Source source(int rows) throws IOException {
        StringBuilder text = new StringBuilder("id1,id2,time\n");
        for (int i = 0; i < rows; i++) {
            text.append("%d,%d,%d\n".formatted(i, i, i));
        }
        LoadFixture fixture = new LoadFixture(directory);
        fixture.write("links.csv", text.toString());
        return fixture.source("links.csv");
    }
}
