package sluice.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/** What a process holds at one moment, as Linux tells it. */
record ProcessSample(long files, long mappings, long threads, long anonymousBytes) {

    static ProcessSample of(long processId) throws IOException {
        Path process = Path.of("/proc", Long.toString(processId));
        try (Stream<Path> files = Files.list(process.resolve("fd"));
                Stream<String> mappings = Files.lines(process.resolve("maps"))) {
            return new ProcessSample(
                    files.count(),
                    mappings.count(),
                    field(process, "Threads"),
                    field(process, "RssAnon") << 10);
        }
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
