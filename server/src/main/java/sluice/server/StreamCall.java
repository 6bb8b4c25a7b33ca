package sluice.server;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import sluice.model.Asker;
import sluice.protocol.Reply;
import sluice.protocol.Request;
import sluice.protocol.Result;

/**
 * One open stream: messages of requests come in, replies go out in whatever order they are there,
 * as many in one message as are there when the last one is gone.
 *
 * <p>Back-pressure: a request is in flight until its reply is handed to the network, and replies
 * are handed over only while the network takes them. While too many are in flight no more are read.
 *
 * <p>Everything that touches the call is done by one thread at a time: whoever has something to do
 * counts {@link #work} up, and the one who found it at 0 does the work of all ({@link #drain}).
 */
final class StreamCall extends ServerCall.Listener<List<Request>> {
    /** Replies that are put into one message. */
    private static final int MESSAGE_BYTES = 256 << 10;

    private final ServerCall<List<Request>, List<Reply>> call;
    private final RequestRunner runner;
    private final LongSupplier nanoClock;
    private final int inFlightMax;
    private final Consumer<StreamCall> onEnd;
    private final Asker asker = new Asker();

    private final ConcurrentLinkedQueue<Reply> outbox = new ConcurrentLinkedQueue<>();
    private final AtomicInteger work = new AtomicInteger();
    private final AtomicInteger inFlight = new AtomicInteger();
    private volatile boolean isPinged;
    private volatile boolean isHalfClosed;
    private volatile boolean isStopping;
    private volatile boolean isEnded;

    /** A message was read and the next one is not asked for yet. Of the draining thread. */
    private volatile boolean wantsMore;

    StreamCall(
            ServerCall<List<Request>, List<Reply>> call,
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

    /** Tells the client that the stream is open, and asks for its first message. */
    void open() {
        call.sendHeaders(new Metadata());
        call.request(1);
    }

    @Override
    public void onMessage(List<Request> requests) {
        long arrivedNanos = nanoClock.getAsLong();
        if (requests.isEmpty()) {
            isPinged = true;
        }
        inFlight.addAndGet(requests.size());
        for (Request request : requests) {
            Result result =
                    runner.run(
                            request,
                            arrivedNanos,
                            request.deadlineNanos(arrivedNanos),
                            asker,
                            later -> reply(new Reply(request.id(), later)));
            if (result != null) {
                outbox.add(new Reply(request.id(), result));
            }
        }
        wantsMore = true;
        drain();
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

    private void reply(Reply reply) {
        outbox.add(reply);
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
                askForMore();
                closeWhenDone();
            }
        } while (work.addAndGet(-done) != 0);
    }

    private void send() {
        while (call.isReady() && !outbox.isEmpty()) {
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
            inFlight.addAndGet(-replies.size());
            isPinged = false;
        }
        if (isPinged && call.isReady()) {
            isPinged = false;
            call.sendMessage(List.of());
        }
    }

    private void askForMore() {
        if (wantsMore && inFlight.get() < inFlightMax && call.isReady()) {
            wantsMore = false;
            call.request(1);
        }
    }

    /**
     * Where the server stops, all that was begun is answered: the status says so, and the client
     * may send what has no answer somewhere else.
     */
    private void closeWhenDone() {
        if ((isHalfClosed || isStopping) && inFlight.get() == 0) {
            isEnded = true;
            if (isHalfClosed) {
                call.close(Status.OK, new Metadata());
            } else {
                UnaryCall.fail(call, RequestRunner.STOPPED);
            }
            onEnd.accept(this);
        }
    }

    private void end() {
        isEnded = true;
        asker.leave();
        outbox.clear();
        onEnd.accept(this);
    }
}
