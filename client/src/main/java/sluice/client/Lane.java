package sluice.client;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.Status.Code;
import io.grpc.netty.shaded.io.netty.channel.EventLoop;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import sluice.client.PendingCall.Answered;
import sluice.client.PendingCall.Lost;
import sluice.client.PendingCall.NotBegun;
import sluice.client.PendingCall.Outcome;
import sluice.model.ErrorCode;
import sluice.protocol.Failures;
import sluice.protocol.Reply;
import sluice.protocol.Request;
import sluice.protocol.Result.Failure;
import sluice.protocol.SluiceMethods;

/**
 * One connection with one stream, and the one thread that does everything with them.
 *
 * <p>Threads that call put their calls into {@link #inbox} and wait. What has gathered there when
 * this lane's thread comes to it goes out as one message: the more threads call, the fewer messages
 * they need. Calls are sent only on a stream whose server has answered that it is open, so that
 * what failed before that was surely not begun.
 *
 * <p>A connection on which nothing comes any more, though answers are missing and the server was
 * asked for a sign of life, is given up; so is one that does not open. What was sent on it is lost,
 * what was not is not begun, and the next call opens another one.
 */
final class Lane {
    private static final int MESSAGE_REQUESTS_MAX = 512;

    /** Of a message of several requests: no more than a server may take, and no long wait. */
    private static final int MESSAGE_BYTES_MAX = 1 << 20;

    private static final long WATCH_MILLIS = 250;
    private static final long SILENT_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long DEAD_NANOS = TimeUnit.SECONDS.toNanos(3);

    /** How a server says that it will not speak to this client, now or later. */
    static final Set<Code> REFUSALS =
            EnumSet.of(Code.UNAUTHENTICATED, Code.PERMISSION_DENIED, Code.UNIMPLEMENTED);

    private static final NotBegun CLOSED = new NotBegun("the client was closed");

    private final Connector connector;
    private final LongSupplier nanoClock;
    private final EventLoopGroup group = Connector.newLoop();
    private final EventLoop loop = group.next();
    private final Executor onLoop = this::runOnLoop;
    private final ConcurrentLinkedQueue<PendingCall> inbox = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean isPumping = new AtomicBoolean();
    private volatile ManagedChannel channel;
    private volatile boolean isClosed;

    // All below belongs to the loop's thread.
    private final ArrayDeque<PendingCall> unsent = new ArrayDeque<>();
    private final Slots sent;
    private @Nullable Stream stream;

    Lane(Connector connector, int inFlightMax, LongSupplier nanoClock) {
        this.connector = connector;
        this.nanoClock = nanoClock;
        this.sent = new Slots(inFlightMax);
        this.channel = connector.newChannel(group);
        var unused =
                loop.scheduleAtFixedRate(
                        () -> guard(this::watch),
                        WATCH_MILLIS,
                        WATCH_MILLIS,
                        TimeUnit.MILLISECONDS);
    }

    /** Sends {@code call} when it can; the call's outcome tells when it could not. */
    void submit(PendingCall call) {
        inbox.add(call);
        if (!isPumping.get() && isPumping.compareAndSet(false, true)) {
            try {
                loop.execute(() -> guard(this::pump));
            } catch (RejectedExecutionException e) {
                call.end(CLOSED);
            }
        }
    }

    /** For calls besides the stream. */
    ManagedChannel channel() {
        return channel;
    }

    /** Ends all calls and the connection. */
    void close() {
        isClosed = true;
        loop.execute(() -> giveUp(CLOSED));
        channel.shutdownNow();
        var unused = group.shutdownGracefully(100, 2000, TimeUnit.MILLISECONDS);
    }

    private void runOnLoop(Runnable task) {
        if (loop.inEventLoop()) {
            task.run();
        } else {
            loop.execute(task);
        }
    }

    /**
     * Takes one step; one that throws gives the stream up, and the next call opens another. Without
     * this, calls would wait on a stream that nothing ends, and the watch would end for ever.
     */
    private void guard(Runnable step) {
        try {
            step.run();
        } catch (Throwable failure) {
            breakDown(failure);
        }
    }

    private void breakDown(Throwable failure) {
        Stream broken = stream;
        String reason = "this client failed: " + failure;
        if (broken == null) {
            giveUp(new NotBegun(reason));
        } else {
            end(broken, new Lost(reason), new NotBegun(reason));
            // Apart: what throws here is logged by the loop, and everything is given up already.
            loop.execute(() -> broken.call.cancel(reason, failure));
        }
    }

    private void pump() {
        isPumping.set(false);
        PendingCall next;
        while ((next = inbox.poll()) != null) {
            unsent.addLast(next);
        }
        send();
    }

    private void send() {
        if (unsent.isEmpty()) {
            return;
        }
        Stream current = stream;
        if (current == null) {
            if (isClosed) {
                giveUp(CLOSED);
            } else {
                open();
            }
            return;
        }
        while (current.isOpen && current.call.isReady() && !unsent.isEmpty() && !sent.isFull()) {
            long nowNanos = nanoClock.getAsLong();
            if (sent.isEmpty()) {
                current.expectAnswers(nowNanos);
            }
            List<Request> requests = new ArrayList<>(Math.min(unsent.size(), MESSAGE_REQUESTS_MAX));
            long bytes = 0;
            while (requests.size() < MESSAGE_REQUESTS_MAX && !sent.isFull()) {
                PendingCall call = unsent.peekFirst();
                if (call == null) {
                    break;
                }
                bytes += call.sizeBytesMax();
                if (bytes > MESSAGE_BYTES_MAX && !requests.isEmpty()) {
                    break;
                }
                unsent.removeFirst();
                if (call.send()) {
                    requests.add(call.request(sent.put(call), nowNanos));
                }
            }
            if (!requests.isEmpty()) {
                current.call.sendMessage(requests);
            }
        }
    }

    private void open() {
        channel.resetConnectBackoff();
        CallOptions options = CallOptions.DEFAULT.withExecutor(onLoop);
        Stream opening = new Stream(channel.newCall(SluiceMethods.STREAM, options));
        stream = opening;
        opening.call.start(opening, connector.headers());
        opening.call.request(2);
    }

    /** Looks whether the connection still lives. */
    private void watch() {
        Stream current = stream;
        if (current == null) {
            return;
        }
        long silentNanos = nanoClock.getAsLong() - current.heardNanos;
        boolean isAwaited = !current.isOpen || !sent.isEmpty();
        if (isAwaited && silentNanos > DEAD_NANOS) {
            abandon(current);
        } else if (isAwaited && current.isOpen && silentNanos > SILENT_NANOS && !current.isPinged) {
            current.isPinged = true;
            current.call.sendMessage(List.of());
        }
    }

    private void abandon(Stream silent) {
        String reason = "it has not answered for some seconds";
        ManagedChannel dead = channel;
        channel = connector.newChannel(group);
        end(silent, new Lost(reason), new NotBegun(reason));
        silent.call.cancel(reason, null);
        dead.shutdownNow();
    }

    private void end(Stream ended, Outcome ofSent, Outcome ofUnsent) {
        if (stream == ended) {
            stream = null;
            sent.takeAll().forEach(call -> call.end(ofSent));
            giveUp(ofUnsent);
        }
    }

    private void giveUp(Outcome outcome) {
        PendingCall call;
        while ((call = inbox.poll()) != null) {
            call.end(outcome);
        }
        while ((call = unsent.pollFirst()) != null) {
            call.end(outcome);
        }
    }

    /** One stream from its opening to its end. Belongs to the loop's thread. */
    private final class Stream extends ClientCall.Listener<List<Reply>> {
        private final ClientCall<List<Request>, List<Reply>> call;
        private boolean isOpen;
        private boolean isPinged;
        private long heardNanos = nanoClock.getAsLong();

        Stream(ClientCall<List<Request>, List<Reply>> call) {
            this.call = call;
        }

        /** Nothing was awaited, so that the silence until now means nothing. */
        void expectAnswers(long nowNanos) {
            heardNanos = nowNanos;
            isPinged = false;
        }

        @Override
        public void onHeaders(Metadata headers) {
            step(this::opened);
        }

        @Override
        public void onMessage(List<Reply> replies) {
            step(() -> answered(replies));
        }

        @Override
        public void onReady() {
            step(Lane.this::send);
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            step(() -> closed(status, trailers));
        }

        /** A stream that was given up has no say any more. */
        private void step(Runnable step) {
            if (stream == this) {
                guard(step);
            }
        }

        private void opened() {
            isOpen = true;
            expectAnswers(nanoClock.getAsLong());
            send();
        }

        private void answered(List<Reply> replies) {
            expectAnswers(nanoClock.getAsLong());
            for (Reply reply : replies) {
                PendingCall answered = sent.take(reply.id());
                if (answered != null) {
                    answered.end(new Answered(reply.result()));
                }
            }
            call.request(1);
            send();
        }

        private void closed(Status status, Metadata trailers) {
            Failure failure = Failures.ofTrailers(trailers);
            NotBegun notBegun = new NotBegun(Reason.of(status));
            if (REFUSALS.contains(status.getCode())) {
                String reason = connector.address() + ": " + Reason.of(status);
                Outcome refused = new Answered(new Failure(ErrorCode.CONFIG, reason, false));
                end(this, refused, refused);
            } else if (failure != null && !failure.begun()) {
                end(this, notBegun, notBegun);
            } else {
                end(this, new Lost(Reason.of(status)), notBegun);
            }
        }
    }
}
