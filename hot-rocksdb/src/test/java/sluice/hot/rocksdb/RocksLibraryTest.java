package sluice.hot.rocksdb;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a process that has a hot store leaves in the folder for temporary files when it is killed.
 */
@Timeout(60)
class RocksLibraryTest {
    @TempDir Path folder;

    @Test
    void aKilledProcessLeavesNoLibraryBehind() throws IOException, InterruptedException {
        Path temporary = Files.createDirectory(folder.resolve("temporary"));
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx64m",
                                "--enable-native-access=ALL-UNNAMED",
                                "-Djava.io.tmpdir=" + temporary,
                                "-cp",
                                System.getProperty("java.class.path"),
                                OpenStoreMain.class.getName(),
                                folder.resolve("hot").toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        try {
            assertEquals(
                    OpenStoreMain.READY, process.inputReader(StandardCharsets.US_ASCII).readLine());
        } finally {
            process.destroyForcibly().waitFor();
        }
        try (Stream<Path> left = Files.list(temporary)) {
            assertEquals(List.of(), left.toList());
        }
    }
}
