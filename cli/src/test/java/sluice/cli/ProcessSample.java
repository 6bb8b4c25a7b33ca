package sluice.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a process holds at one moment, as Linux tells it.
 *
 * @param files that are open; a file that is there, of the directory that was named, counts where
 *     it is open more than once: how many such files there are is what the directory holds, and one
 *     that is deleted and still open, or opened again and again, is a leak
 * @param mappings counted likewise
 */
record ProcessSample(long files, long mappings, long threads, long anonymousBytes) {
    private static final String DELETED = " (deleted)";

    static ProcessSample of(long processId, Path directory) throws IOException {
        Path process = Path.of("/proc", Long.toString(processId));
        try (Stream<Path> files = Files.list(process.resolve("fd"));
                Stream<String> mappings = Files.lines(process.resolve("maps"))) {
            return new ProcessSample(
                    held(files.map(ProcessSample::target), directory),
                    held(mappings.map(ProcessSample::mapped), directory),
                    field(process, "Threads"),
                    field(process, "RssAnon") << 10);
        }
    }

    /** How many of {@code names} are more than the first of a file that is in {@code directory}. */
    private static long held(Stream<String> names, Path directory) {
        Set<String> there = new HashSet<>();
        String within = directory + "/";
        return names.filter(
                        name ->
                                !name.startsWith(within)
                                        || name.endsWith(DELETED)
                                        || !there.add(name))
                .count();
    }

    /** What a descriptor is of; none where it was closed just now. */
    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            return "";
        }
    }

    /** The file of a line of {@code maps}, which is its sixth field; empty where it is of none. */
    private static String mapped(String line) {
        int path = line.indexOf('/');
        return path < 0 ? "" : line.substring(path);
    }

    private static long field(Path process, String name) throws IOException {
        for (String line : Files.readAllLines(process.resolve("status"))) {
            if (line.startsWith(name + ":")) {
                return Long.parseLong(line.replaceAll("\\D", ""));
            }
        }
        throw new IOException(process + "/status has no " + name);
    }

    /** All of it, by name. */
    Map<String, Long> values() {
        return Map.of(
                "open files", files,
                "mappings", mappings,
                "threads", threads,
                "anonymous bytes", anonymousBytes);
    }
}
