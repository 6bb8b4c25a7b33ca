package sluice.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import sluice.servers.shared.S3Server;

/**
 * Commands as processes that work in a directory and find a server of S3 by their environment. Each
 * leaves a file of what it printed there.
 */
final class S3Commands {
    private final Path directory;
    private final int heapMiB;

    S3Commands(Path directory, int heapMiB) {
        this.directory = directory;
        this.heapMiB = heapMiB;
    }

    /** Starts {@code words}; the report {@code name} gets all that it prints. */
    Process start(S3Server server, String name, List<String> words) throws IOException {
        return builder(server, words)
                .redirectErrorStream(true)
                .redirectOutput(file(name).toFile())
                .start();
    }

    /** Starts {@code words}, whose output the caller reads; the report gets its errors. */
    Process startReading(S3Server server, String name, List<String> words) throws IOException {
        return builder(server, words).redirectError(file(name).toFile()).start();
    }

    /** The words of a load of {@code source} into {@code store}, in buckets of 64 KiB. */
    static List<String> load(String store, String source) {
        return List.of("load", store, source, "--bucket-size", "64k", "--progress", "none");
    }

    /** The same words, for a load whose runs are packed. */
    static List<String> packed(List<String> load) {
        List<String> words = new ArrayList<>(load);
        words.addAll(List.of("--pack-runs", "zstd"));
        return words;
    }

    private ProcessBuilder builder(S3Server server, List<String> words) {
        List<String> command = MainLaunch.withHeap(heapMiB);
        command.addAll(words);
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().putAll(server.environment());
        return builder;
    }

    private Path file(String name) {
        return directory.resolve(name + ".txt");
    }

    String report(String name) {
        try {
            return Files.readString(file(name));
        } catch (IOException e) {
            return e.toString();
        }
    }
}
