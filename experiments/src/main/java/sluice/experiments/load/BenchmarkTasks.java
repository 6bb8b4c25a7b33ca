package sluice.experiments.load;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import sluice.experiments.rival.RivalJob;
import sluice.experiments.rival.RivalTimes;
import sluice.experiments.rival.RocksRival;
import sluice.generate.GraphFileLayout;
import sluice.generate.GraphFiles;
import sluice.generate.RmatGraph;
import sluice.generate.RmatOptions;
import sluice.generate.RowFormat;
import sluice.ingest.Source;
import sluice.ingest.mapping.SourceOptions;
import sluice.load.Load;
import sluice.load.LoadResult;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.DirectoryStorage;

/**
 * What the load benchmark does in processes of their own: generate its input, load it, load it into
 * the rival. Each task prints when something is reached, and at the end a result.
 */
public final class BenchmarkTasks {
    static final String GENERATE = "generate";

    /** Loads a source into a store; with {@code stop=true} it ends at uptime. */
    public static final String LOAD = "load";

    static final String RIVAL = "rival";

    private BenchmarkTasks() {}

    /** Runs one task without the command {@code sluice} around it. */
    public static void main(String[] arguments) throws IOException {
        run(List.of(arguments), new PrintWriter(System.out, false, StandardCharsets.UTF_8));
    }

    /** Runs the task that the first of {@code arguments} names; the others are key=value. */
    public static void run(List<String> arguments, PrintWriter lines) throws IOException {
        TaskArguments task = TaskArguments.parse(arguments);
        TaskOutput output = new TaskOutput(lines);
        switch (task.task()) {
            case GENERATE -> generate(task, output);
            case LOAD -> load(task, output);
            case RIVAL -> rival(task, output);
            default ->
                    throw new SluiceException(
                            ErrorCode.CONFIG,
                            "no task \"%s\"; there are %s, %s and %s"
                                    .formatted(task.task(), GENERATE, LOAD, RIVAL));
        }
    }

    private static void generate(TaskArguments task, TaskOutput output) throws IOException {
        int threads = Runtime.getRuntime().availableProcessors();
        RmatOptions options =
                RmatOptions.distinct((int) task.number("scale"), task.number("links"));
        RmatGraph graph = RmatGraph.open(options, threads);
        long fullBytes = write(graph, task.path("full"), RowFormat.TSV, threads);
        long edgeBytes = write(graph, task.path("edges"), RowFormat.EDGES, threads);
        AtomicLong dataBytes = new AtomicLong();
        graph.forEachLink((_, _, _, _, _, lengthBytes) -> dataBytes.addAndGet(lengthBytes));
        ObjectNode result = TaskOutput.newResult();
        result.put("full_bytes", fullBytes);
        result.put("edges_bytes", edgeBytes);
        result.put("data_bytes", dataBytes.get());
        output.result(result);
    }

    private static long write(RmatGraph graph, Path file, RowFormat format, int threads)
            throws IOException {
        GraphFileLayout layout = new GraphFileLayout(format, true, false, 1, true);
        return GraphFiles.writeLinks(graph, file, layout, threads, (_, _) -> {}).bytes();
    }

    /** As the verb {@code load} does, with nothing to show but two marks. */
    private static void load(TaskArguments task, TaskOutput output) throws IOException {
        SourceOptions reading = new SourceOptions(task.number("rate"), System::nanoTime, System.in);
        Source source =
                Source.open(
                        List.of(task.text("source")),
                        task.optionalPath("mapping").orElse(null),
                        reading);
        LoadProgress progress = new LoadProgress();
        UptimeEvents events = new UptimeEvents(output, task.optionalPath("stop").isPresent());
        LoadResult loaded;
        try {
            loaded =
                    Load.run(
                            DirectoryStorage.create(task.path("store")),
                            source,
                            LoadOptions.defaults(),
                            progress,
                            events,
                            new Demand());
        } catch (SluiceException stopped) {
            if (!events.stopRequested()) {
                throw stopped;
            }
            output.result(TaskOutput.newResult());
            return;
        }
        output.mark(TaskOutput.BUILT);
        ObjectNode result = TaskOutput.newResult();
        result.put("rows", loaded.rowsRead());
        result.put("links", loaded.links());
        result.put("run_bytes", progress.runBytes());
        result.put("segment_bytes", loaded.segmentBytes());
        output.result(result);
    }

    /** Marks uptime, and perhaps stops the load there. */
    private static final class UptimeEvents implements LoadEvents {
        private final TaskOutput output;
        private final boolean stops;
        private volatile boolean isUp;

        UptimeEvents(TaskOutput output, boolean stops) {
            this.output = output;
            this.stops = stops;
        }

        @Override
        public void uptime() {
            isUp = true;
            output.mark(TaskOutput.UPTIME);
        }

        @Override
        public boolean stopRequested() {
            return stops && isUp;
        }
    }

    private static void rival(TaskArguments task, TaskOutput output) throws IOException {
        RivalTimes times =
                RocksRival.load(
                        new RivalJob(
                                task.path("source"),
                                task.path("store"),
                                Runtime.getRuntime().availableProcessors(),
                                task.number("memory"),
                                task.flag("pair"),
                                System::nanoTime));
        output.mark(TaskOutput.BUILT);
        ObjectNode result = TaskOutput.newResult();
        result.put("rows", times.rows());
        result.put("links", times.links());
        result.put("segment_bytes", times.fileBytes());
        output.result(result);
    }
}
