package sluice.storage.publish;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import sluice.storage.DirectoryStorage;

/** The contract on a real directory, which keeps no temporary file of any test. */
class DirectoryPublishTest extends PublishedFilesContract {
    @TempDir private Path directory;

    @Override
    protected PublishedFiles emptyFiles() {
        return SyncedFiles.over(DirectoryStorage.open(directory), "test");
    }

    @Override
    protected int races() {
        return 50;
    }

    @AfterEach
    void noTemporaryFileIsLeft() throws IOException {
        try (Stream<Path> left = Files.list(directory)) {
            assertEquals(0, left.filter(file -> file.toString().endsWith(".tmp")).count());
        }
    }
}
