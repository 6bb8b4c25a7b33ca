package sluice.experiments;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CopyBaselineTest {
    private static final int LENGTH_BYTES = 1_000_000;

    @TempDir private Path directory;

    @Test
    void cpAndTransferCopyEveryByteAndTellTheTimeBetween() throws IOException {
        Path from = file();
        AtomicLong clock = new AtomicLong();

        assertEquals(5, CopyBaseline.cp(from, directory.resolve("cp"), () -> clock.getAndAdd(5)));
        assertEquals(
                5,
                CopyBaseline.transfer(
                        from, directory.resolve("transfer"), () -> clock.getAndAdd(5)));

        assertArrayEquals(Files.readAllBytes(from), Files.readAllBytes(directory.resolve("cp")));
        assertArrayEquals(
                Files.readAllBytes(from), Files.readAllBytes(directory.resolve("transfer")));
    }

    @Test
    void aThrottledCopyTakesWhatItsSourceTakes() throws IOException {
        Path from = file();
        AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 1000);

        // The sleeper wakes early each other time, as real ones do.
        long nanos =
                CopyBaseline.throttled(
                        from,
                        directory.resolve("copy"),
                        250_000,
                        clock::get,
                        wanted -> clock.addAndGet(Math.max(1, wanted / 2)));

        assertEquals(4_000_000_000L, nanos);
        assertArrayEquals(Files.readAllBytes(from), Files.readAllBytes(directory.resolve("copy")));
    }

    @Test
    void aThrottledCopyDoesNotWaitWhenItIsLate() throws IOException {
        AtomicLong clock = new AtomicLong();
        CopyBaseline.throttled(
                file(),
                directory.resolve("copy"),
                250_000,
                () -> clock.getAndAdd(5_000_000_000L),
                _ -> assertTrue(false, "slept"));
    }

    @Test
    void aFileThatIsThereIsNotOverwritten() throws IOException {
        Path from = file();
        Path to = Files.writeString(directory.resolve("there"), "mine");
        assertThrows(FileAlreadyExistsException.class, () -> CopyBaseline.cp(from, to, () -> 0));
        assertThrows(
                FileAlreadyExistsException.class, () -> CopyBaseline.transfer(from, to, () -> 0));
        assertEquals("mine", Files.readString(to));
    }

    @Test
    void aFailedCpTellsWhatCpSaid() {
        IOException failure =
                assertThrows(
                        IOException.class,
                        () ->
                                CopyBaseline.cp(
                                        directory.resolve("absent"),
                                        directory.resolve("copy"),
                                        () -> 0));
        assertTrue(failure.getMessage().contains("absent"), failure.getMessage());
    }

    private Path file() throws IOException {
        byte[] bytes = new byte[LENGTH_BYTES];
        new Random(1).nextBytes(bytes);
        return Files.write(directory.resolve("from"), bytes);
    }
}
