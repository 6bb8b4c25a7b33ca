package sluice.experiments.rdf;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import sluice.experiments.CopyBaseline;
import sluice.experiments.WorkFolder;
import sluice.experiments.load.BenchmarkTasks;
import sluice.experiments.load.ChildProcess;
import sluice.experiments.load.TaskArguments;
import sluice.experiments.load.TaskOutput;
import sluice.generate.GraphFiles;
import sluice.generate.PeopleGraph;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.report.Machine;
import sluice.servers.JavaCommand;

/**
 * Loads people as RDF, job by job, each in a process of its own beside a plain copy of the same
 * file, and beside Dgraph where it is there; then asks the store of job A questions.
 */
public final class RdfBench {
    private static final String SLUICE = "sluice";
    private static final String DGRAPH = "dgraph";

    private final RdfBenchOptions options;
    private final JavaCommand java;
    private final LongSupplier nanoTime;
    private final BooleanSupplier stop;
    private final Consumer<String> progress;
    private final Path directory;
    private final List<JobRun> runs = new ArrayList<>();
    private final List<QuestionRate> rates = new ArrayList<>();
    private final Set<String> generated = new HashSet<>();

    /** What a run is given from outside: clocks, and how other processes are started. */
    public record Surroundings(
            JavaCommand java,
            Instant started,
            LongSupplier nanoTime,
            BooleanSupplier stop,
            Consumer<String> progress) {}

    private RdfBench(RdfBenchOptions options, Surroundings around) {
        this.options = options;
        java = around.java();
        nanoTime = around.nanoTime();
        stop = around.stop();
        progress = around.progress();
        directory = options.directory().toAbsolutePath();
    }

    /** Measures; stops between two loads once {@code around.stop} says so. */
    public static RdfBenchReport run(RdfBenchOptions options, Surroundings around)
            throws IOException {
        RdfBench bench = new RdfBench(options, around);
        Files.createDirectories(bench.directory);
        try (Stream<Path> files = Files.list(bench.directory)) {
            if (files.findAny().isPresent()) {
                throw new SluiceException(
                        ErrorCode.CONFIG,
                        "%s is not empty; name another directory with --dir"
                                .formatted(bench.directory));
            }
        }
        try {
            around.progress().accept("drawing %d links".formatted(options.links()));
            PeopleGraph graph =
                    PeopleGraph.open(options.graph(), Runtime.getRuntime().availableProcessors());
            boolean isWhole = bench.measureAll(graph);
            return new RdfBenchReport(
                    options,
                    Machine.of(bench.directory),
                    around.started(),
                    graph.personCount(),
                    bench.runs,
                    bench.rates,
                    isWhole);
        } finally {
            if (!options.keep()) {
                WorkFolder.delete(bench.directory);
            }
        }
    }

    private boolean measureAll(PeopleGraph graph) throws IOException {
        Path dgraphProgram = options.dgraph();
        DgraphLoader dgraph =
                dgraphProgram == null
                        ? null
                        : DgraphLoader.start(dgraphProgram, directory.resolve("zero"), nanoTime);
        try {
            for (RdfJob job : options.jobs()) {
                Path input = input(graph, job);
                for (int run = 1; run <= options.runs(); run++) {
                    if (stop.getAsBoolean()) {
                        return false;
                    }
                    progress.accept("job %s, run %d: %s".formatted(job, run, job.title()));
                    try {
                        measure(job, input, dgraph);
                    } catch (IOException failure) {
                        // Ctrl-C at a terminal ends the load too.
                        if (stop.getAsBoolean()) {
                            return false;
                        }
                        throw failure;
                    }
                }
            }
            if (options.jobs().contains(RdfJob.A)) {
                if (stop.getAsBoolean()) {
                    return false;
                }
                ask(graph);
            }
            return true;
        } finally {
            if (dgraph != null) {
                dgraph.close();
            }
        }
    }

    /** The input of a job, in a folder of its own with its schema; made once. */
    private Path input(PeopleGraph graph, RdfJob job) throws IOException {
        Path folder = Files.createDirectories(folder(job));
        Files.writeString(folder.resolve("people.schema"), job.schema());
        Path made = directory.resolve(job.fileName());
        if (generated.add(job.fileName())) {
            progress.accept("generating " + job.fileName());
            Path text = job.isPacked() ? directory.resolve("unpacked.rdf") : made;
            GraphFiles.writePeople(
                    graph,
                    text,
                    job.layout(),
                    Runtime.getRuntime().availableProcessors(),
                    (_, _) -> {});
            if (job.isPacked()) {
                try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(made))) {
                    Files.copy(text, out);
                }
                Files.delete(text);
            }
        }
        Path input = folder.resolve(job.fileName());
        if (Files.notExists(input)) {
            Files.createLink(input, made);
        }
        return input;
    }

    /** Where the input of a job and its schema are. */
    private Path folder(RdfJob job) {
        return directory.resolve("job-" + job);
    }

    private void measure(RdfJob job, Path input, @Nullable DgraphLoader dgraph) throws IOException {
        double copySeconds = copy(input);
        Path store = directory.resolve("store");
        ChildProcess.Seen seen = load(folder(job), store, false);
        runs.add(
                new JobRun(
                        job,
                        SLUICE,
                        copySeconds,
                        seen.seconds(TaskOutput.UPTIME),
                        seen.seconds(TaskOutput.BUILT),
                        seen.anonymousBytesMax(),
                        seen.residentBytesMax(),
                        seen.diskBytesMax(),
                        bytesOf(store)));
        WorkFolder.delete(store);
        if (dgraph != null) {
            Path place = directory.resolve("dgraph");
            ChildProcess.Seen rival =
                    dgraph.load(input, folder(job).resolve("people.schema"), place);
            double seconds = rival.exitNanos() / 1e9;
            runs.add(
                    new JobRun(
                            job,
                            DGRAPH,
                            copySeconds,
                            seconds,
                            seconds,
                            rival.anonymousBytesMax(),
                            rival.residentBytesMax(),
                            rival.diskBytesMax(),
                            bytesOf(place.resolve("out"))));
            WorkFolder.delete(place);
        }
    }

    private double copy(Path input) throws IOException {
        Path copy = directory.resolve("copy");
        long nanos = CopyBaseline.cp(input, copy, nanoTime);
        Files.delete(copy);
        return nanos / 1e9;
    }

    private ChildProcess.Seen load(Path source, Path store, boolean stops) throws IOException {
        TaskArguments task =
                TaskArguments.of(BenchmarkTasks.LOAD)
                        .with("store", store)
                        .with("rate", 0)
                        .with("source", source);
        task = stops ? task.with("stop", true) : task;
        ChildProcess.Seen seen =
                ChildProcess.run(
                        java.withMemory(options.memoryBytes(), task.toList()),
                        store,
                        directory.resolve("messages.txt"),
                        nanoTime);
        if (!stops && seen.number("rows") == 0) {
            throw new IllegalStateException("a load read no rows: " + seen.result());
        }
        return seen;
    }

    /** Asks job A at uptime, where the load was stopped, and when it has gone on to its end. */
    private void ask(PeopleGraph graph) throws IOException {
        progress.accept("questions");
        QuestionRates questions = QuestionRates.of(graph, options, nanoTime);
        Path source = folder(RdfJob.A);
        Path store = directory.resolve("store");
        load(source, store, true);
        rates.addAll(questions.ask(store, "at uptime"));
        load(source, store, false);
        rates.addAll(questions.ask(store, "built"));
    }

    private static long bytesOf(Path place) throws IOException {
        try (Stream<Path> files = Files.walk(place)) {
            long bytes = 0;
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                bytes += Files.size(file);
            }
            return bytes;
        }
    }
}
