package sluice.client;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import sluice.model.Patience;
import sluice.protocol.Operation;
import sluice.protocol.OperationNames;
import sluice.protocol.Request;
import sluice.protocol.Result;

/**
 * One try of one call: made by the thread that waits for it, sent and ended by the thread of a
 * {@link Lane}. What becomes of it is decided once, by whoever comes first: the wait that is over,
 * or the outcome.
 */
final class PendingCall {
    /** No connection, or no room on it, before the deadline. */
    static final Outcome NOT_SENT = new NotBegun("it was not sent in time");

    private static final Outcome NOT_ANSWERED = new Lost("no answer came in time");

    private final Operation operation;
    private final @Nullable OperationNames names;
    private final Patience patience;
    private final long deadlineNanos;
    private final Thread waiter = Thread.currentThread();
    private final AtomicReference<State> state = new AtomicReference<>(Waiting.NEW);

    /** Where it is. */
    sealed interface State {}

    /** Not decided yet. */
    enum Waiting implements State {
        /** Not sent: can still be taken back. */
        NEW,
        /** Sent: the server may have begun it. */
        SENT
    }

    /** Decided. */
    sealed interface Outcome extends State {}

    /** The server has answered. */
    record Answered(Result result) implements Outcome {}

    /** Nothing was done; {@code reason} says why. */
    record NotBegun(String reason) implements Outcome {}

    /** It was sent, and nobody will say what became of it. */
    record Lost(String reason) implements Outcome {}

    PendingCall(
            Operation operation,
            @Nullable OperationNames names,
            Patience patience,
            long deadlineNanos) {
        this.operation = operation;
        this.names = names;
        this.patience = patience;
        this.deadlineNanos = deadlineNanos;
    }

    /**
     * Waits for the outcome; once the deadline is over, or the thread interrupted, there is one.
     */
    Outcome await(LongSupplier nanoClock) {
        while (true) {
            State now = state.get();
            if (now instanceof Outcome outcome) {
                return outcome;
            }
            long restNanos = deadlineNanos - nanoClock.getAsLong();
            if (restNanos > 0 && !waiter.isInterrupted()) {
                LockSupport.parkNanos(this, restNanos);
                continue;
            }
            Outcome givenUp = now == Waiting.NEW ? NOT_SENT : NOT_ANSWERED;
            if (state.compareAndSet(now, givenUp)) {
                return givenUp;
            }
        }
    }

    /** No fewer bytes than it takes in a message. */
    long sizeBytesMax() {
        return operation.sizeBytesMax() + (names == null ? 0 : names.sizeBytesMax());
    }

    /** To be sent now; false where nobody waits for it any more. */
    boolean send() {
        return state.compareAndSet(Waiting.NEW, Waiting.SENT);
    }

    /** What is sent. */
    Request request(long id, long nowNanos) {
        long micros = TimeUnit.NANOSECONDS.toMicros(deadlineNanos - nowNanos);
        return new Request(id, Math.max(1, micros), patience, operation, names);
    }

    /** Ends the wait, if it has not ended. */
    void end(Outcome outcome) {
        State before = state.get();
        if (before instanceof Waiting && state.compareAndSet(before, outcome)) {
            LockSupport.unpark(waiter);
        }
    }
}
