package sluice.experiments.load;

import java.io.IOException;
import java.nio.file.Path;
import sluice.report.Machine;

/** Loads the full input into RocksDB in a fresh process. */
record RivalMeasurement(Bench bench, Subject subject, BenchmarkInput input, boolean pair)
        implements Measurement {
    /** Of memory for each byte of input: then nothing has to go through a file. */
    private static final long MEMORY_PER_INPUT = 4;

    @Override
    public void measure(Samples samples) throws IOException {
        Path store = bench.emptyPlace(Bench.RIVAL);
        ChildProcess.Seen seen = load(bench, store, input, pair);
        samples.add(subject, Quantity.SECONDS, seen.seconds(TaskOutput.BUILT));
        samples.add(subject, Quantity.EXIT_SECONDS, seen.exitNanos() / 1e9);
        samples.add(subject, Quantity.SEGMENT_BYTES, seen.number("segment_bytes"));
        samples.add(subject, Quantity.DISK_BYTES_MAX, seen.diskBytesMax());
        Bench.delete(store);
    }

    /** Loads into {@code store}, where the database stays. */
    static ChildProcess.Seen load(Bench bench, Path store, BenchmarkInput input, boolean pair)
            throws IOException {
        TaskArguments task =
                TaskArguments.of(BenchmarkTasks.RIVAL)
                        .with("store", store)
                        .with("source", input.full())
                        .with("memory", memoryBytes(bench, input))
                        .with("pair", pair);
        ChildProcess.Seen seen = bench.run(task, bench.options().memoryBytes(), store);
        if (seen.number("rows") != input.links()) {
            throw new IllegalStateException(
                    "the rival read %d links, expected %d"
                            .formatted(seen.number("rows"), input.links()));
        }
        return seen;
    }

    /** As much as does it good, but no more than half of the machine, and no less than we have. */
    private static long memoryBytes(Bench bench, BenchmarkInput input) {
        long wanted = MEMORY_PER_INPUT * input.fullBytes();
        long most = Machine.memory().orElse(2 * wanted) / 2;
        return Math.max(bench.options().memoryBytes(), Math.min(wanted, most));
    }
}
