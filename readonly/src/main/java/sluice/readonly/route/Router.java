package sluice.readonly.route;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.GraphReader;
import sluice.model.SluiceException;
import sluice.readonly.Topology;

/**
 * Asks replicas of a partition until one answers, as {@link Attempts} says: the first that is up, a
 * second one beside it if it is slow, and the next one whenever one fails. Thread-safe.
 */
final class Router implements AutoCloseable {
    /** The threads of a node that may wait; the others answer reads that need not. */
    private static final int WAITING_MAX = 16;

    private final RingPeers peers;
    private final Semaphore waiting = new Semaphore(WAITING_MAX);
    private final HedgeBudget hedges = new HedgeBudget();
    private final LongSupplier nanoClock;
    private final long deadlineNanos;
    private final String zone;

    /** {@code zone} is asked first; that of the node that asks, if it is empty. */
    Router(RingPeers peers, LongSupplier nanoClock, long deadlineNanos, String zone) {
        this.peers = peers;
        this.zone = zone;
        this.nanoClock = nanoClock;
        this.deadlineNanos = deadlineNanos;
    }

    /** A question to one version. */
    interface Question<T> {
        T ask(GraphReader reader) throws IOException;
    }

    /** An answer, or why there is not one. */
    private record Outcome<T>(@Nullable T value, @Nullable Exception failure) {}

    /** Nodes that hold {@code partition}, in the order in which they are asked. */
    List<String> candidates(RingState state, int partition, String except) {
        List<String> names =
                new ArrayList<>(peers.ordered(nearFirst(state, partition, except, zone)));
        Topology topology = state.topology();
        if (topology != null) {
            topology.preference(partition).stream()
                    .filter(name -> state.lacking().contains(name) && !name.equals(except))
                    .forEach(names::add);
        }
        return names;
    }

    /** Replicas of {@code partition} in their order, those in {@code zone} before all others. */
    static List<String> nearFirst(RingState state, int partition, String except, String zone) {
        List<String> near = new ArrayList<>();
        List<String> far = new ArrayList<>();
        Topology topology = state.topology();
        if (topology != null) {
            String own = zone.isEmpty() ? topology.zone(except).orElse("") : zone;
            for (String name : topology.preference(partition)) {
                if (!name.equals(except) && !state.excluded().contains(name)) {
                    boolean isNear = topology.zone(name).orElse("").equals(own);
                    (isNear ? near : far).add(name);
                }
            }
        }
        near.addAll(far);
        return near;
    }

    /**
     * The answer of a node with {@code partition} other than {@code except}, before {@code
     * endNanos}.
     */
    <T> T ask(RingState state, int partition, String except, long endNanos, Question<T> question)
            throws IOException {
        List<String> names = candidates(state, partition, except);
        Attempts attempts = new Attempts(names, peers.probe(names), endNanos, deadlineNanos);
        LinkedBlockingQueue<Outcome<T>> outcomes = new LinkedBlockingQueue<>();
        long begin = nanoClock.getAsLong();
        @Nullable Exception last = null;
        @Nullable SluiceException refused = null;
        while (true) {
            Attempts.Next next =
                    attempts.next(nanoClock.getAsLong(), hedges.delayNanos(), this::mayHedge);
            @Nullable Outcome<T> outcome = null;
            switch (next) {
                case Attempts.Next.Ask ask -> {
                    if (ask.silent() != null) {
                        peers.silent(ask.silent());
                    }
                    if (!begin(state, ask.node(), question, outcomes)) {
                        attempts.failed();
                    }
                }
                case Attempts.Next.Await(long nanos) -> outcome = await(outcomes, nanos);
                case Attempts.Next.NoneLeft() -> {
                    if (last == null && refused != null) {
                        throw refused;
                    }
                    throw failed(state, partition, last);
                }
                case Attempts.Next.TooLate() -> throw failed(state, partition, tooLate(last));
            }
            if (outcome == null) {
                continue;
            }
            if (outcome.value() != null) {
                hedges.answered(nanoClock.getAsLong() - begin);
                return outcome.value();
            }
            attempts.failed();
            Exception failure = outcome.failure();
            if (failure instanceof SluiceException e && e.code() == ErrorCode.CONFIG) {
                // That may be for the question, which all refuse then, or for the node's own token.
                refused = refused == null ? e : refused;
                continue;
            }
            // A replica that could not be reached may well have what another one lacks.
            last = last != null && RingPeers.isStale(failure) ? last : failure;
        }
    }

    private boolean mayHedge() {
        return !peers.areManyDown() && hedges.take();
    }

    /** Lets one read of a node wait; false if that many wait that others would be held up. */
    boolean mayWait() {
        return waiting.tryAcquire();
    }

    /** Ends the wait of a read that {@link #mayWait} let wait. */
    void waited() {
        waiting.release();
    }

    /** When a read that begins now is too old. */
    long endNanos() {
        return nanoClock.getAsLong() + deadlineNanos;
    }

    /** Waits for {@code nanos}; false if {@code endNanos} comes before, or the thread is to end. */
    boolean paused(long nanos, long endNanos) {
        if (nanoClock.getAsLong() + nanos - endNanos >= 0) {
            return false;
        }
        LockSupport.parkNanos(this, nanos);
        return !Thread.currentThread().isInterrupted();
    }

    /** {@code last} is why another replica failed, if one did. */
    private SluiceException tooLate(@Nullable Exception last) {
        String before = last == null ? "" : "; before it: " + last.getMessage();
        return new SluiceException(
                ErrorCode.DEADLINE,
                "no answer within %d ms%s"
                        .formatted(TimeUnit.NANOSECONDS.toMillis(deadlineNanos), before),
                last);
    }

    private <T> boolean begin(
            RingState state,
            String name,
            Question<T> question,
            LinkedBlockingQueue<Outcome<T>> outcomes) {
        @Nullable GraphReader reader = peers.reader(state, name);
        if (reader == null) {
            return false;
        }
        Thread.ofVirtual().name("ask " + name).start(() -> ask(name, reader, question, outcomes));
        return true;
    }

    private <T> void ask(
            String name,
            GraphReader reader,
            Question<T> question,
            LinkedBlockingQueue<Outcome<T>> outcomes) {
        long begin = nanoClock.getAsLong();
        try {
            T value = question.ask(reader);
            peers.answered(name, nanoClock.getAsLong() - begin);
            outcomes.add(new Outcome<>(value, null));
        } catch (IOException | RuntimeException e) {
            peers.failed(name, e);
            outcomes.add(new Outcome<>(null, e));
        }
    }

    private static <T> @Nullable Outcome<T> await(
            LinkedBlockingQueue<Outcome<T>> outcomes, long nanos) {
        try {
            return outcomes.poll(Math.max(0, nanos), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SluiceException(ErrorCode.INTERRUPTED, "the read was interrupted", e);
        }
    }

    /** Why no node answers for {@code partition}; {@code last} is why the last one did not. */
    static SluiceException failed(RingState state, int partition, @Nullable Exception last) {
        return new SluiceException(
                RingPeers.isStale(last) && last instanceof SluiceException known
                        ? known.code()
                        : ErrorCode.RESOURCE,
                "no node answered for partition %d of version %d: %s"
                        .formatted(
                                partition,
                                state.version(),
                                (last == null ? "none that has it is known" : last.getMessage())
                                        + notAsked(state, partition)),
                last);
    }

    /** Replicas of {@code partition} that take no reads: an operator may let them. */
    private static String notAsked(RingState state, int partition) {
        Topology topology = state.topology();
        if (topology == null) {
            return "";
        }
        List<String> names =
                topology.preference(partition).stream()
                        .filter(state.excluded()::contains)
                        .filter(name -> !state.lacking().contains(name))
                        .toList();
        return names.isEmpty()
                ? ""
                : "; not asked, since switched off or with another version: %s; see: sluice ring status RING"
                        .formatted(String.join(", ", names));
    }

    Map<String, PeerLatency> latencies() {
        return peers.latencies();
    }

    @Override
    public void close() {
        peers.close();
    }
}
