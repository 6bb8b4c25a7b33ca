package sluice.experiments.load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import sluice.ingest.Source;
import sluice.load.Load;
import sluice.load.LoadResult;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadProgress;
import sluice.storage.DirectoryStorage;

/** Loads a full input in this process, which has done so before. */
final class WarmLoadMeasurement implements Measurement {
    /** After so many loads hardly a method is still being compiled. */
    private static final int WARM_UP_LOADS = 3;

    private final Bench bench;
    private final Subject subject;
    private final BenchmarkInput input;
    private boolean warm;

    private record Times(long uptimeNanos, long builtNanos) {}

    WarmLoadMeasurement(Bench bench, Subject subject, BenchmarkInput input) {
        this.bench = bench;
        this.subject = subject;
        this.input = input;
    }

    @Override
    public void measure(Samples samples) throws IOException {
        if (!warm && !subject.large()) {
            for (int load = 0; load < WARM_UP_LOADS; load++) {
                load();
                bench.settle();
            }
            warm = true;
        }
        Times times = load();
        samples.add(subject, Quantity.UPTIME_SECONDS, times.uptimeNanos / 1e9);
        samples.add(subject, Quantity.SECONDS_PER_LINK, times.builtNanos / 1e9 / input.links());
    }

    private Times load() throws IOException {
        Path store = bench.emptyPlace(Bench.STORE);
        AtomicLong uptimeNanos = new AtomicLong();
        long start = bench.nanoTime().getAsLong();
        LoadResult loaded =
                Load.run(
                        DirectoryStorage.create(store),
                        Source.open(List.of(input.full().toString()), null),
                        bench.loadOptions(),
                        new LoadProgress(),
                        new LoadEvents() {
                            @Override
                            public void uptime() {
                                uptimeNanos.set(bench.nanoTime().getAsLong() - start);
                            }
                        },
                        new Demand());
        long nanos = bench.nanoTime().getAsLong() - start;
        if (loaded.links() != input.links()) {
            throw new IllegalStateException(
                    "the store has %d links, expected %d".formatted(loaded.links(), input.links()));
        }
        Bench.delete(store);
        return new Times(uptimeNanos.get(), nanos);
    }
}
