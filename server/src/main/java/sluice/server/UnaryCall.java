package sluice.server;

import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.Metadata;
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

/** Calls of one message each way: one operation, or a batch of them. */
final class UnaryCall {
    private static final long NO_DEADLINE_NANOS = TimeUnit.DAYS.toNanos(365);

    private final RequestRunner runner;
    private final LongSupplier nanoClock;
    private final int requestsMax;
    private final int answerBytesMax;

    UnaryCall(RequestRunner runner, LongSupplier nanoClock, ServerOptions options) {
        this.runner = runner;
        this.nanoClock = nanoClock;
        this.requestsMax = options.requestsInFlightMax();
        this.answerBytesMax = options.answerBytesMax();
    }

    ServerCall.Listener<Request> single(ServerCall<Request, Result> call) {
        long deadlineNanos = deadlineNanos();
        return new OneMessage<>(call) {
            @Override
            void run(Request request, Asker asker) {
                long arrivedNanos = nanoClock.getAsLong();
                Result result =
                        runner.run(
                                request,
                                arrivedNanos,
                                deadlineNanos,
                                asker,
                                later -> answer(call, later));
                if (result != null) {
                    answer(call, result);
                }
            }
        };
    }

    ServerCall.Listener<List<Request>> batch(ServerCall<List<Request>, List<Reply>> call) {
        long deadlineNanos = deadlineNanos();
        return new OneMessage<>(call) {
            @Override
            void run(List<Request> requests, Asker asker) {
                if (requests.size() > requestsMax) {
                    fail(call, tooMany(requests.size()));
                } else {
                    runBatch(call, requests, deadlineNanos, asker);
                }
            }
        };
    }

    private void runBatch(
            ServerCall<List<Request>, List<Reply>> call,
            List<Request> requests,
            long deadlineNanos,
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
                            asker,
                            later -> {
                                replies[place] = new Reply(request.id(), later);
                                answerWhenLast(call, missing, replies);
                            });
            if (result != null) {
                replies[place] = new Reply(request.id(), result);
                missing.decrementAndGet();
            }
        }
        answerWhenLast(call, missing, replies);
    }

    private void answerWhenLast(
            ServerCall<List<Request>, List<Reply>> call,
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

    private Failure tooMany(int count) {
        return new Failure(
                ErrorCode.CONFIG,
                "the batch has %d requests, and may have %d; send several"
                        .formatted(count, requestsMax),
                false);
    }

    private static void answer(ServerCall<Request, Result> call, Result result) {
        if (result instanceof Failure failure) {
            fail(call, failure);
        } else {
            send(call, result);
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

    /** Takes the one message of a call, and runs it when the client has said that it is the one. */
    abstract static class OneMessage<A> extends ServerCall.Listener<A> {
        private final ServerCall<A, ?> call;
        private final Asker asker = new Asker();
        private @Nullable A message;

        OneMessage(ServerCall<A, ?> call) {
            this.call = call;
            call.request(2);
        }

        abstract void run(A only, Asker asker);

        @Override
        public void onMessage(A next) {
            message = next;
        }

        @Override
        public void onHalfClose() {
            A only = message;
            if (only == null) {
                call.close(
                        Status.INVALID_ARGUMENT.withDescription("the call has no message"),
                        new Metadata());
            } else if (!call.isCancelled()) {
                run(only, asker);
            }
        }

        @Override
        public void onCancel() {
            asker.leave();
        }
    }
}
