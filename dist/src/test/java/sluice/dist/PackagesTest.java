package sluice.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The packages that {@code mvn -Pdist package} has written: installed, they work without a JDK;
 * they are small enough, and a second build gives the same bytes.
 */
@Tag("packages")
class PackagesTest {
    private static final long PACKED_BYTES_MAX = 120_000_000;
    private static final Path TARGET = Path.of("target").toAbsolutePath();

    @TempDir Path directory;

    static Path written(String ending) throws IOException {
        try (Stream<Path> files = Files.list(TARGET)) {
            List<Path> found =
                    files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
            assertEquals(1, found.size(), () -> "packages in " + TARGET + ": " + found);
            return found.getFirst();
        }
    }

    @Test
    void theArchiveWorksWithoutAJdk() throws IOException, InterruptedException {
        Path archive = written(".tar.gz");
        Programs.run(
                List.of("tar", "xzf", archive.toString(), "-C", directory.toString()), List.of());
        Path root = directory.resolve(archive.getFileName().toString().replace(".tar.gz", ""));
        for (String part :
                List.of("LICENSE", "NOTICE", "bom.json", "docs/install.md", "man/man1/sluice.1")) {
            assertTrue(Files.exists(root.resolve(part)), part);
        }
        Path user = directory.resolve("a user");
        InstalledCommand command = new InstalledCommand(root.resolve("bin/sluice"), user);
        command.walk(root.resolve("runtime"));
        // A cache in the folder of the installation, which starts use from then on.
        assertTrue(command.run("--train").good().startsWith("trained: " + root), "the training");
        String options = "-Xlog:aot*=info:stdout";
        String started = command.run(Map.of("SLUICE_JAVA_OPTS", options), "--version").good();
        assertTrue(started.contains(".aot"), started);
        command.walk(root.resolve("runtime"));
    }

    @Test
    void aFolderThatIsNotWritableIsTrainedInTheUsers() throws IOException, InterruptedException {
        Path archive = written(".tar.gz");
        Programs.run(
                List.of("tar", "xzf", archive.toString(), "-C", directory.toString()), List.of());
        Path root = directory.resolve(archive.getFileName().toString().replace(".tar.gz", ""));
        // Not even for root can a file become a folder.
        Files.writeString(root.resolve("cache"), "");
        InstalledCommand command =
                new InstalledCommand(root.resolve("bin/sluice"), directory.resolve("user"));
        // At the first start of a verb that is soon done, beside it.
        command.run(Map.of("SLUICE_NO_TRAINING", ""), "--version").good();
        Path cache = command.home().resolve(".cache/sluice");
        assertTrue(awaitCache(cache), "no cache in " + cache);
        String options = "-Xlog:aot*=info:stdout";
        String started = command.run(Map.of("SLUICE_JAVA_OPTS", options), "--version").good();
        assertTrue(started.contains(cache.toString()), started);
    }

    private static boolean awaitCache(Path folder) throws IOException, InterruptedException {
        long end = System.nanoTime() + 180_000_000_000L;
        while (System.nanoTime() < end) {
            if (Files.isDirectory(folder)) {
                try (Stream<Path> files = Files.list(folder)) {
                    if (files.anyMatch(file -> file.toString().endsWith(".aot"))) {
                        return true;
                    }
                } catch (UncheckedIOException e) {
                    throw e.getCause();
                }
            }
            LockSupport.parkNanos(200_000_000L);
        }
        return false;
    }

    @Test
    void theDebianPackageWorksWithoutAJdk() throws IOException, InterruptedException {
        Path root = unpackedDebian();
        InstalledCommand command =
                new InstalledCommand(root.resolve("usr/bin/sluice"), directory.resolve("user"));
        command.walk(root.resolve("usr/lib/sluice/runtime"));
        assertTrue(Files.exists(root.resolve("usr/share/man/man1/sluice-load.1.gz")));
        assertTrue(Files.exists(root.resolve("etc/sluice/sluice.yaml")));
        String trained = command.run("--train").good();
        assertTrue(trained.startsWith("trained: " + root.resolve("usr/lib/sluice/cache")), trained);
        try (Stream<Path> files = Files.list(root.resolve("var/cache/sluice"))) {
            assertEquals(1, files.filter(file -> file.toString().endsWith(".aot")).count());
        }
    }

    @Test
    void theUnitIsKnownToSystemdAndSafe() throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/systemd-analyze")), "no systemd here");
        Path root = unpackedDebian();
        // Systemd's own measure: 2.0 of 10 at most.
        Programs.run(
                List.of("systemd-analyze", "security", "--offline=true", "--threshold=20"),
                List.of("--root=" + root, "sluice.service"));
        // Of a unit whose program is there: a word that systemd does not know is a line.
        Path copy = directory.resolve("sluice.service");
        String text = Files.readString(root.resolve("usr/lib/systemd/system/sluice.service"));
        Files.writeString(copy, text.replace("/usr/bin/sluice", "/bin/true"));
        String said =
                Programs.run(
                        List.of("systemd-analyze", "verify", "--man=no"), List.of(copy.toString()));
        assertEquals("", said);
    }

    private Path unpackedDebian() throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/dpkg-deb")), "no dpkg here");
        Path root = directory.resolve("root");
        String file = written(".deb").toString();
        Programs.run(List.of("dpkg-deb", "-x", file, root.toString()), List.of());
        return root;
    }

    @Test
    void theSizesAreBelowTheLimit() throws IOException {
        for (String ending : List.of(".tar.gz", ".deb")) {
            assertTrue(Files.size(written(ending)) <= PACKED_BYTES_MAX, ending);
        }
    }

    @Test
    void aSecondBuildGivesTheSameBytes() throws IOException, InterruptedException {
        Path again = directory.resolve("again");
        Distribution.main(new String[] {"..", "0.1.0", again.toString()});
        for (String ending : List.of(".tar.gz", ".deb")) {
            Path file = written(ending);
            assertEquals(-1, Files.mismatch(file, again.resolve(file.getFileName())), ending);
        }
        assertFalse(Files.exists(again.resolve("parts")));
    }
}
