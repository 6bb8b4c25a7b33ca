package sluice.cli.logs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RotatedFileTest {
    @TempDir private Path folder;

    @Test
    void longFileIsRenamedAndTheOldestIsDeleted() throws IOException {
        try (RotatedFile log = log(10, 2)) {
            for (String record :
                    List.of("one\n", "two\n", "three\n", "four\n", "five\n", "six\n")) {
                write(log, record);
            }
        }
        assertEquals(List.of("log", "log.1", "log.2"), names());
        assertEquals("six\n", text("log"));
        assertEquals("four\nfive\n", text("log.1"));
        assertEquals("three\n", text("log.2"));
    }

    @Test
    void noOldFileIsKeptByZero() throws IOException {
        try (RotatedFile log = log(4, 0)) {
            write(log, "one\n");
            write(log, "two\n");
        }
        assertEquals(List.of("log"), names());
        assertEquals("two\n", text("log"));
    }

    @Test
    void fileOfAnotherProgramStaysByZero() throws IOException {
        Files.writeString(folder.resolve("log.0"), "not ours");
        try (RotatedFile log = log(4, 0)) {
            write(log, "one\n");
            write(log, "two\n");
        }
        assertEquals(List.of("log", "log.0"), names());
    }

    @Test
    void recordThatIsLongerThanTheLimitIsWhole() throws IOException {
        try (RotatedFile log = log(4, 1)) {
            write(log, "longer than four\n");
            write(log, "b\n");
        }
        assertEquals("longer than four\n", text("log.1"));
        assertEquals("b\n", text("log"));
    }

    @Test
    void laterProcessGoesOnAtTheEnd() throws IOException {
        try (RotatedFile log = log(100, 1)) {
            write(log, "one\n");
        }
        try (RotatedFile log = log(100, 1)) {
            write(log, "two\n");
        }
        assertEquals("one\ntwo\n", text("log"));
    }

    @Test
    void otherProgramsMayMoveDeleteAndTruncateTheFile() throws IOException {
        try (RotatedFile log = log(100, 1)) {
            write(log, "one\n");
            Files.move(folder.resolve("log"), folder.resolve("moved"));
            write(log, "two\n");
            assertEquals("one\n", text("moved"));
            assertEquals("two\n", text("log"));
            FileChannel.open(folder.resolve("log"), StandardOpenOption.WRITE).truncate(0).close();
            write(log, "three\n");
            assertEquals("three\n", text("log"));
            Files.delete(folder.resolve("log"));
            write(log, "four\n");
            assertEquals("four\n", text("log"));
        }
    }

    @Test
    void failureIsThrownAndTheNextRecordIsTriedAgain() throws IOException {
        Path deep = folder.resolve("deep");
        try (RotatedFile log = new RotatedFile(deep.resolve("log"), 100, 1)) {
            assertThrows(IOException.class, () -> write(log, "one\n"));
            Files.createDirectory(deep);
            write(log, "two\n");
        }
        assertEquals("two\n", Files.readString(deep.resolve("log")));
        assertFalse(Files.exists(folder.resolve("log")));
    }

    @Test
    void interruptedThreadDoesNotEndTheLog() throws IOException {
        try (RotatedFile log = log(100, 1)) {
            write(log, "one\n");
            Thread.currentThread().interrupt();
            write(log, "two\n");
            assertTrue(Thread.interrupted());
            write(log, "three\n");
        }
        assertEquals("one\ntwo\nthree\n", text("log"));
    }

    @Test
    void fileThatCannotBeRenamedGoesOnAndTheOthersStay() throws IOException {
        Files.writeString(folder.resolve("log.1"), "older\n");
        // Something that cannot be replaced is in the way of the first step.
        Files.createDirectories(folder.resolve("log.leaving").resolve("full"));
        try (RotatedFile log = log(8, 2)) {
            write(log, "one\n");
            assertThrows(IOException.class, () -> write(log, "two t\n"));
            write(log, "3\n");
            assertEquals("one\ntwo t\n3\n", text("log"));
            assertEquals("older\n", text("log.1"));
        }
    }

    @Test
    void linkIsFollowedAndStays() throws IOException {
        Path target = Files.createDirectory(folder.resolve("elsewhere")).resolve("target");
        Files.writeString(target, "");
        Files.createSymbolicLink(folder.resolve("log"), target);
        try (RotatedFile log = log(4, 1)) {
            write(log, "one\n");
            write(log, "two\n");
        }
        assertTrue(Files.isSymbolicLink(folder.resolve("log")));
        assertEquals("two\n", text("log"));
        assertEquals("one\n", Files.readString(target.resolveSibling("target.1")));
    }

    private RotatedFile log(int sizeMax, int keep) throws IOException {
        return new RotatedFile(folder.resolve("log"), sizeMax, keep);
    }

    private static void write(RotatedFile log, String record) throws IOException {
        log.write(record.getBytes(StandardCharsets.UTF_8));
    }

    private String text(String name) throws IOException {
        return Files.readString(folder.resolve(name));
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
