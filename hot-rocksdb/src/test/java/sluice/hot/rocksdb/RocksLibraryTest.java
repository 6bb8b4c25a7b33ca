package sluice.hot.rocksdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
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
        openAndKill(program("-Djava.io.tmpdir=" + temporary));
        assertEquals(0, count(temporary));
    }

    @Test
    void aNamedFolderIsUsedInstead() throws IOException, InterruptedException {
        Path named = Files.createDirectory(folder.resolve("named"));
        ProcessBuilder program = program("-Djava.io.tmpdir=" + folder.resolve("none"));
        program.environment().put("ROCKSDB_SHAREDLIB_DIR", named.toString());
        openAndKill(program);
        assertEquals(0, count(named));
    }

    @Test
    void aFolderThatIsNotThereIsNamed() throws IOException {
        String said = said(program("-Djava.io.tmpdir=" + folder.resolve("none")));
        assertTrue(said.contains("cannot be unpacked into " + folder.resolve("none")), said);
        assertTrue(said.contains("ROCKSDB_SHAREDLIB_DIR"), said);
    }

    /** Most stores have no hot store, and to load the library takes as long as to answer. */
    @Test
    void whereNoHotStoreIsNoLibraryIsLoaded() throws IOException {
        Path none = folder.resolve("none");
        String said = said(program("-Djava.io.tmpdir=" + none, NoStoreMain.class));
        assertTrue(said.endsWith("false\n"), said);
    }

    /** Needs a folder of a file system that is mounted so, as containers have. */
    @Test
    void aFolderFromWhichNothingCanBeRunIsNamed() throws IOException {
        Path shared = Path.of("/dev/shm");
        Assumptions.assumeTrue(isNoExecutable(shared) && Files.isWritable(shared));
        Path none = Files.createTempDirectory(shared, "sluice-test-");
        try {
            String said = said(program("-Djava.io.tmpdir=" + none));
            assertTrue(said.contains("cannot be loaded from " + none), said);
            assertTrue(said.contains("ROCKSDB_SHAREDLIB_DIR"), said);
            assertEquals(0, count(none));
        } finally {
            Files.delete(none);
        }
    }

    private static boolean isNoExecutable(Path folder) throws IOException {
        Path mounts = Path.of("/proc/mounts");
        return Files.exists(mounts)
                && Files.readAllLines(mounts).stream()
                        .map(line -> line.split(" ", -1))
                        .anyMatch(
                                mount ->
                                        mount[1].equals(folder.toString())
                                                && mount[3].contains("noexec"));
    }

    private static String said(ProcessBuilder program) throws IOException {
        Process process = program.redirectErrorStream(true).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private ProcessBuilder program(String option) {
        return program(option, OpenStoreMain.class);
    }

    private ProcessBuilder program(String option, Class<?> main) {
        return new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "--enable-native-access=ALL-UNNAMED",
                option,
                "-cp",
                System.getProperty("java.class.path"),
                main.getName(),
                folder.resolve("hot").toString());
    }

    private static void openAndKill(ProcessBuilder program)
            throws IOException, InterruptedException {
        Process process = program.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try {
            assertEquals(
                    OpenStoreMain.READY, process.inputReader(StandardCharsets.US_ASCII).readLine());
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private static long count(Path directory) throws IOException {
        try (Stream<Path> left = Files.list(directory)) {
            return left.count();
        }
    }
}
