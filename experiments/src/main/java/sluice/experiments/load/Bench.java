package sluice.experiments.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import sluice.load.job.LoadOptions;
import sluice.servers.JavaCommand;

/**
 * The bench on which everything is measured: its directory, its clock, and how other processes are
 * started from it.
 */
record Bench(
        Path directory, JavaCommand java, LoadBenchmarkOptions options, LongSupplier nanoTime) {
    static final String STORE = "store";
    static final String RIVAL = "rival";
    static final String COPY = "copy";

    private static final String MESSAGES = "messages.txt";
    private static final String MAPPING = "inverse.yaml";
    private static final long SYNC_TIMEOUT_MINUTES = 30;

    /** The place {@code name} in the directory, with nothing there. */
    Path emptyPlace(String name) throws IOException {
        Path place = directory.resolve(name);
        delete(place);
        return place;
    }

    /** Waits until nothing is left to be written, so that no measurement pays for another one. */
    void settle() throws IOException {
        Process sync = new ProcessBuilder("sync").start();
        try {
            if (!sync.waitFor(SYNC_TIMEOUT_MINUTES, TimeUnit.MINUTES)) {
                throw new IOException("sync took longer than " + SYNC_TIMEOUT_MINUTES + " minutes");
            }
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for the disk", interrupt);
        } finally {
            sync.destroyForcibly();
        }
    }

    /** Runs a task in a process of its own that may take {@code memoryBytes}. */
    ChildProcess.Seen run(TaskArguments task, long memoryBytes, Path watched) throws IOException {
        return run(java.withMemory(memoryBytes, task.toList()), watched);
    }

    ChildProcess.Seen run(List<String> command, Path watched) throws IOException {
        return ChildProcess.run(command, watched, messages(), nanoTime);
    }

    /** How loads in this process work: in the memory that those in other processes get. */
    LoadOptions loadOptions() {
        LoadOptions usual = LoadOptions.defaults();
        return usual.withMemory(options.memoryBytes(), usual.heapBytes());
    }

    /** Where processes write what went wrong. */
    Path messages() {
        return directory.resolve(MESSAGES);
    }

    /** Where the mapping that makes inverse links is written. */
    Path mapping() {
        return directory.resolve(MAPPING);
    }

    /** Removes what a measurement left that did not come to its end, and small files. */
    void clear() throws IOException {
        for (String name : List.of(STORE, RIVAL, COPY, MESSAGES, MAPPING)) {
            delete(directory.resolve(name));
        }
    }

    boolean isEmpty() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.findAny().isEmpty();
        }
    }

    /** Removes a file, or a directory and the files in it. */
    static void delete(Path place) throws IOException {
        if (Files.isDirectory(place)) {
            try (Stream<Path> files = Files.list(place)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
        }
        Files.deleteIfExists(place);
    }
}
