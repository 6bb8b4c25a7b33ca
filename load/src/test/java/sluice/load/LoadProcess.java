package sluice.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import sluice.testkit.JavaLaunch;

/** A running {@link LoadMain}, with the memory that the launcher would give it. */
final class LoadProcess {
    static final String ROWS_READ = "rows read ";
    static final String NOTHING_TO_DO = "nothing to do";

    private static final long DEADLINE_MINUTES = 30;

    private final Process process;
    private final Path output;
    private final Path errors;

    /** How a load is run. */
    record Command(Path store, int threads, long chunkBytes, Path source, long memoryBytes) {
        Command into(Path newStore) {
            return new Command(newStore, threads, chunkBytes, source, memoryBytes);
        }
    }

    private LoadProcess(Process process, Path output, Path errors) {
        this.process = process;
        this.output = output;
        this.errors = errors;
    }

    /** Starts a load whose output goes to a file beside its source. */
    static LoadProcess start(Command command) throws IOException {
        return start(command, List.of());
    }

    /** As {@link #start(Command)}, where no file may become longer than {@code limitKibibytes}. */
    static LoadProcess startUnderFileLimit(Command command, long limitKibibytes)
            throws IOException {
        String script = "ulimit -f %d; exec \"$@\"".formatted(limitKibibytes * 2);
        return start(command, List.of("sh", "-c", script, "sh"));
    }

    private static LoadProcess start(Command command, List<String> before) throws IOException {
        Path folder = command.source().toAbsolutePath().getParent();
        Path output = Files.createTempFile(folder, "load", ".out");
        Path errors = Files.createTempFile(folder, "load", ".err");
        long heapMebibytes = Math.max(64, command.memoryBytes() / 5 >> 20);
        List<String> words = new ArrayList<>(before);
        words.addAll(JavaLaunch.withHeap(heapMebibytes));
        words.addAll(
                List.of(
                        "-XX:-UsePerfData",
                        "-XX:ReservedCodeCacheSize=64m",
                        "-XX:MaxMetaspaceSize=128m",
                        "-XX:CompressedClassSpaceSize=64m",
                        "-Xms%dm".formatted(heapMebibytes),
                        "-Dsluice.memory.bytes=" + command.memoryBytes(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        LoadMain.class.getName(),
                        command.store().toString(),
                        String.valueOf(command.threads()),
                        String.valueOf(command.chunkBytes()),
                        command.source().toString()));
        Process process =
                new ProcessBuilder(words)
                        .redirectOutput(output.toFile())
                        .redirectError(errors.toFile())
                        .start();
        return new LoadProcess(process, output, errors);
    }

    /** Waits for the end, a little; says whether it came. */
    boolean hasEndedWithin(long millis) throws InterruptedException {
        return process.waitFor(millis, TimeUnit.MILLISECONDS);
    }

    /** Waits for the end; false, after SIGKILL, when it has not come within {@code millis}. */
    boolean endsWithin(long millis) throws IOException, InterruptedException {
        if (process.waitFor(millis, TimeUnit.MILLISECONDS)) {
            checkStatus();
            return true;
        }
        process.destroyForcibly().waitFor();
        return false;
    }

    /** Waits for the end, which must be a failure, and returns what the process said. */
    String awaitFailure() throws IOException, InterruptedException {
        if (!process.waitFor(DEADLINE_MINUTES, TimeUnit.MINUTES) || process.exitValue() == 0) {
            process.destroyForcibly();
            throw new AssertionError("the load did not fail");
        }
        return Files.readString(errors);
    }

    /** Waits until the process has told of a manifest of one of {@code phases}, or has ended. */
    void awaitPhase(Set<String> phases) throws IOException, InterruptedException {
        do {
            if (lines().stream().anyMatch(line -> phases.contains(line.phase()))) {
                return;
            }
        } while (!process.waitFor(2, TimeUnit.MILLISECONDS));
    }

    void awaitEnd() throws IOException, InterruptedException {
        if (!endsWithin(TimeUnit.MINUTES.toMillis(DEADLINE_MINUTES))) {
            throw new AssertionError("no end after " + DEADLINE_MINUTES + " minutes");
        }
    }

    /**
     * Waits for the end and returns the largest value of {@code field} of the process's status that
     * was seen, in bytes. Looks every few milliseconds.
     */
    long awaitEndWatching(String field) throws IOException, InterruptedException {
        Path status = Path.of("/proc", String.valueOf(process.pid()), "status");
        long most = 0;
        while (!process.waitFor(5, TimeUnit.MILLISECONDS)) {
            try {
                for (String line : Files.readAllLines(status)) {
                    if (line.startsWith(field + ":")) {
                        String[] words = line.split("\\s+");
                        most = Math.max(most, Long.parseLong(words[1]) << 10);
                    }
                }
            } catch (IOException e) {
                // The process has ended meanwhile.
                continue;
            }
        }
        checkStatus();
        return most;
    }

    private void checkStatus() throws IOException {
        if (process.exitValue() != 0) {
            throw new AssertionError(
                    "status " + process.exitValue() + ": " + Files.readString(errors));
        }
    }

    /** One line of {@link LoadMain}'s output. */
    record Line(String phase, long runs, long chunksResumed, long chunksStaged) {}

    /** What the process told until it ended; a line that was cut off is left out. */
    List<Line> lines() throws IOException {
        List<Line> lines = new ArrayList<>();
        wholeLines()
                .map(line -> line.split(" "))
                .filter(words -> words.length == 4)
                .forEach(
                        words ->
                                lines.add(
                                        new Line(
                                                words[0],
                                                Long.parseLong(words[1]),
                                                Long.parseLong(words[2]),
                                                Long.parseLong(words[3]))));
        return lines;
    }

    /** How many rows the load has, by its own count; only after its end. */
    long rowsRead() throws IOException {
        String last = wholeLines().toList().getLast();
        return Long.parseLong(last.substring(ROWS_READ.length()));
    }

    /** Whether the load ended at once, since an earlier one had done all. */
    boolean foundAllDone() throws IOException {
        return wholeLines().anyMatch(NOTHING_TO_DO::equals);
    }

    private Stream<String> wholeLines() throws IOException {
        String text = Files.readString(output);
        return text.substring(0, text.lastIndexOf('\n') + 1).lines();
    }
}
