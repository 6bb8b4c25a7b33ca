package sluice.cli.show;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import sluice.cli.console.Json;
import sluice.ingest.Source;
import sluice.load.DanglingReport;
import sluice.load.LoadOutcome;
import sluice.load.LoadResult;
import sluice.load.job.Forecast;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.PropertyTypes;
import sluice.report.Amounts;
import sluice.report.TextTable;
import sluice.storage.Storage;
import sluice.store.NamedStore;

/**
 * What a load did, for people and for machines.
 *
 * @param taken what its files were taken for
 * @param inputBytes read in this run of the command, as they lie on disk
 * @param resumedBytes read by earlier ones, and not again
 * @param uptimeSeconds when every query could be answered completely; empty where nothing was done
 * @param isAnsweredFromRuns whether queries need not wait for buckets from then on
 * @param next commands to try
 * @param version that the load made; 0 if it changed the store itself
 */
public record LoadReport(
        String store,
        LoadResult result,
        TakenSource taken,
        int files,
        long rowsRejected,
        long inputBytes,
        long resumedBytes,
        OptionalDouble uptimeSeconds,
        boolean isAnsweredFromRuns,
        double seconds,
        OptionalLong peakMemoryBytes,
        long memoryBytes,
        List<String> next,
        int version) {
    /** Heads of columns, wide enough for the amounts of most loads. */
    private static final String CAME = "       came";

    static final String FORECAST = "   forecast";

    public static LoadReport of(
            Path store,
            Storage storage,
            Source source,
            LoadOptions options,
            LoadResult result,
            LoadProgress progress,
            LoadWatch watch,
            boolean isAnsweredFromRuns)
            throws IOException {
        double seconds = watch.seconds();
        return new LoadReport(
                store.toString(),
                result,
                TakenSource.of(source),
                source.files().size(),
                progress.rowsRejected(),
                progress.bytesRead() - progress.bytesResumed(),
                progress.bytesResumed(),
                watch.uptimeSeconds(),
                isAnsweredFromRuns,
                seconds,
                watch.peakMemoryBytes(),
                options.memoryBytes(),
                next(store.toString(), storage),
                0);
    }

    /** This report of the load that made the version {@code number}, which is not served yet. */
    public LoadReport ofVersion(int number) {
        return new LoadReport(
                store,
                result,
                taken,
                files,
                rowsRejected,
                inputBytes,
                resumedBytes,
                uptimeSeconds,
                isAnsweredFromRuns,
                seconds,
                peakMemoryBytes,
                memoryBytes,
                List.of(
                        "sluice publish %s %d".formatted(quoted(store), number),
                        "sluice versions " + quoted(store)),
                number);
    }

    public void printText(PrintWriter output) {
        TextTable table = TextTable.ofAmounts(2);
        if (result.alreadyComplete()) {
            output.println(
                    store + " holds all of this already: the same load was completed before");
            addStore(table);
        } else {
            output.println(
                    "%s %s in %s%s"
                            .formatted(
                                    result.resumed() ? "completed" : "loaded",
                                    version == 0
                                            ? store
                                            : "version %d of %s".formatted(version, store),
                                    Amounts.elapsed(seconds),
                                    uptimeSeconds.isEmpty() || version > 0
                                            ? ""
                                            : (isAnsweredFromRuns
                                                            ? "; every query was answered completely after "
                                                            : "; all was staged after ")
                                                    + Amounts.elapsed(
                                                            uptimeSeconds.getAsDouble())));
            table.row("", CAME, result.forecast() == null ? "" : FORECAST);
            addInput(table);
            addStore(table);
            addCosts(table);
        }
        table.print(output);
        result.dangling().forEach(report -> print(report, output));
        output.println("try next:");
        next.forEach(command -> output.println("  " + command));
    }

    private void addInput(TextTable table) {
        table.row(
                "rows read",
                Amounts.count(result.rowsRead()),
                expected(forecast -> Amounts.count(forecast.rows())),
                result.resumed() && inputBytes == 0
                        ? "by an earlier try"
                        : "%s of %s"
                                .formatted(
                                        Amounts.bytes(inputBytes), Amounts.counted(files, "file")));
        if (inputBytes > 0 && resumedBytes > 0) {
            table.row(
                    "",
                    "",
                    "",
                    "after %s by an earlier try".formatted(Amounts.bytes(resumedBytes)));
        }
        table.row(
                "rejected",
                Amounts.count(rowsRejected),
                "",
                result.ledger().isEmpty() ? "" : "kept in " + store + "/" + result.ledger());
    }

    private void addStore(TextTable table) {
        String here = result.remote() == null ? "" : "built by this process";
        table.row("nodes", Amounts.count(result.nodes()), "", here);
        table.row(
                "links",
                Amounts.count(result.links()),
                "",
                here.isEmpty() ? "hidden ones too" : here + ", hidden ones too");
        if (result.properties() > 0) {
            table.row("properties", Amounts.count(result.properties()), "", here);
        }
        LoadResult.@Nullable OutsideResult remote = result.remote();
        if (remote == null) {
            table.row("segments", Amounts.bytes(result.segmentBytes()), "");
        } else {
            table.row("cold store", Amounts.bytes(remote.bytes()), "", remote.location());
        }
    }

    private void addCosts(TextTable table) {
        LoadOutcome outcome = result.outcome();
        if (uptimeSeconds.isPresent()) {
            double uptime = uptimeSeconds.getAsDouble();
            table.row(
                    "time to uptime",
                    Amounts.elapsed(uptime),
                    expectedTime(Forecast::stageSeconds),
                    inputBytes == 0 ? "" : Amounts.bytes(bytesPerSecond()) + "/s");
        }
        table.row(
                "time in all",
                Amounts.elapsed(seconds),
                expectedTime(forecast -> forecast.stageSeconds() + forecast.buildSeconds()));
        table.row(
                "runs",
                Amounts.bytes(outcome.runBytes()),
                expected(forecast -> Amounts.bytes(forecast.runBytes())),
                result.remote() == null ? "deleted again" : "kept");
        table.row(
                "peak disk",
                Amounts.bytes(outcome.diskBytes()),
                expected(forecast -> Amounts.bytes(forecast.diskBytes())));
        table.row(
                "largest bucket",
                Amounts.count(outcome.largestBucketRows()),
                expected(forecast -> Amounts.count(forecast.largestBucketRows())),
                "rows; buckets: %s".formatted(Amounts.count(outcome.buckets())));
        if (peakMemoryBytes.isPresent()) {
            table.row(
                    "peak memory",
                    mebibytes(peakMemoryBytes.getAsLong()),
                    expected(forecast -> mebibytes(forecast.memoryBytes())),
                    "of %s allowed".formatted(mebibytes(memoryBytes)));
        }
    }

    /** A try that went on with an interrupted one did a part of the work, in a part of the time. */
    private String expectedTime(ToDoubleFunction<Forecast> seconds) {
        return result.resumed()
                ? ""
                : expected(forecast -> Amounts.elapsed(seconds.applyAsDouble(forecast)));
    }

    private String expected(Function<Forecast, String> amount) {
        return result.forecast() == null ? "" : amount.apply(result.forecast());
    }

    static String mebibytes(long bytes) {
        return "%d MiB".formatted(bytes >> 20);
    }

    private static void print(DanglingReport report, PrintWriter output) {
        output.println(
                "dangling: %s of %s %s an end that no node row declares, such as"
                        .formatted(
                                Amounts.counted(report.links(), "link"),
                                report.relation(),
                                report.links() == 1 ? "has" : "have"));
        for (DanglingReport.Example example : report.examples()) {
            output.println(
                    "  %s:%d:%d: %s"
                            .formatted(
                                    example.file(),
                                    example.line(),
                                    example.column(),
                                    example.cause()));
        }
    }

    private double bytesPerSecond() {
        return inputBytes / Math.max(1e-9, uptimeSeconds.orElse(seconds));
    }

    public void printJson(PrintWriter output) throws IOException {
        Json.print(
                output,
                json -> {
                    json.writeStringField("store", store);
                    if (version > 0) {
                        json.writeNumberField("version", version);
                    }
                    json.writeBooleanField(
                            "resumed", result.resumed() && !result.alreadyComplete());
                    json.writeBooleanField("already_complete", result.alreadyComplete());
                    json.writeNumberField("files", files);
                    taken.write(json);
                    json.writeNumberField("rows_read", result.rowsRead());
                    json.writeNumberField("rows_rejected", rowsRejected);
                    json.writeStringField("rejects_file", result.ledger());
                    json.writeNumberField("nodes", result.nodes());
                    json.writeNumberField("links", result.links());
                    json.writeNumberField("properties", result.properties());
                    if (uptimeSeconds.isPresent()) {
                        Json.number(json, "seconds_to_uptime", uptimeSeconds.getAsDouble());
                        Json.number(json, "bytes_per_second_to_uptime", bytesPerSecond());
                    }
                    Json.number(json, "seconds", seconds);
                    json.writeNumberField("input_bytes", inputBytes);
                    json.writeNumberField("resumed_bytes", resumedBytes);
                    json.writeNumberField("run_bytes", result.outcome().runBytes());
                    json.writeNumberField("segment_bytes", result.segmentBytes());
                    json.writeNumberField("peak_disk_bytes", result.outcome().diskBytes());
                    json.writeNumberField("buckets", result.outcome().buckets());
                    json.writeNumberField(
                            "largest_bucket_rows", result.outcome().largestBucketRows());
                    json.writeNumberField("memory_bytes", memoryBytes);
                    if (peakMemoryBytes.isPresent()) {
                        json.writeNumberField("peak_memory_bytes", peakMemoryBytes.getAsLong());
                    }
                    if (result.remote() != null) {
                        json.writeStringField("cold", result.remote().location());
                        json.writeNumberField("cold_bytes", result.remote().bytes());
                    }
                    if (result.forecast() != null) {
                        json.writeObjectFieldStart("forecast");
                        ForecastJson.write(result.forecast(), json);
                        json.writeEndObject();
                    }
                    writeDangling(json);
                    json.writeArrayFieldStart("next");
                    for (String command : next) {
                        json.writeString(command);
                    }
                    json.writeEndArray();
                });
    }

    private void writeDangling(JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("dangling");
        for (DanglingReport report : result.dangling()) {
            json.writeStartObject();
            json.writeStringField("relation", report.relation());
            json.writeNumberField("links", report.links());
            json.writeArrayFieldStart("examples");
            for (DanglingReport.Example example : report.examples()) {
                json.writeStartObject();
                json.writeStringField("file", example.file());
                json.writeNumberField("line", example.line());
                json.writeNumberField("column", example.column());
                json.writeStringField("cause", example.cause());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** Queries on the first link or node of the store, which is known to be there. */
    private static List<String> next(String store, Storage storage) throws IOException {
        List<String> commands = new ArrayList<>();
        String quoted = quoted(store);
        try (NamedStore named = NamedStore.open(storage)) {
            First first = new First();
            try {
                named.reader().scan(first);
            } catch (First.Found found) {
                String id = quoted(found.id(named));
                commands.add("sluice query %s types %s".formatted(quoted, id));
                if (found.link != null) {
                    String type =
                            named.typeName(found.link.linkType())
                                    .orElse(Long.toUnsignedString(found.link.linkType()));
                    commands.add("sluice query %s links %s %s".formatted(quoted, id, quoted(type)));
                }
            }
        }
        commands.add("sluice status " + quoted);
        return commands;
    }

    /** A word as a shell takes it. */
    static String quoted(String word) {
        return word.matches("[A-Za-z0-9_.,:/@%+=-]+")
                ? word
                : "'" + word.replace("'", "'\\''") + "'";
    }

    /** Ends a scan at the first link, or behind the nodes and properties before any link. */
    private static final class First implements GraphReader.Visitor {
        private static final int NODES_MAX = 1000;
        private int nodes;

        /** Not a failure: the way out of a scan. */
        private static final class Found extends IOException {
            private static final long serialVersionUID = 1L;
            private final transient @Nullable Link link;
            private final long id;

            private Found(long id, @Nullable Link link) {
                this.id = id;
                this.link = link;
            }

            private String id(NamedStore named) throws IOException {
                return named.idName(id).orElse(Long.toUnsignedString(id));
            }
        }

        @Override
        public void node(Node node) throws IOException {
            if (++nodes == NODES_MAX) {
                throw new Found(node.id(), null);
            }
        }

        @Override
        public void link(Link link) throws IOException {
            if (!PropertyTypes.isProperty(link.linkType())) {
                throw new Found(link.id1(), link);
            }
            if (++nodes == NODES_MAX) {
                throw new Found(link.id1(), null);
            }
        }
    }
}
