package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import sluice.load.job.LoadOptions;
import sluice.load.job.MemoryPlan;

/** The short form of E11: the whole process of a load stays within the memory that it was told. */
@EnabledOnOs(OS.LINUX)
class MemoryTest {
    private static final long MEMORY_BYTES = 256L << 20;

    @TempDir Path directory;

    @Test
    void loadTakesNoMoreThanItWasTold() throws IOException, InterruptedException {
        Path source = BigFile.write(directory, BigFile.Shape.POWER_LAW, 400_000);
        LoadProcess.Command command =
                new LoadProcess.Command(directory.resolve("store"), 2, 0, source, MEMORY_BYTES);

        long anonymousBytes = LoadProcess.start(command).awaitEndWatching("RssAnon");

        assertTrue(anonymousBytes > 0 && anonymousBytes <= MEMORY_BYTES, anonymousBytes + " bytes");
    }

    @Test
    void moreThreadsThanThereIsRoomForAreNotUsed() throws IOException, InterruptedException {
        Path source = BigFile.write(directory, BigFile.Shape.POWER_LAW, 400_000);
        LoadProcess.Command command =
                new LoadProcess.Command(
                        directory.resolve("store"), 64, 256 << 10, source, MEMORY_BYTES);

        long anonymousBytes = LoadProcess.start(command).awaitEndWatching("RssAnon");

        assertTrue(anonymousBytes > 0 && anonymousBytes <= MEMORY_BYTES, anonymousBytes + " bytes");
    }

    @Test
    void threadsThatMemoryHasRoomForAreAllUsed() {
        LoadOptions options = LoadOptions.defaults().withMemory(MEMORY_BYTES, 153L << 20);

        assertEquals(8, MemoryPlan.fitting(options.withThreads(8)).threads());
        assertEquals(10, MemoryPlan.fitting(options.withThreads(64)).threads());
        assertEquals(1, MemoryPlan.fitting(options.withMemory(MEMORY_BYTES, 0)).threads());
    }
}
