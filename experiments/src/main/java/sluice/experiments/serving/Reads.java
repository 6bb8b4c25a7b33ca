package sluice.experiments.serving;

import java.io.IOException;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;
import sluice.model.GraphReader;
import sluice.model.LinkQuery;

/** Reads of lists of random ids, one after the other, and how long each took. */
final class Reads {
    /** The longest list that is read whole. */
    static final int LIST_MAX = 1_000;

    private static final long NANOS_MAX = TimeUnit.SECONDS.toNanos(60);

    private final Histogram nanos = new Histogram(NANOS_MAX, 3);
    private long elapsedNanos;

    /** Reads the list of an id and says how many links it has. */
    interface Reader {
        int read(long id) throws IOException;
    }

    private Reads() {}

    /** Reads for {@code seconds} with one thread, ids below {@code ids}. */
    static Reads of(Reader reader, long ids, double seconds, LongSupplier nanoTime)
            throws IOException {
        long end = nanoTime.getAsLong() + (long) (seconds * 1e9);
        return of(reader, ids, () -> nanoTime.getAsLong() - end >= 0, nanoTime);
    }

    /** Reads until {@code isOver}. */
    static Reads of(Reader reader, long ids, BooleanSupplier isOver, LongSupplier nanoTime)
            throws IOException {
        Reads reads = new Reads();
        SplittableRandom random = new SplittableRandom(1);
        long begin = nanoTime.getAsLong();
        long now = begin;
        while (!isOver.getAsBoolean()) {
            reader.read(random.nextLong(ids));
            long after = nanoTime.getAsLong();
            reads.nanos.recordValue(Math.min(NANOS_MAX, after - now));
            now = after;
        }
        reads.elapsedNanos = now - begin;
        return reads;
    }

    /** Reads the list of {@code id}; returns how many links it has. */
    static int list(GraphReader reader, long id) throws IOException {
        LinkQuery query =
                new LinkQuery(
                        id, ServingInput.LINK_TYPE, Long.MIN_VALUE, Long.MAX_VALUE, 0, LIST_MAX);
        return reader.linkList(query).value().size();
    }

    double micros(double percentile) {
        return nanos.getValueAtPercentile(percentile) / 1e3;
    }

    double maxMillis() {
        return nanos.getMaxValue() / 1e6;
    }

    double perSecond() {
        return nanos.getTotalCount() * 1e9 / Math.max(1, elapsedNanos);
    }

    long count() {
        return nanos.getTotalCount();
    }
}
