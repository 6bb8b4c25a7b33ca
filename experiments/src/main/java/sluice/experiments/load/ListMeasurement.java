package sluice.experiments.load;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import sluice.experiments.LinkSample;
import sluice.experiments.rival.RocksRival;
import sluice.store.StoreReader;

/** Asks a warm store for lists for a while; before the first time its answers are compared. */
final class ListMeasurement implements Measurement {
    private static final long SEED = 1;
    private static final int SHORT = 10;
    private static final int LONG = 50;
    private static final int THREADS = 8;

    private final Bench bench;
    private final Subject subject;
    private final BenchmarkInput input;
    private final ListStores stores;
    private @Nullable LinkSample sample;

    ListMeasurement(Bench bench, Subject subject, BenchmarkInput input, ListStores stores) {
        this.bench = bench;
        this.subject = subject;
        this.input = input;
        this.stores = stores;
    }

    @Override
    public void measure(Samples samples) throws IOException {
        LinkSample asked = sample;
        if (asked == null) {
            asked = draw();
            compare(asked);
            // The compiler has seen the comparison; let it see the loop that is measured too.
            rate(asked);
            sample = asked;
        }
        samples.add(subject, Quantity.LISTS_PER_SECOND, rate(asked));
    }

    private LinkSample draw() throws IOException {
        int count = bench.options().listSample();
        return byDegree()
                ? LinkSample.byDegree(input.full(), count, SEED)
                : LinkSample.bySource(input.full(), count, SEED);
    }

    /** Whatever is measured must give the lists of the segments. */
    private void compare(LinkSample asked) throws IOException {
        try (ListReader segments = new ListReader.OfStore(stores.built());
                ListReader measured = readers().get()) {
            ListReader.requireSame(List.of(segments, measured), asked, limit());
        }
    }

    private double rate(LinkSample asked) throws IOException {
        long nanos = TimeUnit.MILLISECONDS.toNanos(bench.options().listMillis());
        int threads = byDegree() ? THREADS : 1;
        return ListRate.perSecond(readers(), asked, limit(), threads, nanos, bench.nanoTime());
    }

    private Supplier<ListReader> readers() throws IOException {
        if (subject == Subject.RIVAL_LISTS) {
            RocksRival rival = stores.rival();
            return () -> ListReader.OfRival.open(rival);
        }
        StoreReader store = subject == Subject.RUN_LISTS ? stores.atUptime() : stores.built();
        return () -> new ListReader.OfStore(store);
    }

    private boolean byDegree() {
        return subject == Subject.DEGREE_LISTS || subject == Subject.RIVAL_LISTS;
    }

    private int limit() {
        return byDegree() ? LONG : SHORT;
    }
}
