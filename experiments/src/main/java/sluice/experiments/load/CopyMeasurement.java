package sluice.experiments.load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import sluice.experiments.CopyBaseline;

/** Copies the full input: what time to uptime is compared with. */
record CopyMeasurement(Bench bench, Subject subject, BenchmarkInput input, long bytesPerSecond)
        implements Measurement {
    @Override
    public void measure(Samples samples) throws IOException {
        Path copy = bench.emptyPlace(Bench.COPY);
        long nanos =
                bytesPerSecond == 0
                        ? CopyBaseline.cp(input.full(), copy, bench.nanoTime())
                        : CopyBaseline.throttled(
                                input.full(),
                                copy,
                                bytesPerSecond,
                                bench.nanoTime(),
                                LockSupport::parkNanos);
        samples.add(subject, Quantity.SECONDS, nanos / 1e9);
        Bench.delete(copy);
    }
}
