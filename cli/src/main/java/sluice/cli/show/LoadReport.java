package sluice.cli.show;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import sluice.cli.console.Json;
import sluice.cli.console.LineWords;
import sluice.ingest.Source;
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
import sluice.report.Facts;
import sluice.report.Facts.Unit;
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
            String store,
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
                store,
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
                next(store, storage),
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
                        "sluice publish %s %d".formatted(LineWords.quoted(store), number),
                        "sluice versions " + LineWords.quoted(store)),
                number);
    }

    /** Warns where there was no row at all: an empty store is seldom meant. */
    public void warnIfEmpty(PrintWriter errors) {
        if (!result.alreadyComplete() && result.rowsRead() == 0 && result.rowsRejected() == 0) {
            errors.println(
                    "sluice: the source had no row, so nothing was loaded; check the files, or the"
                            + " command whose output is loaded");
            errors.flush();
        }
    }

    public void printText(PrintWriter output) {
        TextTable table = TextTable.ofAmounts(2);
        if (result.alreadyComplete()) {
            output.println(
                    store + " holds all of this already: the same load was completed before");
            stored().addTo(table, new Facts());
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
                                                            ? "; every query was answered"
                                                                    + " completely after "
                                                            : "; all was staged after ")
                                                    + Amounts.elapsed(
                                                            uptimeSeconds.getAsDouble())));
            table.row("", CAME, comparable() == null ? "" : FORECAST);
            input().addTo(table, forecast());
            stored().addTo(table, new Facts());
            costs().addTo(table, forecast());
        }
        table.print(output);
        new LoadFindings(result).print(output);
        output.println("try next:");
        next.forEach(command -> output.println("  " + command));
    }

    private Facts input() {
        Facts facts =
                new Facts()
                        .add(
                                "rows_read",
                                "rows read",
                                result.rowsRead(),
                                Unit.COUNT,
                                result.resumed() && inputBytes == 0 ? "by an earlier try" : read());
        return facts.add(
                "rows_rejected",
                "rejected",
                rowsRejected,
                Unit.COUNT,
                result.ledger().isEmpty() ? "" : "kept in " + store + "/" + result.ledger());
    }

    private String read() {
        return "%s of %s%s"
                .formatted(
                        Amounts.bytes(inputBytes),
                        Amounts.counted(files, "file"),
                        resumedBytes > 0
                                ? ", after %s by an earlier try"
                                        .formatted(Amounts.bytes(resumedBytes))
                                : "");
    }

    private Facts stored() {
        String here = result.remote() == null ? "" : "built by this process";
        String hidden = here.isEmpty() ? "hidden ones too" : here + ", hidden ones too";
        Facts facts =
                new Facts()
                        .add("nodes", "nodes", result.nodes(), Unit.COUNT, here)
                        .add("links", "links", result.links(), Unit.COUNT, hidden)
                        .addSome("properties", "properties", result.properties(), Unit.COUNT, here)
                        .addSome(
                                "values_replaced",
                                "replaced",
                                result.valuesReplaced(),
                                Unit.COUNT,
                                "values, by a later one of the same key")
                        .addSome("index_keys", "index keys", result.indexKeys(), Unit.COUNT, "");
        LoadResult.@Nullable OutsideResult remote = result.remote();
        if (remote == null) {
            return facts.add("segment_bytes", "segments", result.segmentBytes(), Unit.BYTES);
        }
        return facts.add("segment_bytes", "", result.segmentBytes(), Unit.BYTES)
                .add("cold_bytes", "cold store", remote.bytes(), Unit.BYTES, remote.location());
    }

    private Facts costs() {
        LoadOutcome outcome = result.outcome();
        Facts facts = new Facts();
        if (uptimeSeconds.isPresent()) {
            double uptime = uptimeSeconds.getAsDouble();
            String rate = inputBytes == 0 ? "" : Amounts.bytes(bytesPerSecond()) + "/s";
            facts.add("seconds_to_uptime", "time to uptime", uptime, Unit.SECONDS, rate);
            facts.add("bytes_per_second_to_uptime", "", bytesPerSecond(), Unit.BYTES_A_SECOND);
        }
        facts.add("seconds", "time in all", seconds, Unit.SECONDS)
                .add("input_bytes", "", inputBytes, Unit.BYTES)
                .add("resumed_bytes", "", resumedBytes, Unit.BYTES)
                .add(
                        "run_bytes",
                        "runs",
                        outcome.runBytes(),
                        Unit.BYTES,
                        result.remote() == null ? "deleted again" : "kept")
                .add("peak_disk_bytes", "peak disk", outcome.diskBytes(), Unit.BYTES)
                .add("buckets", "", outcome.buckets(), Unit.COUNT)
                .add(
                        "largest_bucket_rows",
                        "largest bucket",
                        outcome.largestBucketRows(),
                        Unit.COUNT,
                        "rows; buckets: %s".formatted(Amounts.count(outcome.buckets())))
                .add("memory_bytes", "", memoryBytes, Unit.MEBIBYTES);
        if (peakMemoryBytes.isPresent()) {
            facts.add(
                    "peak_memory_bytes",
                    "peak memory",
                    peakMemoryBytes.getAsLong(),
                    Unit.MEBIBYTES,
                    "of %d MiB allowed".formatted(memoryBytes >> 20));
        }
        return facts;
    }

    /** A try that went on with an interrupted one did a part of the work, in a part of the time. */
    private Facts forecast() {
        Forecast forecast = comparable();
        return forecast == null
                ? new Facts()
                : new ForecastFacts(forecast).compared(!result.resumed());
    }

    /** The forecast, unless it is for a length that standard input was only taken to have. */
    private @Nullable Forecast comparable() {
        Forecast forecast = result.forecast();
        return forecast == null || !forecast.inputKnown() ? null : forecast;
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
                    json.writeStringField("rejects_file", result.ledger());
                    input().write(json);
                    stored().write(json);
                    costs().write(json);
                    if (result.remote() != null) {
                        json.writeStringField("cold", result.remote().location());
                    }
                    if (result.forecast() != null) {
                        json.writeObjectFieldStart("forecast");
                        new ForecastFacts(result.forecast()).write(json);
                        json.writeEndObject();
                    }
                    new LoadFindings(result).write(json);
                    json.writeArrayFieldStart("next");
                    for (String command : next) {
                        json.writeString(command);
                    }
                    json.writeEndArray();
                });
    }

    /** Queries on the first link or node of the store, which is known to be there. */
    private static List<String> next(String store, Storage storage) throws IOException {
        List<String> commands = new ArrayList<>();
        String quoted = LineWords.quoted(store);
        try (NamedStore named = NamedStore.open(storage)) {
            First first = new First();
            try {
                named.reader().scan(first);
            } catch (First.Found found) {
                String id = LineWords.quoted(found.id(named));
                commands.add("sluice query %s types %s".formatted(quoted, id));
                if (found.link != null) {
                    String type =
                            named.typeName(found.link.linkType())
                                    .orElse(Long.toUnsignedString(found.link.linkType()));
                    commands.add(
                            "sluice query %s links %s %s"
                                    .formatted(quoted, id, LineWords.quoted(type)));
                }
            }
        }
        commands.add("sluice status " + quoted);
        return commands;
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
                // A name with bytes that are not UTF-8 cannot be given to a command.
                return named.idName(id)
                        .filter(name -> name.indexOf('\uFFFD') < 0)
                        .orElse(Long.toUnsignedString(id));
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
