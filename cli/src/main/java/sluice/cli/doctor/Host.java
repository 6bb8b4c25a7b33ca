package sluice.cli.doctor;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import sluice.storage.FreeSpace;

/**
 * The machine as the checks see it. Files of the system, such as {@code /proc/meminfo}, are looked
 * for below a root first, so that a test can put others there.
 *
 * @param root the folder in front of the system's own files; the system's root for none
 * @param tempFolder where native libraries are unpacked
 * @param environment the variables of the process
 * @param space tells free room
 */
record Host(
        Path root,
        Path tempFolder,
        Map<String, String> environment,
        Space space,
        Instant now,
        int java) {
    private static final Path SYSTEM = Path.of("/");
    private static final int TEXT_BYTES_MAX = 1 << 20;

    /** Tells how many bytes can be written where a path is. */
    interface Space {
        long usableBytes(Path path) throws IOException;
    }

    /** A mounted file system, as the system lists it. */
    record Mount(Path point, String type, List<String> options) {}

    /** This machine. */
    static Host ofProcess(Map<String, String> environment) {
        return new Host(
                SYSTEM,
                Path.of(System.getProperty("java.io.tmpdir", "/tmp")),
                environment,
                FreeSpace::usableBytes,
                Instant.now(),
                Runtime.version().feature());
    }

    /** The text of a file of the system; empty where the system has none or it cannot be read. */
    Optional<String> text(String path) {
        String relative = path.substring(1);
        Path planted = root.resolve(relative);
        Path file = Files.exists(planted) ? planted : SYSTEM.resolve(relative);
        // Some settings answer the first read alone, and say that their length is 0.
        try (InputStream input = Files.newInputStream(file)) {
            byte[] bytes = input.readNBytes(TEXT_BYTES_MAX);
            return Optional.of(new String(bytes, StandardCharsets.UTF_8));
        } catch (IOException e) {
            // Not Linux, or not allowed: the check is left out.
            return Optional.empty();
        }
    }

    /** The mount that {@code path} is in; the path or one above it must exist. */
    Optional<Mount> mount(Path path) throws IOException {
        Path real = existing(path).toRealPath();
        return text("/proc/self/mounts").stream()
                .flatMap(String::lines)
                .map(line -> line.split(" ", -1))
                .filter(fields -> fields.length > 3)
                .map(
                        fields ->
                                new Mount(
                                        Path.of(fields[1].replace("\\040", " ")),
                                        fields[2],
                                        List.of(fields[3].split(",", -1))))
                .filter(mount -> real.startsWith(mount.point()))
                // The later one of two mounts at one place is seen.
                .reduce(
                        (one, other) ->
                                Comparator.<Integer>naturalOrder()
                                                        .compare(
                                                                other.point().getNameCount(),
                                                                one.point().getNameCount())
                                                >= 0
                                        ? other
                                        : one);
    }

    /** The path itself, or the nearest folder above it that is there. */
    static Path existing(Path path) {
        Path at = path.toAbsolutePath().normalize();
        while (!Files.exists(at) && at.getParent() != null) {
            at = at.getParent();
        }
        return at;
    }
}
