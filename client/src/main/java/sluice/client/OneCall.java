package sluice.client;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.protocol.Failures;
import sluice.protocol.Result.Failure;

/** A call with one message each way that is made seldom: alone, once, and waited for. */
final class OneCall {
    private final Connector connector;
    private final Duration deadline;
    private final boolean isPatient;

    /** {@code isPatient} has it wait until its deadline for a server that is away. */
    OneCall(Connector connector, Duration deadline, boolean isPatient) {
        this.connector = connector;
        this.deadline = deadline;
        this.isPatient = isPatient;
    }

    <A, B> B ask(Channel channel, MethodDescriptor<A, B> method, A request) {
        CallOptions timed =
                CallOptions.DEFAULT.withDeadlineAfter(deadline.toMillis(), TimeUnit.MILLISECONDS);
        ClientCall<A, B> call =
                channel.newCall(
                        method, isPatient ? timed.withWaitForReady() : timed.withoutWaitForReady());
        CompletableFuture<B> answer = new CompletableFuture<>();
        call.start(new Listener<>(answer), connector.headers());
        call.request(2);
        call.sendMessage(request);
        call.halfClose();
        try {
            return answer.get();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            throw failed(method.getBareMethodName(), cause == null ? e : cause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            call.cancel("interrupted", e);
            throw new SluiceException(ErrorCode.INTERRUPTED, "the call was interrupted", e);
        }
    }

    private SluiceException failed(@Nullable String name, Throwable cause) {
        Failure failure = Failures.ofTrailers(Status.trailersFromThrowable(cause));
        if (failure != null) {
            return new SluiceException(failure.code(), failure.message(), cause);
        }
        Status status = Status.fromThrowable(cause);
        ErrorCode code =
                status.getCode() == Status.Code.DEADLINE_EXCEEDED
                        ? ErrorCode.DEADLINE
                        : Lane.REFUSALS.contains(status.getCode())
                                ? ErrorCode.CONFIG
                                : ErrorCode.RESOURCE;
        return new SluiceException(
                code,
                "%s was not answered by %s within %d ms: %s"
                        .formatted(
                                name, connector.address(), deadline.toMillis(), Reason.of(status)),
                cause);
    }

    private static final class Listener<B> extends ClientCall.Listener<B> {
        private final CompletableFuture<B> answer;
        private @Nullable B message;

        Listener(CompletableFuture<B> answer) {
            this.answer = answer;
        }

        @Override
        public void onMessage(B next) {
            message = next;
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            B found = message;
            if (status.isOk() && found != null) {
                answer.complete(found);
            } else {
                answer.completeExceptionally(new StatusRuntimeException(status, trailers));
            }
        }
    }
}
