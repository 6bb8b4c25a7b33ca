package sluice.cli.show;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import sluice.cli.console.Json;
import sluice.load.job.Counters;
import sluice.segment.RowsByKind;

/** Progress as one JSON object a line, for machines; its keys are part of the interface. */
public final class JsonView implements ProgressView {
    private static final JsonFactory JSON = new JsonFactory();

    private final PrintWriter errors;

    public JsonView(PrintWriter errors) {
        this.errors = errors;
    }

    @Override
    public long intervalMillis() {
        return 1_000;
    }

    @Override
    public void show(ProgressMeter.Reading reading) {
        print("progress", reading);
    }

    @Override
    public void uptime(ProgressMeter.Reading reading) {
        print("uptime", reading);
    }

    @Override
    public void end(ProgressMeter.Reading reading) {
        print("end", reading);
    }

    private void print(String event, ProgressMeter.Reading reading) {
        StringWriter line = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(line)) {
            write(event, reading, json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        errors.println(line);
    }

    private static void write(String event, ProgressMeter.Reading reading, JsonGenerator json)
            throws IOException {
        Counters counters = reading.counters();
        json.writeStartObject();
        json.writeStringField("event", event);
        json.writeStringField("phase", ProgressWords.phase(counters));
        Json.number(json, "seconds", reading.seconds());
        if (reading.part().isPresent()) {
            Json.number(json, "part", reading.part().getAsDouble());
        }
        Json.number(json, "rows_per_second", reading.rowsPerSecond());
        Json.number(json, "bytes_per_second", reading.bytesPerSecond());
        if (reading.secondsLeft().isPresent()) {
            json.writeNumberField("seconds_left", reading.secondsLeft().getAsLong());
        }
        if (counters.bytesTotal() >= 0) {
            json.writeNumberField("bytes_total", counters.bytesTotal());
        }
        json.writeNumberField("bytes_read", counters.bytesRead());
        json.writeNumberField("bytes_resumed", counters.bytesResumed());
        json.writeNumberField("rows_read", counters.rowsRead());
        json.writeNumberField("rows_resumed", counters.rowsResumed());
        json.writeNumberField("rows_rejected", counters.rowsRejected());
        json.writeNumberField("chunks_staged", counters.chunksStaged());
        json.writeNumberField("chunks_resumed", counters.chunksResumed());
        json.writeNumberField("run_bytes", counters.runBytes());
        json.writeNumberField("rows_to_build", counters.rowsToBuild());
        json.writeNumberField("rows_merged", counters.rowsMerged());
        json.writeNumberField("buckets_total", counters.bucketsTotal());
        json.writeNumberField("buckets_built", counters.bucketsBuilt());
        json.writeNumberField("segment_bytes", counters.segmentBytes());
        json.writeNumberField("rows_named", counters.names().rows());
        json.writeNumberField("names_of_chunks", counters.names().ofChunks());
        json.writeNumberField("names_new", counters.names().added());
        write(json, counters.staged(), "staged");
        write(json, counters.built(), "built");
        json.writeNumberField("values_replaced", counters.valuesReplaced());
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, RowsByKind rows, String where)
            throws IOException {
        json.writeNumberField("nodes_" + where, rows.nodes());
        json.writeNumberField("links_" + where, rows.links());
        json.writeNumberField("properties_" + where, rows.properties());
        json.writeNumberField("index_entries_" + where, rows.indexEntries());
    }
}
