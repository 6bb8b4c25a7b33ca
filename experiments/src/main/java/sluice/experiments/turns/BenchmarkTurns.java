package sluice.experiments.turns;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import sluice.experiments.WorkFolder;
import sluice.experiments.turns.TurnBenchmark.Figure;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.report.Machine;

/**
 * Has two builds run the same benchmarks by turns, so that what slows the machine slows both.
 *
 * <p>Who is first changes from round to round. Each turn is a process, begun by the build's own
 * launcher: with its own Java options, its own classes and no memory of the turn before.
 */
public final class BenchmarkTurns {
    private static final long LOOK_MILLIS = 100;
    private static final int MESSAGE_LINES_MAX = 20;
    private static final long END_SECONDS_MAX = 20;

    /** What the launcher has set for this process; each build's launcher sets its own. */
    private static final Set<String> OF_LAUNCHER =
            Set.of("MALLOC_ARENA_MAX", "MALLOC_MMAP_THRESHOLD_");

    private final List<TurnBenchmark> benchmarks;
    private final TurnsOptions options;
    private final BooleanSupplier isStopped;
    private final Consumer<String> progress;

    private BenchmarkTurns(
            List<TurnBenchmark> benchmarks,
            TurnsOptions options,
            BooleanSupplier isStopped,
            Consumer<String> progress) {
        this.benchmarks = List.copyOf(benchmarks);
        this.options = options;
        this.isStopped = isStopped;
        this.progress = progress;
    }

    /**
     * Runs all rounds.
     *
     * @param benchmarks what both run in each round, in this order
     * @param other begins a command of the other build: its launcher
     * @param own the same of this build
     * @param isStopped looked at ten times a second; ends the turn that runs, and what was measured
     *     before it is the report
     * @param progress gets a line for each turn
     * @throws SluiceException if a build fails; the message has the end of what it said
     */
    public static TurnsReport run(
            List<TurnBenchmark> benchmarks,
            TurnsOptions options,
            List<String> other,
            List<String> own,
            BooleanSupplier isStopped,
            Consumer<String> progress)
            throws IOException {
        BenchmarkTurns turns = new BenchmarkTurns(benchmarks, options, isStopped, progress);
        Files.createDirectories(options.folder());
        try {
            // The first start may build what is missing, and tells whether it is Sluice at all.
            progress.accept("starting both builds");
            Machine machine = Machine.of(options.folder());
            TurnsReport report = new TurnsReport(machine, "-", "-");
            try {
                report = new TurnsReport(machine, turns.version(other), turns.version(own));
                turns.runAll(other, own, report);
            } catch (Stopped stop) {
                report.cutShort();
            }
            return report;
        } finally {
            WorkFolder.delete(options.folder());
        }
    }

    private void runAll(List<String> other, List<String> own, TurnsReport report)
            throws IOException {
        for (int round = 1; round <= options.rounds(); round++) {
            for (TurnBenchmark benchmark : benchmarks) {
                runBoth(benchmark, round, other, own, report);
            }
        }
    }

    private void runBoth(
            TurnBenchmark benchmark,
            int round,
            List<String> other,
            List<String> own,
            TurnsReport report)
            throws IOException {
        List<Figure> ofOther = List.of();
        List<Figure> ofOwn = List.of();
        for (int turn = 0; turn < 2; turn++) {
            boolean isOther = (round + turn) % 2 == 1;
            progress.accept(
                    "round %d of %d: %s of %s"
                            .formatted(
                                    round,
                                    options.rounds(),
                                    benchmark.word(),
                                    isOther ? "the other build" : "this build"));
            List<Figure> figures = runOne(benchmark, isOther ? other : own);
            ofOther = isOther ? figures : ofOther;
            ofOwn = isOther ? ofOwn : figures;
        }
        report.add(ofOther, ofOwn);
    }

    private List<Figure> runOne(TurnBenchmark benchmark, List<String> launcher) throws IOException {
        Path json = options.folder().resolve("result.json");
        Files.deleteIfExists(json);
        List<String> command = new ArrayList<>(launcher);
        command.addAll(benchmark.arguments(options, json));
        process(command);
        try {
            return benchmark.figures(new ObjectMapper().readTree(Files.readString(json)));
        } catch (JsonProcessingException failure) {
            throw new SluiceException(
                    ErrorCode.INPUT,
                    "%s wrote a result that is no JSON: %s"
                            .formatted(String.join(" ", command), failure.getOriginalMessage()),
                    failure);
        }
    }

    private String version(List<String> launcher) throws IOException {
        List<String> command = new ArrayList<>(launcher);
        command.add("--version");
        String said = process(command).lines().findFirst().orElse("");
        return said + " at " + launcher.getFirst();
    }

    /** Runs a command to its end and returns what it printed. Throws {@link Stopped}. */
    private String process(List<String> command) throws IOException {
        Path output = options.folder().resolve("output.txt");
        Path messages = options.folder().resolve("messages.txt");
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .redirectInput(ProcessBuilder.Redirect.from(nothing().toFile()))
                        .redirectOutput(output.toFile())
                        .redirectError(messages.toFile());
        builder.environment().keySet().removeAll(OF_LAUNCHER);
        Process process = builder.start();
        try {
            while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                if (isStopped.getAsBoolean()) {
                    throw new Stopped();
                }
            }
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while a benchmark ran", interrupt);
        } finally {
            end(process);
        }
        if (process.exitValue() != 0) {
            // Ctrl-C at a terminal ends the benchmark too, perhaps before the loop has looked.
            if (isStopped.getAsBoolean()) {
                throw new Stopped();
            }
            List<String> lines = Files.readAllLines(messages);
            int from = Math.max(0, lines.size() - MESSAGE_LINES_MAX);
            throw new SluiceException(
                    ErrorCode.RESOURCE,
                    "%s ended with status %d: %s"
                            .formatted(
                                    String.join(" ", command),
                                    process.exitValue(),
                                    String.join("; ", lines.subList(from, lines.size()))));
        }
        return Files.readString(output);
    }

    /** An input that is at its end: no benchmark waits for a person. */
    private Path nothing() throws IOException {
        Path nothing = options.folder().resolve("nothing");
        return Files.exists(nothing) ? nothing : Files.createFile(nothing);
    }

    /** Ends the process and all that it began, such as a database, and waits for their end. */
    private static void end(Process process) {
        List<ProcessHandle> all =
                Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
        all.forEach(ProcessHandle::destroy);
        for (ProcessHandle each : all) {
            each.onExit().completeOnTimeout(each, END_SECONDS_MAX, TimeUnit.SECONDS).join();
            each.destroyForcibly();
        }
    }

    /** The user has asked to end. */
    private static final class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1;

        Stopped() {
            super(null, null, false, false);
        }
    }
}
