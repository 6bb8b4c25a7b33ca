package sluice.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class DirectoryStorageTest extends StorageContract {
    @TempDir private Path directory;

    @Override
    Storage emptyStorage() {
        return DirectoryStorage.open(directory);
    }

    @Test
    void subdirectoriesAreNoFiles() throws IOException {
        Files.createDirectory(directory.resolve("sub"));
        Storage storage = emptyStorage();

        assertEquals(List.of(), storage.list());
        assertThrows(NoSuchFileException.class, () -> storage.open("sub"));
    }

    @Test
    void aMissingDirectoryIsNamed() {
        Storage storage = DirectoryStorage.open(directory.resolve("gone"));

        for (IOException failure :
                List.of(
                        assertThrows(IOException.class, () -> storage.create("run-1")),
                        assertThrows(IOException.class, storage::list),
                        assertThrows(IOException.class, storage::usableBytes),
                        assertThrows(IOException.class, storage::syncDirectory),
                        assertThrows(IOException.class, () -> storage.lock("LOCK")))) {
            assertInstanceOf(NoSuchFileException.class, failure);
            assertMessage(
                    failure, directory.resolve("gone").toString(), "no such file or directory");
        }
    }

    @Test
    void aFileInPlaceOfTheDirectoryIsNamed() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "");

        IOException failure = assertThrows(IOException.class, () -> DirectoryStorage.create(file));

        assertMessage(failure, file.toString(), "cannot create the directory");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aDirectoryThatCameInItsPlaceIsNotTakenForIt() throws IOException {
        Path mine = Files.createDirectory(directory.resolve("mine"));
        Path other = Files.createDirectory(directory.resolve("other"));
        Storage storage = DirectoryStorage.open(mine);
        storage.create("run-1").close();
        Path away = Files.move(mine, directory.resolve("away"));
        Files.move(other, mine);

        for (IOException failure :
                List.of(
                        assertThrows(IOException.class, () -> storage.create("run-2")),
                        assertThrows(IOException.class, () -> storage.open("run-1")),
                        assertThrows(
                                IOException.class, () -> storage.map("run-1", 0, Arena.global())),
                        assertThrows(IOException.class, () -> storage.rename("run-1", "run-2")),
                        assertThrows(IOException.class, () -> storage.delete("run-1")),
                        assertThrows(IOException.class, storage::list),
                        assertThrows(IOException.class, storage::syncDirectory),
                        assertThrows(IOException.class, () -> storage.lock("LOCK")))) {
            assertInstanceOf(DirectoryGoneException.class, failure);
            assertMessage(failure, mine.toString(), "moved, removed or replaced");
        }

        assertEquals(List.of(), DirectoryStorage.open(mine).list());
        Files.delete(mine);
        Files.move(away, mine);
        // It may be another one of the same number by now.
        assertThrows(DirectoryGoneException.class, storage::list);
        assertEquals(List.of("run-1"), DirectoryStorage.open(mine).list());
    }

    @Test
    void heapBuffersPassInPiecesSoThatNoHiddenBufferGrows() throws IOException {
        Storage storage = emptyStorage();
        ByteBuffer bytes = ByteBuffer.allocate(3 << 20);
        try (Storage.Sink sink = storage.create("run-1")) {
            assertEquals(1 << 20, sink.write(bytes));
            assertEquals(3 << 20, bytes.limit());
            StorageFiles.writeFully(sink, bytes);
        }
        try (Storage.Source source = storage.open("run-1")) {
            assertEquals(3 << 20, source.lengthBytes());
            assertEquals(1 << 20, source.read(bytes.clear(), 0));
        }
    }

    @Test
    void twoStoragesOfOneDirectoryShareItsLocks() throws IOException {
        Storage other = DirectoryStorage.open(directory.resolve("."));
        Closeable lock = emptyStorage().lock("LOCK").orElseThrow();
        assertTrue(other.lock("LOCK").isEmpty());

        lock.close();

        other.lock("LOCK").orElseThrow().close();
    }

    @Test
    void aRefusedSecondLockDoesNotFreeTheFirstForOtherProcesses() throws Exception {
        Storage storage = emptyStorage();
        Closeable lock = storage.lock("LOCK").orElseThrow();

        assertTrue(storage.lock("LOCK").isEmpty());
        assertEquals("refused", outputOf("lock", ""));

        lock.close();
        assertEquals("taken", outputOf("lock", ""));
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aFileThatMayNotGrowIsAFullDisk() throws Exception {
        String output = outputOf("fill", "ulimit -f 64; ");

        assertTrue(
                output.startsWith("full: " + directory.resolve("run-1") + ": cannot write: "),
                output);
    }

    /**
     * Runs {@link OtherProcess} in a process of its own, after the shell commands {@code before}.
     */
    private String outputOf(String verb, String before) throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> program =
                List.of(
                        java,
                        "-XX:-UsePerfData",
                        "-cp",
                        System.getProperty("java.class.path"),
                        OtherProcess.class.getName(),
                        verb,
                        directory.toString());
        List<String> command =
                before.isEmpty()
                        ? program
                        : List.of(
                                "sh",
                                "-c",
                                before + "exec \"" + String.join("\" \"", program) + "\"");
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            String output =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(process.waitFor(60, TimeUnit.SECONDS));
            assertFalse(output.isBlank());
            return output.strip();
        } finally {
            process.destroyForcibly();
        }
    }
}
