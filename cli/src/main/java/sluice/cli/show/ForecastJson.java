package sluice.cli.show;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Locale;
import sluice.cli.console.Json;
import sluice.load.job.Forecast;

/** Writes the members of a {@link Forecast}; its keys are part of the interface. */
final class ForecastJson {
    private ForecastJson() {}

    static void write(Forecast forecast, JsonGenerator json) throws IOException {
        json.writeNumberField("input_bytes", forecast.inputBytes());
        json.writeBooleanField("input_known", forecast.inputKnown());
        json.writeNumberField("sample_bytes", forecast.sampleBytes());
        json.writeNumberField("sample_rows", forecast.sampleRows());
        json.writeNumberField("sample_rejected", forecast.sampleRejected());
        json.writeNumberField("rows", forecast.rows());
        json.writeArrayFieldStart("relations");
        for (Forecast.RelationRows relation : forecast.relations()) {
            json.writeStartObject();
            json.writeStringField("relation", relation.relation());
            json.writeStringField("kind", relation.kind().name().toLowerCase(Locale.ROOT));
            json.writeNumberField("files", relation.files());
            json.writeNumberField("rows", relation.rows());
            json.writeEndObject();
        }
        json.writeEndArray();
        Json.number(json, "seconds_to_uptime", forecast.stageSeconds());
        Json.number(json, "seconds", forecast.stageSeconds() + forecast.buildSeconds());
        json.writeNumberField("run_bytes", forecast.runBytes());
        json.writeNumberField("segment_bytes", forecast.segmentBytes());
        json.writeNumberField("dictionary_bytes", forecast.dictionaryBytes());
        json.writeNumberField("peak_disk_bytes", forecast.diskBytes());
        json.writeNumberField("peak_memory_bytes", forecast.memoryBytes());
        json.writeNumberField("chunks", forecast.chunks());
        json.writeNumberField("chunk_bytes", forecast.chunkBytes());
        json.writeStringField(
                "chunks_chosen_by", forecast.chunksChosenBy().name().toLowerCase(Locale.ROOT));
        json.writeNumberField("buckets", forecast.buckets());
        json.writeNumberField("largest_bucket_rows", forecast.largestBucketRows());
        json.writeArrayFieldStart("largest_ids");
        for (Forecast.LargestId largest : forecast.largestIds()) {
            json.writeStartObject();
            json.writeStringField("id", largest.id());
            json.writeNumberField("links", largest.links());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
