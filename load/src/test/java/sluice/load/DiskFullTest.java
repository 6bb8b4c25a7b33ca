package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.DirectoryStorage;
import sluice.storage.Fault;
import sluice.storage.FaultPlan;
import sluice.storage.FaultyStorage;
import sluice.storage.MemoryStorage;
import sluice.storage.OpenHandles;
import sluice.testkit.Experiment;

/**
 * E5: the disk is too small, by much or by little. The load says so, what was there still answers,
 * and once there is room the same command ends with the same store.
 *
 * <p>{@code -Dsizes=} says how many sizes of disk from 1 to 99 percent of the need are tried.
 */
@Tag(Experiment.TAG)
class DiskFullTest {
    private static final int SIZES = Experiment.size("sizes", 6, 40);
    private static final long SEED = Long.getLong("seed", 1);

    @TempDir Path directory;

    @Test
    void fullDiskEndsTheLoadAndRoomFinishesIt() throws IOException {
        try (Experiment experiment = new Experiment("E5 full disk, simulated", SEED)) {
            experiment.fact("sizes", SIZES);
            for (CrashScenario scenario : new Scenarios(directory, SEED).all()) {
                long before = usedBytes(scenario.disk());
                long peak = peakBytes(scenario);
                for (int i = 0; i < SIZES; i++) {
                    double share = 0.01 + 0.98 * i / (SIZES - 1);
                    fill(scenario, before + (long) ((peak - before) * share));
                    experiment.ran(1);
                }
            }
            experiment.passed();
        }
    }

    /** Also where most runs are of an earlier try, which this one has not written. */
    @Test
    void roomThatIsAskedForIsEnough() throws IOException {
        LoadFixture fixture = new LoadFixture(directory);
        StringBuilder rows = new StringBuilder("id1,id2,time,data\n");
        for (int i = 0; i < 150_000; i++) {
            rows.append("%d,%d,%d,%040d\n".formatted(i % 999, i, i, i * 7919L));
        }
        fixture.write("links.csv", rows.toString());
        LoadOptions options = LoadFixture.options().withThreads(1).withChunkBytes(256 << 10);
        for (int chunks : new int[] {0, 10, 30}) {
            MemoryStorage disk = MemoryStorage.create();
            if (chunks > 0) {
                LoadEvents stop = LoadFixture.stopAfterChunks(chunks);
                assertThrows(
                        SluiceException.class,
                        () -> LoadFixture.load(disk, fixture.source("links.csv"), options, stop));
            }
            long capacity = usedBytes(disk) + (600 << 10);
            disk.resize(capacity);
            SluiceException failure =
                    assertThrows(
                            SluiceException.class,
                            () -> LoadFixture.load(disk, fixture.source("links.csv"), options));
            Matcher missing = Pattern.compile("about (\\d+) MiB").matcher(failure.getMessage());
            assertTrue(missing.find(), failure::getMessage);
            long used = capacity - disk.usableBytes();
            disk.resize(used + (Long.parseLong(missing.group(1)) << 20));

            LoadResult result = LoadFixture.load(disk, fixture.source("links.csv"), options);

            assertEquals(150_000, result.links(), failure::getMessage);
        }
    }

    private static void fill(CrashScenario scenario, long capacity) throws IOException {
        MemoryStorage disk = scenario.disk();
        disk.resize(capacity);
        SluiceException failure =
                assertThrows(
                        SluiceException.class,
                        () -> scenario.load(disk),
                        () -> scenario.name() + " in " + capacity);
        assertEquals(ErrorCode.RESOURCE, failure.code());
        assertTrue(
                failure.getMessage().matches("memory is full: .*No space left.* about \\d+ MiB .*"),
                failure::getMessage);
        assertEquals(OpenHandles.NONE, disk.openHandles());
        scenario.checkFound(disk, new SplittableRandom(SEED));
        disk.resize(Long.MAX_VALUE);
        scenario.checkRepeated(disk);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void limitOnTheLengthOfFilesEndsTheProcessAndWithoutItTheLoadFinishes()
            throws IOException, InterruptedException {
        Path source = BigFile.write(directory, BigFile.Shape.UNIFORM, 60_000);
        LoadProcess.Command alone =
                new LoadProcess.Command(directory.resolve("alone"), 2, 0, source, 320L << 20);
        LoadProcess.start(alone).awaitEnd();
        LoadProcess.Command limited = alone.into(directory.resolve("limited"));

        String errors = LoadProcess.startUnderFileLimit(limited, 300).awaitFailure();

        assertTrue(errors.contains(limited.store() + " is full: "), errors);
        LoadProcess.start(limited).awaitEnd();
        assertEquals(
                StoreImage.of(DirectoryStorage.open(alone.store())),
                StoreImage.of(DirectoryStorage.open(limited.store())));
    }

    private static long usedBytes(MemoryStorage disk) {
        return Long.MAX_VALUE - disk.usableBytes();
    }

    /** The most that the load has on disk at once. */
    private static long peakBytes(CrashScenario scenario) throws IOException {
        MemoryStorage disk = scenario.disk();
        AtomicLong peak = new AtomicLong();
        scenario.load(
                FaultyStorage.over(
                        disk,
                        FaultPlan.from(1, Fault.SLOW)
                                .withHook(
                                        () -> peak.accumulateAndGet(usedBytes(disk), Math::max))));
        return peak.get();
    }
}
