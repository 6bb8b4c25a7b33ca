package sluice.experiments.demo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import sluice.model.Answer;
import sluice.model.GraphReader;

/**
 * What clients were answered, kept to be compared with the finished store: of all complete answers
 * a hash for each query, since all of one query must be equal; of partial ones as many as fit.
 *
 * <p>Safe for any number of threads; takes 8 bytes for each query and some 10 MB for partial
 * answers.
 */
final class Answered {
    private static final int PARTIAL_MAX = 10_000;

    private record Partial(int query, Found found) {}

    private final Queries queries;

    /** By query; 0 where there was no complete answer. */
    private final AtomicLongArray hashes;

    private final LongAdder completeCount = new LongAdder();
    private final LongAdder partialCount = new LongAdder();

    /** Guarded by itself. */
    private final List<Partial> partials = new ArrayList<>();

    private final AtomicReference<@Nullable String> difference = new AtomicReference<>();

    Answered(Queries queries) {
        this.queries = queries;
        hashes = new AtomicLongArray(queries.count());
    }

    void note(int query, Answer<Found> answer) {
        if (!answer.complete()) {
            partialCount.increment();
            synchronized (partials) {
                if (partials.size() < PARTIAL_MAX) {
                    partials.add(new Partial(query, answer.value()));
                }
            }
            return;
        }
        completeCount.increment();
        long hash = answer.value().hash();
        long before = hashes.get(query);
        if (before == 0 && !hashes.compareAndSet(query, 0, hash)) {
            before = hashes.get(query);
        }
        if (before != 0 && before != hash) {
            differs(query, "two complete answers differ");
        }
    }

    long completeCount() {
        return completeCount.sum();
    }

    long partialCount() {
        return partialCount.sum();
    }

    /** How many partial answers were kept. */
    int partialKept() {
        synchronized (partials) {
            return partials.size();
        }
    }

    /** The first complete answer that the finished store answers otherwise, in words; or null. */
    @Nullable String firstDifference(GraphReader finished) throws IOException {
        for (int query = 0; query < queries.count(); query++) {
            long hash = hashes.get(query);
            if (hash != 0 && queries.ask(finished, query).value().hash() != hash) {
                differs(query, "answered otherwise while loading");
            }
        }
        return difference.get();
    }

    /** The first partial answer that held what the finished store does not, in words; or null. */
    @Nullable String firstSurplus(GraphReader finished) throws IOException {
        List<Partial> kept;
        synchronized (partials) {
            kept = List.copyOf(partials);
        }
        for (Partial partial : kept) {
            int query = partial.query;
            if (!partial.found.isPartOf(finished, queries.id1(query), queries.linkType(query))) {
                return queries.words(query) + ": more was found while loading";
            }
        }
        return null;
    }

    private void differs(int query, String how) {
        difference.compareAndSet(null, queries.words(query) + ": " + how);
    }
}
