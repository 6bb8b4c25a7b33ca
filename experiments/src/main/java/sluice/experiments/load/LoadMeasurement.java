package sluice.experiments.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Loads an input in a fresh process, into a store that does not exist before nor after. */
record LoadMeasurement(
        Bench bench,
        Subject subject,
        BenchmarkInput input,
        Columns columns,
        long bytesPerSecond,
        long memoryBytes)
        implements Measurement {
    private static final String INVERSE_MAPPING =
            """
            relations:
              - files: "*"
                link: 0
                columns: [id1, id2]
                delimiter: whitespace
                header: false
                inverse: 1
            """;

    /** What is loaded of the links. */
    enum Columns {
        ALL,
        IDS,
        IDS_AND_INVERSE
    }

    @Override
    public void measure(Samples samples) throws IOException {
        Path store = bench.emptyPlace(Bench.STORE);
        TaskArguments task =
                TaskArguments.of(BenchmarkTasks.LOAD)
                        .with("store", store)
                        .with("rate", bytesPerSecond)
                        .with("source", columns == Columns.ALL ? input.full() : input.edges());
        if (columns == Columns.IDS_AND_INVERSE) {
            Path mapping = bench.mapping();
            Files.writeString(mapping, INVERSE_MAPPING);
            task = task.with("mapping", mapping);
        }
        record(bench.run(task, memoryBytes, store), samples);
        Bench.delete(store);
    }

    private void record(ChildProcess.Seen seen, Samples samples) {
        long expected = columns == Columns.IDS_AND_INVERSE ? 2 * input.links() : input.links();
        if (seen.number("links") != expected) {
            throw new IllegalStateException(
                    "the store has %d links, expected %d: %s"
                            .formatted(seen.number("links"), expected, seen.result()));
        }
        long segmentBytes = seen.number("segment_bytes");
        samples.add(subject, Quantity.UPTIME_SECONDS, seen.seconds(TaskOutput.UPTIME));
        samples.add(subject, Quantity.SECONDS, seen.seconds(TaskOutput.BUILT));
        samples.add(subject, Quantity.EXIT_SECONDS, seen.exitNanos() / 1e9);
        samples.add(subject, Quantity.LINKS, input.links());
        samples.add(subject, Quantity.INPUT_BYTES, inputBytes());
        samples.add(subject, Quantity.RUN_BYTES, seen.number("run_bytes"));
        samples.add(subject, Quantity.SEGMENT_BYTES, segmentBytes);
        if (columns == Columns.ALL) {
            samples.add(
                    subject, Quantity.SEGMENT_BYTES_ABOVE_DATA, segmentBytes - input.dataBytes());
        }
        samples.add(subject, Quantity.DISK_BYTES_MAX, seen.diskBytesMax());
        double mebibyte = 1 << 20;
        if (seen.anonymousBytesMax() > 0) {
            samples.add(
                    subject, Quantity.ANONYMOUS_MEBIBYTES_MAX, seen.anonymousBytesMax() / mebibyte);
            samples.add(
                    subject,
                    Quantity.RESIDENT_MEBIBYTES_MAX,
                    seen.number("resident_bytes_max") / mebibyte);
        }
    }

    private long inputBytes() {
        return columns == Columns.ALL ? input.fullBytes() : input.edgesBytes();
    }
}
