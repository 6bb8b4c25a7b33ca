package sluice.server;

import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import sluice.model.Asker;
import sluice.model.ErrorCode;
import sluice.protocol.Failures;
import sluice.protocol.Reply;
import sluice.protocol.Request;
import sluice.protocol.Result;
import sluice.protocol.Result.Failure;
import sluice.protocol.SluiceMethods;
import sluice.protocol.Verb;

/** Calls of one message each way: one operation, or a batch of them. */
final class UnaryCall {
    private static final long NO_DEADLINE_NANOS = TimeUnit.DAYS.toNanos(365);
    private static final Failure NO_MESSAGE =
            new Failure(ErrorCode.CONFIG, "the call has no message; send one", false);
    private static final Failure SEVERAL_MESSAGES =
            new Failure(ErrorCode.CONFIG, "the call has several messages; send one", false);

    private final RequestRunner runner;
    private final LongSupplier nanoClock;
    private final int requestsMax;
    private final int answerBytesMax;

    UnaryCall(RequestRunner runner, LongSupplier nanoClock, ServerOptions options, Limits limits) {
        this.runner = runner;
        this.nanoClock = nanoClock;
        this.requestsMax = options.requestsInFlightMax();
        this.answerBytesMax = limits.answerBytes(options.answerBytesMax());
    }

    ServerCall.Listener<Incoming> single(Verb verb, ServerCall<Incoming, Result> call) {
        long deadlineNanos = deadlineNanos();
        Marshaller<Request> requests = SluiceMethods.unary(verb).getRequestMarshaller();
        return new OneMessage<Request>(call, message -> message.as(requests)) {
            @Override
            void run(Request request, CallShare share, Asker asker) {
                if (!share.take(request.sizeBytesMax())) {
                    fail(call, CallShare.noRoom(false));
                    return;
                }
                long arrivedNanos = nanoClock.getAsLong();
                Result result =
                        runner.run(
                                request,
                                arrivedNanos,
                                deadlineNanos,
                                share,
                                asker,
                                later -> answer(call, share, later));
                if (result != null) {
                    answer(call, share, result);
                }
            }
        };
    }

    ServerCall.Listener<Incoming> batch(ServerCall<Incoming, List<Reply>> call) {
        long deadlineNanos = deadlineNanos();
        return new OneMessage<List<Request>>(call, message -> message.requests(requestsMax)) {
            @Override
            void run(List<Request> requests, CallShare share, Asker asker) {
                long bytes = 0;
                for (Request request : requests) {
                    bytes += request.sizeBytesMax();
                }
                if (share.take(bytes)) {
                    runBatch(call, requests, deadlineNanos, share, asker);
                } else {
                    fail(call, CallShare.noRoom(false));
                }
            }
        };
    }

    private void runBatch(
            ServerCall<Incoming, List<Reply>> call,
            List<Request> requests,
            long deadlineNanos,
            CallShare share,
            Asker asker) {
        long arrivedNanos = nanoClock.getAsLong();
        @Nullable Reply[] replies = new Reply[requests.size()];
        // One more than there are requests, so that nothing is sent before all were begun.
        AtomicInteger missing = new AtomicInteger(requests.size() + 1);
        for (int index = 0; index < replies.length; index++) {
            int place = index;
            Request request = requests.get(index);
            long ownDeadlineNanos = request.deadlineNanos(arrivedNanos);
            boolean isOwnFirst = ownDeadlineNanos - deadlineNanos < 0;
            Result result =
                    runner.run(
                            request,
                            arrivedNanos,
                            isOwnFirst ? ownDeadlineNanos : deadlineNanos,
                            share,
                            asker,
                            later -> {
                                replies[place] = new Reply(request.id(), share.keep(later));
                                answerWhenLast(call, share, missing, replies);
                            });
            if (result != null) {
                replies[place] = new Reply(request.id(), share.keep(result));
                missing.decrementAndGet();
            }
        }
        answerWhenLast(call, share, missing, replies);
    }

    private void answerWhenLast(
            ServerCall<Incoming, List<Reply>> call,
            CallShare share,
            AtomicInteger missing,
            @Nullable Reply[] replies) {
        if (missing.decrementAndGet() > 0) {
            return;
        }
        List<Reply> all = new ArrayList<>(replies.length);
        long size = 0;
        for (Reply reply : replies) {
            if (reply == null) {
                throw new IllegalStateException("a batch is answered without an answer");
            }
            size += reply.result().sizeBytesMax();
            all.add(size <= answerBytesMax ? reply : tooLarge(reply));
        }
        share.sending();
        send(call, all);
    }

    private Reply tooLarge(Reply reply) {
        return new Reply(
                reply.id(),
                new Failure(
                        ErrorCode.RESOURCE,
                        "the answers of the batch together have more than %d bytes; send smaller"
                                        .formatted(answerBytesMax)
                                + " batches, or a stream",
                        true));
    }

    private static void answer(ServerCall<Incoming, Result> call, CallShare share, Result result) {
        Result kept = share.keep(result);
        share.sending();
        if (kept instanceof Failure failure) {
            fail(call, failure);
        } else {
            send(call, kept);
        }
    }

    static <B> void send(ServerCall<?, B> call, B message) {
        call.sendHeaders(new Metadata());
        call.sendMessage(message);
        call.close(Status.OK, new Metadata());
    }

    static void fail(ServerCall<?, ?> call, Failure failure) {
        StatusRuntimeException status = Failures.toStatus(failure);
        Metadata trailers = status.getTrailers();
        call.close(status.getStatus(), trailers == null ? new Metadata() : trailers);
    }

    /** When the client's deadline is, on our clock; must be asked where the call is begun. */
    private long deadlineNanos() {
        Deadline deadline = Context.current().getDeadline();
        long rest =
                deadline == null ? NO_DEADLINE_NANOS : deadline.timeRemaining(TimeUnit.NANOSECONDS);
        return nanoClock.getAsLong() + Math.min(rest, NO_DEADLINE_NANOS);
    }

    /** What a message means, or why it is refused. */
    interface Meaning<A> {
        A of(Incoming message) throws Incoming.Refused;
    }

    /** Takes the one message of a call, and runs it when the client has said that it is the one. */
    abstract static class OneMessage<A> extends ServerCall.Listener<Incoming> {
        private final ServerCall<Incoming, ?> call;
        private final Meaning<A> meaning;
        private final CallShare share = CallShare.CURRENT.get();
        private final Asker asker = new Asker();
        private @Nullable Incoming message;
        private boolean isRefused;

        OneMessage(ServerCall<Incoming, ?> call, Meaning<A> meaning) {
            this.call = call;
            this.meaning = meaning;
            call.request(2);
        }

        abstract void run(A only, CallShare share, Asker asker);

        @Override
        public void onMessage(Incoming next) {
            if (isRefused) {
                return;
            }
            if (message != null) {
                refuse(SEVERAL_MESSAGES);
            } else if (share.take(next.sizeBytes())) {
                message = next;
            } else {
                refuse(CallShare.noRoom(false));
            }
        }

        @Override
        public void onHalfClose() {
            if (isRefused || call.isCancelled()) {
                return;
            }
            Incoming only = message;
            if (only == null) {
                refuse(NO_MESSAGE);
                return;
            }
            A meant;
            try {
                meant = meaning.of(only);
            } catch (Incoming.Refused e) {
                refuse(e.failure());
                return;
            }
            // Who runs it takes what it means instead.
            message = null;
            share.release(only.sizeBytes());
            run(meant, share, asker);
        }

        private void refuse(Failure failure) {
            isRefused = true;
            message = null;
            fail(call, failure);
        }

        @Override
        public void onCancel() {
            asker.leave();
        }
    }
}
