package sluice.experiments.serving;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * How many files of one folder this process has open, and how many mapped; none where the system
 * does not say.
 */
record OpenFolder(long descriptors, long mappings) {
    private static final Path PROCESS = Path.of("/proc/self");
    private static final int LOOKS = 5;
    private static final long PAUSE_NANOS = 20_000_000;

    /**
     * The fewest that several looks find in {@code folder}, an absolute path: small files are open
     * for a moment while they are written.
     */
    static OpenFolder of(Path folder) throws IOException {
        if (Files.notExists(PROCESS)) {
            return new OpenFolder(0, 0);
        }
        OpenFolder least = look(folder);
        for (int i = 1; i < LOOKS; i++) {
            LockSupport.parkNanos(PAUSE_NANOS);
            OpenFolder next = look(folder);
            least =
                    new OpenFolder(
                            Math.min(least.descriptors, next.descriptors),
                            Math.min(least.mappings, next.mappings));
        }
        return least;
    }

    private static OpenFolder look(Path folder) throws IOException {
        String prefix = folder.toString() + "/";
        long descriptors;
        try (Stream<Path> files = Files.list(PROCESS.resolve("fd"))) {
            descriptors = files.filter(file -> target(file).startsWith(prefix)).count();
        }
        try (Stream<String> lines = Files.lines(PROCESS.resolve("maps"))) {
            return new OpenFolder(descriptors, lines.filter(line -> line.contains(prefix)).count());
        }
    }

    /** Some are closed while they are looked at. */
    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException _) {
            return "";
        }
    }
}
