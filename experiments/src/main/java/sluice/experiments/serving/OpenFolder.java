package sluice.experiments.serving;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * How many files of one folder this process has open, and how many mapped; none where the system
 * does not say.
 */
record OpenFolder(long descriptors, long mappings) {
    private static final Path PROCESS = Path.of("/proc/self");

    /** Those of {@code folder}, an absolute path. */
    static OpenFolder of(Path folder) throws IOException {
        if (Files.notExists(PROCESS)) {
            return new OpenFolder(0, 0);
        }
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
