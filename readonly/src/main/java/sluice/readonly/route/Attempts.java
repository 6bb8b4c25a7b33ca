package sluice.readonly.route;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one read: which replica is asked next, and how long its answer is waited for.
 * Pure but for its counters; the caller passes the time. Belongs to one thread.
 *
 * <p>A replica that fails is replaced by the next one at once. Beside a slow one, a second is asked
 * if the budget allows. A replica that does not answer within a slice of the deadline is given no
 * more of it: the next one is asked whatever the budget says, so that a read fails only if no
 * replica answers before its end.
 */
final class Attempts {
    /** A read whose replicas all hang asks this many of them before its deadline. */
    static final int SLICES = 4;

    private final Deque<String> left;
    private final long endNanos;
    private final long sliceNanos;
    private @Nullable String probe;
    private int running;
    private long askedNanos;
    private @Nullable String asked;
    private boolean mayHedge = true;

    /**
     * @param nodes in the order in which they are asked
     * @param probe a node that was down and may be up again, asked beside the first; null for none
     * @param endNanos the end of the read
     */
    Attempts(List<String> nodes, @Nullable String probe, long endNanos, long deadlineNanos) {
        this.left = new ArrayDeque<>(nodes);
        this.probe = probe;
        this.endNanos = endNanos;
        this.sliceNanos = deadlineNanos / SLICES;
    }

    /** The next act of the read. */
    sealed interface Next {
        /** Ask {@code node}; {@code silent} has not answered for a slice, or is null. */
        record Ask(String node, @Nullable String silent) implements Next {}

        /** Wait for an answer, for {@code nanos}. */
        record Await(long nanos) implements Next {}

        /** No replica is left, and none has still to answer. */
        record NoneLeft() implements Next {}

        /** The deadline is over. */
        record TooLate() implements Next {}
    }

    /** The next act at {@code nowNanos}; {@code hedge} takes one from the budget, if it may. */
    Next next(long nowNanos, long hedgeNanos, BooleanSupplier hedge) {
        long restNanos = endNanos - nowNanos;
        if (restNanos <= 0) {
            return new Next.TooLate();
        }
        @Nullable String probed = probe;
        if (running > 0 && probed != null) {
            probe = null;
            left.remove(probed);
            running++;
            return new Next.Ask(probed, null);
        }
        if (left.isEmpty()) {
            return running == 0 ? new Next.NoneLeft() : new Next.Await(restNanos);
        }
        if (running == 0) {
            return ask(nowNanos, null);
        }
        long waitedNanos = nowNanos - askedNanos;
        if (waitedNanos >= sliceNanos) {
            return ask(nowNanos, asked);
        }
        long waitNanos = Math.min(restNanos, sliceNanos - waitedNanos);
        if (running > 1 || !mayHedge) {
            return new Next.Await(waitNanos);
        }
        if (waitedNanos < hedgeNanos) {
            return new Next.Await(Math.min(waitNanos, hedgeNanos - waitedNanos));
        }
        mayHedge = false;
        return hedge.getAsBoolean() ? ask(nowNanos, null) : new Next.Await(waitNanos);
    }

    private Next ask(long nowNanos, @Nullable String silent) {
        running++;
        askedNanos = nowNanos;
        String node = left.removeFirst();
        asked = node;
        probe = node.equals(probe) ? null : probe;
        return new Next.Ask(node, silent);
    }

    /** A node that was asked has failed, or could not be asked. */
    void failed() {
        running--;
    }
}
