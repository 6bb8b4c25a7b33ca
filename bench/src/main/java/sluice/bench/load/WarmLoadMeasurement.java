package sluice.bench.load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import sluice.ingest.Source;
import sluice.load.Demand;
import sluice.load.Load;
import sluice.load.LoadEvents;
import sluice.load.LoadProgress;
import sluice.load.LoadResult;
import sluice.storage.DirectoryStorage;

/** Loads a full input in this process, which has done so before. */
final class WarmLoadMeasurement implements Measurement {
    private final Bench bench;
    private final Subject subject;
    private final BenchmarkInput input;
    private boolean warm;

    WarmLoadMeasurement(Bench bench, Subject subject, BenchmarkInput input) {
        this.bench = bench;
        this.subject = subject;
        this.input = input;
    }

    @Override
    public void measure(Samples samples) throws IOException {
        if (!warm && !subject.large()) {
            load();
            bench.settle();
            warm = true;
        }
        samples.add(subject, Quantity.SECONDS_PER_LINK, load() / 1e9 / input.links());
    }

    private long load() throws IOException {
        Path store = bench.emptyPlace(Bench.STORE);
        long start = bench.nanoTime().getAsLong();
        LoadResult loaded =
                Load.run(
                        DirectoryStorage.create(store),
                        Source.open(List.of(input.full().toString()), null),
                        bench.loadOptions(),
                        new LoadProgress(),
                        LoadEvents.NONE,
                        new Demand());
        long nanos = bench.nanoTime().getAsLong() - start;
        if (loaded.links() != input.links()) {
            throw new IllegalStateException(
                    "the store has %d links, expected %d".formatted(loaded.links(), input.links()));
        }
        Bench.delete(store);
        return nanos;
    }
}
