package sluice.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StorageErrorsTest {
    @ParameterizedTest
    @ValueSource(strings = {"No space left on device", "File too large", "Disk quota exceeded"})
    void fullDisksAreRecognisedThroughEveryWrapping(String text) {
        IOException bare = new IOException(text);
        IOException explained = StorageErrors.explained("/data/run-1", null, "write", bare);

        assertTrue(StorageErrors.isDiskFull(bare));
        assertTrue(StorageErrors.isDiskFull(explained));
        assertTrue(StorageErrors.isDiskFull(new IOException("chunk 3 failed", explained)));
        assertTrue(StorageErrors.isDiskFull(new FileSystemException("/data/run-1", null, text)));
        assertEquals("/data/run-1: cannot write: " + text, explained.getMessage());
        assertSame(bare, explained.getCause());
    }

    @Test
    void otherFailuresAreNoFullDisk() {
        assertFalse(StorageErrors.isDiskFull(new IOException("Input/output error")));
        assertFalse(StorageErrors.isDiskFull(new IOException()));
        assertFalse(
                StorageErrors.isDiskFull(
                        new CorruptFileException("a", 3, "wrong magic", "reload")));
    }

    @Test
    void theLimitOnOpenFilesIsRecognised() {
        IOException bare = new IOException("Too many open files");
        IOException explained = StorageErrors.explained("/data/run-1", null, "map", bare);
        assertTrue(StorageErrors.isOutOfOpenFiles(explained));
        assertFalse(StorageErrors.isDiskFull(explained));
        assertFalse(StorageErrors.isOutOfOpenFiles(new IOException("File too large")));
    }

    @Test
    void deniedAccessKeepsItsKindAndSaysWhatToDo() {
        IOException explained =
                StorageErrors.explained(
                        "/data/run-1", null, "create", new AccessDeniedException("x"));

        assertInstanceOf(AccessDeniedException.class, explained);
        assertEquals(
                "/data/run-1: cannot create: access denied; check the owner and the rights",
                explained.getMessage());
    }

    @Test
    void interruptsAreToldApartFromClosing() {
        IOException explained =
                StorageErrors.explained(
                        "/data/run-1", null, "read", new ClosedByInterruptException());

        assertEquals(
                "/data/run-1: cannot read: an interrupt of the thread closed the file",
                explained.getMessage());
    }

    @Test
    void bothNamesOfARenameAreTold() {
        IOException bare = new IOException("Input/output error");
        IOException explained = StorageErrors.explained("/data/a", "/data/b", "rename", bare);

        assertEquals(
                "/data/a -> /data/b: cannot rename: Input/output error", explained.getMessage());
    }
}
