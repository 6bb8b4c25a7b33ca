package sluice.server;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import sluice.model.Asker;
import sluice.protocol.Reply;
import sluice.protocol.Request;
import sluice.protocol.Result;
import sluice.protocol.Result.Failure;

/**
 * One open stream: messages of requests come in, replies go out in whatever order they are there,
 * as many in one message as are there when the last one is gone.
 *
 * <p>Back-pressure: a request is in flight until its reply is handed to the network, and replies
 * are handed over only while the network takes them. While too many requests, or too many bytes of
 * them, are in flight no more messages are read; while too many bytes of replies wait for the
 * network no more requests are begun.
 *
 * <p>Everything that touches the call is done by one thread at a time: whoever has something to do
 * counts {@link #work} up, and the one who found it at 0 does the work of all ({@link #drain}).
 */
final class StreamCall extends ServerCall.Listener<Incoming> {
    /** Replies that are put into one message. */
    private static final int MESSAGE_BYTES = 256 << 10;

    /** Replies that wait for the network: while there are more no request is begun. */
    private static final int WAITING_BYTES_MAX = 1 << 20;

    /** Requests in flight: while there are more no message is read. */
    private static final int REQUEST_BYTES_MAX = 2 << 20;

    /** Of one message, also where fewer may be in flight. */
    private static final int REQUESTS_MAX = 1_024;

    private final ServerCall<Incoming, List<Reply>> call;
    private final CallShare share = CallShare.CURRENT.get();
    private final RequestRunner runner;
    private final LongSupplier nanoClock;
    private final int inFlightMax;
    private final Consumer<StreamCall> onEnd;
    private final Asker asker = new Asker();

    /** Requests that are not begun yet, as replies wait for the network. */
    private final ConcurrentLinkedQueue<Arrived> unbegun = new ConcurrentLinkedQueue<>();

    private final ConcurrentLinkedQueue<Reply> outbox = new ConcurrentLinkedQueue<>();
    private final AtomicLong outboxBytes = new AtomicLong();
    private final AtomicInteger work = new AtomicInteger();
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicLong inFlightBytes = new AtomicLong();

    /** Bytes of replies that the network has, since it took no more. Of the draining thread. */
    private volatile long sentBytes;

    private volatile boolean isPinged;
    private volatile boolean isHalfClosed;
    private volatile boolean isStopping;
    private volatile boolean isEnded;

    /** What ends the stream once all that was begun is answered; null while nothing does. */
    private volatile @Nullable Failure refusal;

    /** A message was read and the next one is not asked for yet. Of the draining thread. */
    private volatile boolean wantsMore;

    /** A request, and when its message was read. */
    private record Arrived(Request request, long nanos) {}

    StreamCall(
            ServerCall<Incoming, List<Reply>> call,
            RequestRunner runner,
            LongSupplier nanoClock,
            int inFlightMax,
            Consumer<StreamCall> onEnd) {
        this.call = call;
        this.runner = runner;
        this.nanoClock = nanoClock;
        this.inFlightMax = inFlightMax;
        this.onEnd = onEnd;
    }

    /** Of one message, where {@code inFlightMax} may be in flight. */
    static int requestsMax(int inFlightMax) {
        return Math.max(REQUESTS_MAX, inFlightMax);
    }

    /** Tells the client that the stream is open, and asks for its first message. */
    void open() {
        call.sendHeaders(new Metadata());
        call.request(1);
    }

    @Override
    public void onMessage(Incoming message) {
        long arrivedNanos = nanoClock.getAsLong();
        try {
            List<Request> requests = message.requests(requestsMax(inFlightMax));
            if (requests.isEmpty()) {
                isPinged = true;
            }
            inFlight.addAndGet(requests.size());
            for (Request request : requests) {
                add(request, arrivedNanos);
            }
            wantsMore = true;
            begin();
        } catch (Incoming.Refused e) {
            refusal = e.failure();
        }
        drain();
    }

    private void add(Request request, long arrivedNanos) {
        long bytes = request.sizeBytesMax();
        if (share.take(bytes)) {
            inFlightBytes.addAndGet(bytes);
            unbegun.add(new Arrived(request, arrivedNanos));
        } else {
            post(request, CallShare.noRoom(false));
        }
    }

    /** Begins requests, as long as the network takes the replies. */
    private void begin() {
        while (outboxBytes.get() < WAITING_BYTES_MAX && !isEnded) {
            Arrived next = unbegun.poll();
            if (next == null) {
                return;
            }
            Request request = next.request();
            Result result =
                    runner.run(
                            request,
                            next.nanos(),
                            request.deadlineNanos(next.nanos()),
                            share,
                            asker,
                            later -> {
                                finish(request, later);
                                drain();
                            });
            if (result != null) {
                finish(request, result);
            }
        }
    }

    private void finish(Request request, Result result) {
        long requestBytes = request.sizeBytesMax();
        share.release(requestBytes);
        inFlightBytes.addAndGet(-requestBytes);
        post(request, result);
    }

    private void post(Request request, Result result) {
        Reply reply = new Reply(request.id(), share.keep(result));
        outboxBytes.addAndGet(reply.result().sizeBytesMax());
        outbox.add(reply);
    }

    @Override
    public void onHalfClose() {
        isHalfClosed = true;
        drain();
    }

    @Override
    public void onReady() {
        drain();
    }

    @Override
    public void onCancel() {
        end();
    }

    @Override
    public void onComplete() {
        end();
    }

    /** Ends the stream once its last reply is out. */
    void stop() {
        isStopping = true;
        drain();
    }

    private void drain() {
        if (work.getAndIncrement() != 0) {
            return;
        }
        int done;
        do {
            done = work.get();
            if (!isEnded) {
                send();
                // Where the network took replies there is room for more of them.
                while (!unbegun.isEmpty() && !isStopping && outbox.isEmpty()) {
                    begin();
                    send();
                }
                askForMore();
                closeWhenDone();
            }
        } while (work.addAndGet(-done) != 0);
    }

    private void send() {
        while (call.isReady()) {
            share.release(sentBytes);
            sentBytes = 0;
            share.sent();
            if (outbox.isEmpty()) {
                break;
            }
            List<Reply> replies = new ArrayList<>();
            long bytes = 0;
            while (bytes < MESSAGE_BYTES) {
                Reply reply = outbox.poll();
                if (reply == null) {
                    break;
                }
                replies.add(reply);
                bytes += reply.result().sizeBytesMax();
            }
            call.sendMessage(replies);
            outboxBytes.addAndGet(-bytes);
            inFlight.addAndGet(-replies.size());
            sentBytes = bytes;
            isPinged = false;
        }
        if (isPinged && call.isReady()) {
            isPinged = false;
            call.sendMessage(List.of());
        }
        if (!call.isReady()) {
            share.sending();
        }
    }

    private void askForMore() {
        boolean hasRoom = inFlight.get() < inFlightMax && inFlightBytes.get() < REQUEST_BYTES_MAX;
        if (wantsMore && hasRoom && unbegun.isEmpty() && call.isReady()) {
            wantsMore = false;
            call.request(1);
        }
    }

    /**
     * Where the server stops, all that was begun is answered: the status says so, and the client
     * may send what has no answer somewhere else.
     */
    private void closeWhenDone() {
        if (isStopping) {
            while (unbegun.poll() != null) {
                inFlight.decrementAndGet();
            }
        }
        Failure failure = refusal;
        if ((isHalfClosed || isStopping || failure != null) && inFlight.get() == 0) {
            isEnded = true;
            if (failure != null) {
                UnaryCall.fail(call, failure);
            } else if (isHalfClosed) {
                call.close(Status.OK, new Metadata());
            } else {
                UnaryCall.fail(call, RequestFailure.STOPPED);
            }
            onEnd.accept(this);
        }
    }

    private void end() {
        isEnded = true;
        asker.leave();
        unbegun.clear();
        outbox.clear();
        onEnd.accept(this);
    }
}
