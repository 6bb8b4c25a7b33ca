package sluice.cli.verbs;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import sluice.cli.ask.AskedArguments;
import sluice.cli.ask.AskedGraph;
import sluice.cli.ask.ScanOptions;
import sluice.cli.console.Json;
import sluice.cli.console.ReportFormat;
import sluice.cli.options.ServerArguments;
import sluice.cli.show.ScanLine;
import sluice.cli.show.ShownText;
import sluice.report.Amounts;
import sluice.report.TextTable;
import sluice.schema.Predicate;
import sluice.schema.Schema;
import sluice.schema.TypeDefinition;
import sluice.store.ScanProgress;
import sluice.store.StatsScan;
import sluice.store.StoreStats;

/** {@code sluice schema}: what a store declares. */
@Command(
        name = "schema",
        customSynopsis = {
            "sluice schema STORE [OPTIONS]",
            "   or: sluice schema --server HOST[:PORT] [OPTIONS]"
        },
        description = {
            "Print the schema of STORE, or of the store behind a server: its predicates with their types and indexes, and its types"
                    + " of nodes.",
            "The text is a schema file, which 'sluice load --schema' takes."
        },
        footer = {
            "",
            "Examples:",
            "  sluice schema graph > people.schema",
            "  sluice schema graph --counts",
            "  sluice schema --server localhost:7411",
            "  sluice schema graph --counts --format json | jq .predicates"
        })
public final class SchemaCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();
    @Mixin private AskedArguments asked = new AskedArguments();

    @Mixin private ServerArguments server = new ServerArguments();

    @Mixin private ScanOptions scan = new ScanOptions();

    @Option(
            names = "--counts",
            description =
                    "Also count the values and links of each predicate, declared or not; reads all"
                            + " rows.")
    private boolean counts;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "text (the default) or json.")
    private ReportFormat format = ReportFormat.TEXT;

    @Override
    public Integer call() throws IOException {
        if (counts && server.given()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--counts reads all rows of a directory: name the store instead of a server");
        }
        Schema schema;
        try (AskedGraph graph = asked.open(server)) {
            schema = graph.schema();
        }
        Counts counted = counts ? count() : null;
        PrintWriter output = spec.commandLine().getOut();
        if (format == ReportFormat.JSON) {
            printJson(output, schema, counted);
        } else if (counted == null) {
            output.print(schema.text());
            output.flush();
        } else {
            print(output, schema, counted);
        }
        return 0;
    }

    /** How many rows there are, by the names of predicates. */
    private record Counts(Map<String, Long> links, Map<String, Long> values, boolean complete) {}

    private Counts count() throws IOException {
        ScanProgress progress = new ScanProgress();
        try (ScanOptions.Opened opened = scan.open(spec, asked.site(), asked.storage());
                ScanLine _ = ScanLine.of(spec, "counting", progress)) {
            StoreStats stats =
                    StatsScan.run(opened.reader(), opened.dictionary(), scan.threads(), progress);
            return new Counts(
                    byName(stats.linkTypes()), byName(stats.propertyTypes()), stats.complete());
        }
    }

    private static Map<String, Long> byName(List<StoreStats.TypeFigure> figures) {
        Map<String, Long> counts = new HashMap<>();
        figures.forEach(figure -> counts.put(figure.type(), figure.count()));
        return counts;
    }

    private static TreeSet<String> undeclared(Schema schema, Counts counts) {
        TreeSet<String> names = new TreeSet<>(counts.links.keySet());
        names.addAll(counts.values.keySet());
        for (Predicate predicate : schema.predicates()) {
            names.remove(predicate.typeName(""));
            names.remove(predicate.typeName("~"));
        }
        return names;
    }

    private static void print(PrintWriter output, Schema schema, Counts counts) {
        TextTable table = TextTable.ofAmounts(2);
        table.row("predicate", "values", "links", "declared");
        for (Predicate predicate : schema.predicates()) {
            String name = predicate.typeName("");
            String declaration = predicate.declaration();
            addRow(table, counts, name, declaration.substring(declaration.indexOf(": ") + 2));
            if (counts.links.containsKey(predicate.typeName("~"))) {
                addRow(table, counts, predicate.typeName("~"), "links backwards");
            }
        }
        undeclared(schema, counts).forEach(name -> addRow(table, counts, name, ""));
        table.print(output);
        for (TypeDefinition type : schema.types()) {
            output.println(type.declaration());
        }
        output.flush();
    }

    private static void addRow(TextTable table, Counts counts, String name, String declared) {
        table.row(
                ShownText.visible(name),
                Amounts.count(counts.values.getOrDefault(name, 0L)),
                Amounts.count(counts.links.getOrDefault(name, 0L)),
                declared);
    }

    private static void printJson(PrintWriter output, Schema schema, @Nullable Counts counts)
            throws IOException {
        Json.print(
                output,
                json -> {
                    if (counts != null) {
                        json.writeBooleanField("complete", counts.complete);
                    }
                    json.writeArrayFieldStart("predicates");
                    for (Predicate predicate : schema.predicates()) {
                        json.writeStartObject();
                        json.writeStringField("predicate", predicate.typeName(""));
                        json.writeStringField("declaration", predicate.declaration());
                        writeCounts(json, counts, predicate.typeName(""));
                        json.writeEndObject();
                    }
                    if (counts != null) {
                        for (String name : undeclared(schema, counts)) {
                            json.writeStartObject();
                            json.writeStringField("predicate", name);
                            writeCounts(json, counts, name);
                            json.writeEndObject();
                        }
                    }
                    json.writeEndArray();
                    json.writeArrayFieldStart("types");
                    for (TypeDefinition type : schema.types()) {
                        json.writeString(type.declaration());
                    }
                    json.writeEndArray();
                });
    }

    private static void writeCounts(JsonGenerator json, @Nullable Counts counts, String name)
            throws IOException {
        if (counts != null) {
            json.writeNumberField("values", counts.values.getOrDefault(name, 0L));
            json.writeNumberField("links", counts.links.getOrDefault(name, 0L));
        }
    }
}
