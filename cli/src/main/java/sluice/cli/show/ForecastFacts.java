package sluice.cli.show;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Locale;
import sluice.load.job.Forecast;
import sluice.report.Amounts;
import sluice.report.Facts;
import sluice.report.Facts.Unit;

/** The facts of a {@link Forecast}; their names in JSON are part of the interface. */
final class ForecastFacts {
    private final Forecast forecast;

    ForecastFacts(Forecast forecast) {
        this.forecast = forecast;
    }

    Facts rows() {
        return new Facts()
                .add(
                        "rows",
                        "rows",
                        forecast.rows(),
                        Unit.COUNT,
                        forecast.inputKnown() ? "" : "if standard input holds 1 GiB");
    }

    /** Times and bytes, where {@code freeBytes} can be used and {@code memoryBytes} are allowed. */
    Facts costs(long freeBytes, long memoryBytes) {
        String names =
                forecast.dictionaryBytes() == 0
                        ? ""
                        : ", names " + Amounts.bytes(forecast.dictionaryBytes());
        return new Facts()
                .add(
                        "seconds_to_uptime",
                        "time to uptime",
                        forecast.stageSeconds(),
                        Unit.SECONDS,
                        "then every query is answered completely")
                .add(
                        "seconds",
                        "time in all",
                        forecast.stageSeconds() + forecast.buildSeconds(),
                        Unit.SECONDS)
                .add("run_bytes", "", forecast.runBytes(), Unit.BYTES)
                .add("segment_bytes", "", forecast.segmentBytes(), Unit.BYTES)
                .add("dictionary_bytes", "", forecast.dictionaryBytes(), Unit.BYTES)
                .add(
                        "peak_disk_bytes",
                        "peak disk",
                        forecast.diskBytes(),
                        Unit.BYTES,
                        "runs %s, segments %s%s; %s%s are free"
                                .formatted(
                                        Amounts.bytes(forecast.runBytes()),
                                        Amounts.bytes(forecast.segmentBytes()),
                                        names,
                                        freeBytes < forecast.diskBytes() ? "ONLY " : "",
                                        Amounts.bytes(freeBytes)))
                .add(
                        "peak_memory_bytes",
                        "peak memory",
                        forecast.memoryBytes(),
                        Unit.MEBIBYTES,
                        "of %d MiB allowed".formatted(memoryBytes >> 20));
    }

    Facts skew() {
        return new Facts()
                .add(
                        "chunks",
                        "chunks",
                        forecast.chunks(),
                        Unit.COUNT,
                        "of up to %s, %s".formatted(Amounts.bytes(forecast.chunkBytes()), chosen()))
                .add("chunk_bytes", "", forecast.chunkBytes(), Unit.BYTES)
                .add("buckets", "buckets", forecast.buckets(), Unit.COUNT)
                .add(
                        "largest_bucket_rows",
                        "largest bucket",
                        forecast.largestBucketRows(),
                        Unit.COUNT,
                        "rows");
    }

    /** What a load compares with the facts of its own of the same names. */
    Facts compared(boolean withTimes) {
        Facts facts = new Facts().add("rows_read", "", forecast.rows(), Unit.COUNT);
        if (withTimes) {
            facts.add("seconds_to_uptime", "", forecast.stageSeconds(), Unit.SECONDS);
            facts.add(
                    "seconds", "", forecast.stageSeconds() + forecast.buildSeconds(), Unit.SECONDS);
        }
        return facts.add("run_bytes", "", forecast.runBytes(), Unit.BYTES)
                .add("peak_disk_bytes", "", forecast.diskBytes(), Unit.BYTES)
                .add("largest_bucket_rows", "", forecast.largestBucketRows(), Unit.COUNT)
                .add("peak_memory_bytes", "", forecast.memoryBytes(), Unit.MEBIBYTES);
    }

    private String chosen() {
        return switch (forecast.chunksChosenBy()) {
            case OPTION -> "by --chunk-size";
            case MEMORY -> "by memory and input";
            case SOURCE_SPEED -> "by the speed of the source";
            case EARLIER_TRY -> "by the try that began";
        };
    }

    /** Writes all members of an open JSON object. */
    void write(JsonGenerator json) throws IOException {
        json.writeBooleanField("input_known", forecast.inputKnown());
        new Facts()
                .add("input_bytes", "", forecast.inputBytes(), Unit.BYTES)
                .add("sample_bytes", "", forecast.sampleBytes(), Unit.BYTES)
                .add("sample_rows", "", forecast.sampleRows(), Unit.COUNT)
                .add("sample_rejected", "", forecast.sampleRejected(), Unit.COUNT)
                .write(json);
        rows().write(json);
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
        costs(0, 0).write(json);
        skew().write(json);
        json.writeStringField(
                "chunks_chosen_by", forecast.chunksChosenBy().name().toLowerCase(Locale.ROOT));
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
