package sluice.experiments.load;

import java.io.IOException;

/** Starts the command again and again, to do next to nothing. */
record StartMeasurement(Bench bench) implements Measurement {
    @Override
    public void measure(Samples samples) throws IOException {
        for (int start = 0; start < bench.options().starts(); start++) {
            ChildProcess.Seen seen =
                    bench.run(bench.options().help(), bench.directory().resolve("nothing-written"));
            samples.add(Subject.START, Quantity.SECONDS, seen.exitNanos() / 1e9);
        }
    }
}
