package sluice.server;

import io.grpc.Context;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.protocol.Result;
import sluice.protocol.Result.Failure;

/**
 * What one call holds of the {@link Budget}, from its first byte until the network has taken its
 * last one. gRPC tells it of bytes that come in; the call's own code of requests and answers. When
 * the call has ended all is given back, and taking costs nothing any more, as nothing is kept then.
 *
 * <p>Safe for any number of threads.
 */
final class CallShare extends ServerStreamTracer {
    /** The one of the call that is being begun. */
    static final Context.Key<CallShare> CURRENT = Context.key("sluice-call-share");

    /** What a piece of a message costs beside its bytes. */
    private static final int PIECE_BYTES = 256;

    /** An answer without rows. */
    private static final int SMALL_BYTES = 1_024;

    private static final Status NO_ROOM =
            Status.RESOURCE_EXHAUSTED.withDescription(
                    "messages that come in, requests and answers that are not read take all memory"
                            + " that there is for them; send less at once, and read what is answered");

    private final Set<CallShare> open;
    private final LongSupplier nanoClock;
    private Budget.@Nullable Connection connection;
    private boolean isEnded;
    private long held;

    /** Bytes taken for the message that comes in. */
    private long receiving;

    /** Bytes taken for messages that are whole, but not read into a request yet. */
    private long unread;

    /** No message of it is whole, or one has begun and is not. */
    private boolean isReceiving = true;

    private long receivingSinceNanos;
    private boolean isSending;
    private long sendingSinceNanos;

    CallShare(Set<CallShare> open, LongSupplier nanoClock) {
        this.open = open;
        this.nanoClock = nanoClock;
    }

    /** What is answered where bytes cannot be taken; {@code begun} as in any failure. */
    static Failure noRoom(boolean begun) {
        return new Failure(ErrorCode.RESOURCE, String.valueOf(NO_ROOM.getDescription()), begun);
    }

    @Override
    public Context filterContext(Context context) {
        return context.withValue(CURRENT, this);
    }

    /** Takes the call itself; false where there are too many. To be called once. */
    boolean enter(Budget.Connection from) {
        synchronized (this) {
            if (isEnded || !from.share().calls().take(1)) {
                return false;
            }
            connection = from;
            receivingSinceNanos = nanoClock.getAsLong();
        }
        open.add(this);
        if (isEnded()) {
            open.remove(this);
        }
        return true;
    }

    private synchronized boolean isEnded() {
        return isEnded;
    }

    /** The connection that the call came by; null before {@link #enter}. */
    synchronized Budget.@Nullable Connection connection() {
        return connection;
    }

    @Override
    public synchronized void inboundWireSize(long bytes) {
        long cost = bytes + PIECE_BYTES;
        if (!take(cost)) {
            // gRPC ends the call so; there is no other way to say it here.
            throw NO_ROOM.asRuntimeException();
        }
        if (!isReceiving) {
            isReceiving = true;
            receivingSinceNanos = nanoClock.getAsLong();
        }
        receiving += cost;
    }

    @Override
    public synchronized void inboundMessageRead(
            int sequenceNumber, long wireSize, long uncompressedSize) {
        // The network's buffers are held until the message has been read into a request.
        unread += receiving;
        receiving = 0;
        isReceiving = false;
    }

    /** The messages that have come in whole are requests now: their buffers are free. */
    synchronized void understood() {
        release(unread);
        unread = 0;
    }

    @Override
    public void streamClosed(Status status) {
        Budget.Connection from;
        synchronized (this) {
            if (isEnded) {
                return;
            }
            isEnded = true;
            from = connection;
            if (connection != null) {
                connection.share().bytes().release(held);
                connection.share().calls().release(1);
            }
            held = 0;
        }
        open.remove(this);
        if (from != null && status.getCode() == Status.Code.CANCELLED) {
            from.reset();
        }
    }

    /**
     * Takes {@code bytes} for a request, or for an answer that waits; false where there are none.
     */
    synchronized boolean take(long bytes) {
        if (isEnded || connection == null) {
            return true;
        }
        if (!connection.share().bytes().take(bytes)) {
            return false;
        }
        held += bytes;
        return true;
    }

    /**
     * Takes {@code bytes} for {@code result}; where there are none the answer is a failure instead.
     * A small one is kept in any case: what became of a write must not be lost.
     */
    synchronized Result keep(Result result) {
        long bytes = result.sizeBytesMax();
        if (bytes > SMALL_BYTES && !take(bytes)) {
            return keep(noRoom(true));
        }
        if (bytes <= SMALL_BYTES && !isEnded && connection != null) {
            connection.share().bytes().takeAnyway(bytes);
            held += bytes;
        }
        return result;
    }

    /**
     * Whether an answer with rows may be made: false where the client's address has so much unread
     * that one could not be kept.
     */
    boolean hasRoomForAnswers() {
        Budget.Connection from = connection();
        return from == null || !from.share().bytes().isExhausted();
    }

    synchronized void release(long bytes) {
        long given = Math.min(bytes, held);
        if (connection != null && given > 0) {
            held -= given;
            connection.share().bytes().release(given);
        }
    }

    /** Takes a place for a request that waits for a thread; it is given back in any case. */
    boolean takeRequest() {
        Budget.Connection from = connection();
        return from == null || from.share().requests().take(1);
    }

    void releaseRequest() {
        Budget.Connection from = connection();
        if (from != null) {
            from.share().requests().release(1);
        }
    }

    /** The network has an answer that the client has not taken yet. */
    synchronized void sending() {
        if (!isSending) {
            isSending = true;
            sendingSinceNanos = nanoClock.getAsLong();
        }
    }

    /** The client has taken what there was. */
    synchronized void sent() {
        isSending = false;
    }

    /** Whether the client has not read an answer, or not ended a message, for so long. */
    synchronized boolean isStalled(long nowNanos, long nanos) {
        return (isSending && nowNanos - sendingSinceNanos > nanos)
                || (isReceiving && nowNanos - receivingSinceNanos > nanos);
    }

    /** Whether the client's address, or all together, have taken most of the bytes or calls. */
    boolean isShort() {
        Budget.Connection from = connection();
        return from != null && (from.share().bytes().isShort() || from.share().calls().isShort());
    }

    /** Ends the connection of the call. */
    void cut() {
        Budget.Connection from = connection();
        if (from != null) {
            from.close();
        }
    }
}
