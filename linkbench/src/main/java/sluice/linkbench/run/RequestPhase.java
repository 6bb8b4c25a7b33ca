package sluice.linkbench.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import sluice.generate.WorkerThreads;
import sluice.linkbench.stores.BenchStore;
import sluice.linkbench.workload.RequestKind;
import sluice.linkbench.workload.RequestStream;
import sluice.linkbench.workload.Workload;
import sluice.model.GraphStore;

/**
 * Sends requests with all requesters at once: each has a thread and a handle of the store.
 *
 * <p>All have connected before the first request, and all have ended their warm-up before the first
 * request is measured.
 */
final class RequestPhase {
    private static final int FAILURES_KEPT = 5;

    private final BenchStore store;
    private final Workload workload;
    private final RunPlan plan;
    private final BenchClock clock;
    private final BooleanSupplier stop;
    private final Measurements measurements;
    private final @Nullable SampleLog samples;
    private final List<Requester> ended = new ArrayList<>();
    private final AtomicLong start = new AtomicLong();
    private final AtomicLong measuredFrom = new AtomicLong();
    private final AtomicLong lastEnd = new AtomicLong(Long.MIN_VALUE);

    /** Each phase of a run begins when it opens; a thread that is done leaves it. */
    private final Phaser barrier =
            new Phaser() {
                @Override
                protected boolean onAdvance(int phase, int registered) {
                    start.set(clock.nanoTime());
                    return registered == 0;
                }
            };

    /**
     * Hears what is measured.
     *
     * @param seconds hears of each second
     * @param samples gets those of all requesters, if they are wanted
     */
    record Listener(Consumer<Interval> seconds, @Nullable SampleLog samples) {}

    private RequestPhase(
            BenchStore store,
            Workload workload,
            RunPlan plan,
            BenchClock clock,
            BooleanSupplier stop,
            Listener listener) {
        this.store = store;
        this.workload = workload;
        this.plan = plan;
        this.clock = clock;
        this.stop = stop;
        measurements = new Measurements(plan.requesters(), plan.isOpen(), listener.seconds());
        this.samples = listener.samples();
    }

    /** Runs the phase; ends early once {@code stop} says so. */
    static RequestResult run(
            BenchStore store,
            Workload workload,
            RunPlan plan,
            BenchClock clock,
            BooleanSupplier stop,
            Consumer<Interval> events)
            throws IOException {
        return run(store, workload, plan, clock, stop, new Listener(events, null));
    }

    /** As above, heard by {@code listener}. */
    static RequestResult run(
            BenchStore store,
            Workload workload,
            RunPlan plan,
            BenchClock clock,
            BooleanSupplier stop,
            Listener listener)
            throws IOException {
        return new RequestPhase(store, workload, plan, clock, stop, listener).run();
    }

    private RequestResult run() throws IOException {
        long[] seeds = plan.requesterSeeds();
        AtomicInteger next = new AtomicInteger();
        WorkerThreads threads =
                plan.virtualThreads()
                        ? WorkerThreads.virtual("requester")
                        : WorkerThreads.platform("requester");
        barrier.bulkRegister(plan.requesters());
        threads.run(
                plan.requesters(),
                () -> {
                    int number = next.getAndIncrement();
                    try {
                        request(number, seeds[number], threads);
                    } finally {
                        measurements.end(number);
                        barrier.arriveAndDeregister();
                    }
                });
        return result();
    }

    private void request(int number, long seed, WorkerThreads threads) throws IOException {
        try (GraphStore handle = store.connect()) {
            Requester requester =
                    new Requester(
                            number,
                            plan,
                            new RequestStream(workload, seed, number, plan.requesters()),
                            new StoreCalls(handle, clock, workload.rangeLimit()),
                            clock,
                            measurements,
                            () -> stop.getAsBoolean() || threads.stopped(),
                            samples == null ? null : samples.requester(number, seed, clock));
            barrier.arriveAndAwaitAdvance();
            if (plan.warmupNanos() > 0) {
                requester.warmUp(start.get());
                barrier.arriveAndAwaitAdvance();
            }
            long from = start.get();
            measuredFrom.set(from);
            long end = requester.measure(from);
            lastEnd.accumulateAndGet(end, Math::max);
            synchronized (ended) {
                ended.add(requester);
            }
        }
    }

    private RequestResult result() {
        Counts counts = new Counts();
        ended.forEach(requester -> counts.add(requester.counts()));
        List<RequestResult.OfOperation> operations =
                Arrays.stream(RequestKind.values())
                        .map(
                                operation ->
                                        new RequestResult.OfOperation(
                                                operation,
                                                counts.of(operation),
                                                measurements.response(operation),
                                                measurements.service(operation)))
                        .toList();
        return new RequestResult(
                plan,
                lastEnd.get() - measuredFrom.get(),
                operations,
                measurements.intervals(),
                counts.history(),
                (int) ended.stream().filter(Requester::aborted).count(),
                Math.round(ended.stream().mapToDouble(Requester::unsent).sum()),
                ended.stream()
                        .map(Requester::firstFailure)
                        .filter(Objects::nonNull)
                        .map(Throwable::toString)
                        .distinct()
                        .limit(FAILURES_KEPT)
                        .toList());
    }
}
