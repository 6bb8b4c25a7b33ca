package sluice.load;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

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
}
