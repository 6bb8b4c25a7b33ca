package sluice.storage;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FreeSpaceTest {
    @TempDir private Path directory;

    @Test
    void aDirectoryHasRoom() throws IOException {
        assertTrue(FreeSpace.usableBytes(directory) > 0);
    }

    @Test
    void aPathThatIsNotThereIsNotAFullDisk() {
        Path missing = directory.resolve("missing");
        assertThrows(NoSuchFileException.class, () -> FreeSpace.usableBytes(missing));
    }
}
