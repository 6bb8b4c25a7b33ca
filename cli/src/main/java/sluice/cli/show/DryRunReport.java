package sluice.cli.show;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import sluice.cli.console.Json;
import sluice.load.DryRun;
import sluice.load.job.Forecast;
import sluice.load.job.LoadOptions;
import sluice.load.plan.PredicateSample;
import sluice.model.ErrorCode;
import sluice.model.RowKind;
import sluice.model.SluiceException;
import sluice.report.Amounts;
import sluice.report.TextTable;
import sluice.storage.FreeSpace;

/** What a dry run found, for people and for machines. */
public record DryRunReport(
        Path store, TakenSource taken, DryRun.Report report, LoadOptions options) {
    private static final int IDS_SHOWN = 5;
    private static final int PREDICATES_SHOWN = 30;

    public void printText(PrintWriter output) throws IOException {
        output.println(
                switch (report.start()) {
                    case NEW_STORE -> store + " would be a new store; nothing was written";
                    case NEXT_LOAD ->
                            store + " would take it beside what it holds; nothing was written";
                    case RESUME -> store + " would go on with this load; nothing was written";
                    case NOTHING -> store + " holds all of this already: a load would do nothing";
                    case REFUSED -> store + " would not take it; nothing was written";
                });
        output.println(sample());
        report.rejects()
                .forEach(
                        reject ->
                                output.println(
                                        "  %s: byte %d, column %d: %s"
                                                .formatted(
                                                        reject.file(),
                                                        reject.offset(),
                                                        reject.column(),
                                                        ShownText.visible(reject.cause()))));
        ForecastFacts facts = new ForecastFacts(report.forecast());
        TextTable table = TextTable.ofAmounts(1);
        table.row("", LoadReport.FORECAST);
        facts.rows().addTo(table);
        addRelations(table);
        addPredicates(table);
        facts.costs(usableBytes(store), options.memoryBytes()).addTo(table);
        facts.skew().addTo(table);
        addLargest(table);
        table.print(output);
    }

    /** How much was read, and whether it is good. */
    private String sample() {
        Forecast forecast = report.forecast();
        String read =
                "%s of %s"
                        .formatted(
                                Amounts.bytes(forecast.sampleBytes()),
                                forecast.inputKnown()
                                        ? Amounts.bytes(forecast.inputBytes())
                                        : "an input of unknown length");
        long rows = forecast.sampleRows() + forecast.sampleRejected();
        return forecast.sampleRejected() == 0
                ? "sample: %s; the mapping fits and %s"
                        .formatted(
                                read,
                                rows == 1
                                        ? "its one row is good"
                                        : "all %s rows are good".formatted(Amounts.count(rows)))
                : "sample: %s; the mapping fits, but %s of %s cannot be read:"
                        .formatted(
                                read,
                                Amounts.count(forecast.sampleRejected()),
                                Amounts.counted(rows, "row"));
    }

    private void addRelations(TextTable table) {
        for (Forecast.RelationRows relation : report.forecast().relations()) {
            table.row(
                    "  " + ShownText.visible(relation.relation()),
                    Amounts.count(relation.rows()),
                    "%s, %s"
                            .formatted(
                                    relation.kind() == RowKind.LINK ? "links" : "nodes",
                                    Amounts.counted(relation.files(), "file")));
        }
    }

    private void addPredicates(TextTable table) {
        List<PredicateSample.PredicateCount> predicates = report.predicates();
        for (PredicateSample.PredicateCount each :
                predicates.subList(0, Math.min(PREDICATES_SHOWN, predicates.size()))) {
            String name = "    " + ShownText.visible(each.name());
            if (each.links() > 0) {
                table.row(
                        name,
                        Amounts.count(each.links()),
                        each.name().startsWith("~") ? "links backwards" : "links");
            }
            if (each.values() > 0) {
                table.row(
                        name,
                        Amounts.count(each.values()),
                        each.indexBytes() == 0
                                ? "values"
                                : "values, indexes about " + Amounts.bytes(each.indexBytes()));
            }
        }
        if (predicates.size() > PREDICATES_SHOWN) {
            table.row(
                    "    …", Amounts.count(predicates.size()), "predicates in all, in the sample");
        }
    }

    private void addLargest(TextTable table) {
        report.forecast().largestIds().stream()
                .limit(IDS_SHOWN)
                .forEach(
                        largest ->
                                table.row(
                                        "largest id",
                                        Amounts.count(largest.links()),
                                        "links of " + ShownText.visible(largest.id())));
    }

    /** The free bytes of the directory, or of the nearest one above it that is there. */
    private static long usableBytes(Path directory) throws IOException {
        @Nullable Path found = directory.toAbsolutePath();
        while (found != null && !Files.exists(found)) {
            found = found.getParent();
        }
        return found == null ? 0 : FreeSpace.usableBytes(found);
    }

    public void printJson(PrintWriter output) throws IOException {
        Json.print(
                output,
                json -> {
                    json.writeStringField("store", store.toString());
                    json.writeBooleanField("dry_run", true);
                    json.writeStringField("start", report.start().name().toLowerCase(Locale.ROOT));
                    taken.write(json);
                    new ForecastFacts(report.forecast()).write(json);
                    Json.list(
                            json, "predicates", report.predicates(), DryRunReport::writePredicate);
                    json.writeNumberField("usable_disk_bytes", usableBytes(store));
                    Json.list(json, "rejects", report.rejects(), DryRunReport::writeReject);
                });
    }

    private static void writePredicate(JsonGenerator json, PredicateSample.PredicateCount predicate)
            throws IOException {
        json.writeStringField("predicate", predicate.name());
        json.writeNumberField("links", predicate.links());
        json.writeNumberField("values", predicate.values());
        json.writeNumberField("index_bytes", predicate.indexBytes());
    }

    private static void writeReject(JsonGenerator json, DryRun.SampledReject reject)
            throws IOException {
        json.writeStringField("file", reject.file());
        json.writeNumberField("offset", reject.offset());
        json.writeNumberField("column", reject.column());
        json.writeStringField("cause", reject.cause());
    }

    /** Throws what the load would end with, as far as the store and the sample tell. */
    public void failWhereTheLoadWould() {
        if (report.refusal() != null) {
            throw report.refusal();
        }
        Forecast forecast = report.forecast();
        long rejected = forecast.sampleRejected();
        if (rejected > 0 && options.onError() == LoadOptions.OnError.FAIL) {
            throw new SluiceException(
                    ErrorCode.INPUT,
                    "the load would stop at the first row that cannot be read; fix the rows, or load with --on-error skip or divert");
        }
        long all = rejected + forecast.sampleRows();
        double share = 100.0 * rejected / Math.max(1, all);
        if (!options.maxRejects().allows(rejected, all)) {
            throw new SluiceException(
                    ErrorCode.INPUT,
                    "the load would stop: %.2f%% of the sample (rows: %d) cannot be read, more than --max-rejects allows; fix the source or allow more"
                            .formatted(share, rejected));
        }
    }
}
