package sluice.cluster.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.cluster.load.place.StorePlace;
import sluice.cluster.load.plan.SourceRecipe;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.MemoryStorage;
import sluice.testkit.Experiment;

/**
 * K5: two drivers begin the same load in a shared place at once. One completes it, the other one
 * says who took over, or finds it complete; the bytes are those of a load on one machine.
 *
 * <p>{@code -Draces=} says how often.
 */
@Tag(Experiment.TAG)
class TwoDriversTest {
    private static final int RACES = Experiment.size("races", 6, 200);

    @TempDir Path directory;

    @Test
    void oneOfTwoDriversCompletesTheLoad() throws IOException, InterruptedException {
        int stopped = 0;
        for (ClusterInputs input : List.of(ClusterInputs.QUOTED, ClusterInputs.NAMES)) {
            SourceRecipe recipe = input.write(directory, 20);
            LoadOptions options = ClusterFixture.options(input).withChunkBytes(8192);
            TreeMap<String, String> expected =
                    ClusterFixture.bytes(ClusterFixture.alone(recipe, options));
            for (int race = 0; race < RACES / 2; race++) {
                stopped += race(recipe, options, expected);
            }
        }
        assertTrue(stopped > 0, "no driver was superseded");
    }

    /** Returns how many of two drivers were superseded. */
    private static int race(
            SourceRecipe recipe, LoadOptions options, TreeMap<String, String> expected)
            throws IOException, InterruptedException {
        MemoryStorage storage = MemoryStorage.create();
        AtomicInteger completed = new AtomicInteger();
        AtomicInteger superseded = new AtomicInteger();
        List<Throwable> failures = new CopyOnWriteArrayList<>();
        CountDownLatch begin = new CountDownLatch(1);
        Thread[] drivers = new Thread[2];
        for (int i = 0; i < drivers.length; i++) {
            String host = "host-" + i;
            drivers[i] =
                    new Thread(
                            () -> {
                                try {
                                    begin.await();
                                    ClusterLoad.run(
                                            StorePlace.shared(storage, host),
                                            recipe,
                                            new ThreadEngine(2, host),
                                            ClusterFixture.settings(
                                                    options, 4, host, LoadEvents.NONE));
                                    completed.incrementAndGet();
                                } catch (SluiceException e) {
                                    boolean isTold =
                                            e.code() == ErrorCode.STORE
                                                    && String.valueOf(e.getMessage())
                                                            .contains("taken over by host-");
                                    superseded.incrementAndGet();
                                    if (!isTold) {
                                        failures.add(e);
                                    }
                                } catch (Throwable e) {
                                    failures.add(e);
                                }
                            });
            drivers[i].start();
        }
        begin.countDown();
        for (Thread driver : drivers) {
            driver.join();
        }
        for (Throwable failure : failures) {
            throw new AssertionError(failure);
        }
        assertTrue(completed.get() >= 1, superseded + " drivers were superseded");
        TreeMap<String, String> left = ClusterFixture.bytes(storage);
        left.keySet().removeIf(name -> !expected.containsKey(name));
        assertEquals(expected, left);
        return superseded.get();
    }
}
