package sluice.cli.show;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.stream.Collectors;
import sluice.cli.console.Json;
import sluice.ingest.fact.DroppedGraphs;
import sluice.load.DanglingReport;
import sluice.load.DuplicateValues;
import sluice.load.LoadResult;
import sluice.load.SchemaConflict;
import sluice.report.Amounts;

/** The findings of a load in its rows that their owner may not have meant. */
public record LoadFindings(LoadResult result) {
    private static final int GRAPHS_SHOWN = 5;

    void print(PrintWriter output) {
        printDropped(output);
        result.dangling().forEach(report -> print(report, output));
        result.conflicts().forEach(conflict -> print(conflict, output));
        result.duplicates().forEach(duplicates -> print(duplicates, output));
    }

    void write(JsonGenerator json) throws IOException {
        writeDropped(json);
        Json.list(json, "dangling", result.dangling(), LoadFindings::writeDangling);
        Json.list(json, "schema_conflicts", result.conflicts(), LoadFindings::writeConflict);
        Json.list(json, "duplicates", result.duplicates(), LoadFindings::writeDuplicates);
    }

    private void printDropped(PrintWriter output) {
        DroppedGraphs dropped = result.dropped();
        if (dropped.facts() == 0) {
            return;
        }
        int graphs = dropped.graphs().size();
        String first =
                dropped.graphs().stream()
                        .limit(GRAPHS_SHOWN)
                        .map(
                                each ->
                                        dropped.hasMore()
                                                ? each.name()
                                                : "%s (%s)"
                                                        .formatted(
                                                                each.name(),
                                                                Amounts.count(each.facts())))
                        .collect(Collectors.joining(", "));
        output.println(
                "graphs: %s of %s%s joined without %s: %s%s"
                        .formatted(
                                Amounts.counted(dropped.facts(), "statement"),
                                dropped.hasMore() ? "more than " : "",
                                Amounts.counted(graphs, "graph")
                                        + (dropped.facts() == 1 ? " was" : " were"),
                                graphs == 1 ? "it" : "them",
                                first,
                                graphs > GRAPHS_SHOWN ? ", …" : ""));
        output.println(
                "  equal names are one node in all of them; a new store keeps them apart by --graph"
                        + " separate (namespaces of Dgraph), or has them as facets by --graph facet");
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

    private static void print(SchemaConflict conflict, PrintWriter output) {
        output.println("schema: " + conflict.inWords());
        output.println(
                "  all are kept; declare %s as [uid], or correct the sources"
                        .formatted(conflict.predicate()));
    }

    /** Says what values of a predicate several nodes have. */
    public static void print(DuplicateValues duplicates, PrintWriter output) {
        output.println("unique: " + duplicates.inWords());
        if (duplicates.isChecked()) {
            output.println(
                    "  all are kept; correct the sources, or declare %s without @unique"
                            .formatted(duplicates.predicate()));
        }
    }

    private void writeDropped(JsonGenerator json) throws IOException {
        DroppedGraphs dropped = result.dropped();
        json.writeObjectFieldStart("joined_graphs");
        json.writeNumberField("statements", dropped.facts());
        json.writeBooleanField("more", dropped.hasMore());
        Json.list(json, "graphs", dropped.graphs(), LoadFindings::writeGraph);
        json.writeEndObject();
    }

    private static void writeGraph(JsonGenerator json, DroppedGraphs.Graph graph)
            throws IOException {
        json.writeStringField("graph", graph.name());
        json.writeNumberField("statements", graph.facts());
    }

    private static void writeDangling(JsonGenerator json, DanglingReport report)
            throws IOException {
        json.writeStringField("relation", report.relation());
        json.writeNumberField("links", report.links());
        Json.list(json, "examples", report.examples(), LoadFindings::writeExample);
    }

    private static void writeExample(JsonGenerator json, DanglingReport.Example example)
            throws IOException {
        json.writeStringField("file", example.file());
        json.writeNumberField("line", example.line());
        json.writeNumberField("column", example.column());
        json.writeStringField("cause", example.cause());
    }

    private static void writeConflict(JsonGenerator json, SchemaConflict conflict)
            throws IOException {
        json.writeStringField("predicate", conflict.predicate());
        json.writeNumberField("nodes", conflict.nodes());
        json.writeStringField("example", conflict.example());
    }

    private static void writeDuplicates(JsonGenerator json, DuplicateValues duplicates)
            throws IOException {
        json.writeStringField("predicate", duplicates.predicate());
        json.writeBooleanField("compared", duplicates.isChecked());
        if (duplicates.isChecked()) {
            json.writeNumberField("values", duplicates.values());
            json.writeNumberField("nodes", duplicates.nodes());
            json.writeStringField("value", duplicates.value());
            json.writeArrayFieldStart("examples");
            for (String example : duplicates.examples()) {
                json.writeString(example);
            }
            json.writeEndArray();
        } else {
            json.writeStringField("cause", duplicates.unchecked());
        }
    }
}
