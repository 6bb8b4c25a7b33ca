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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.protocol.Failures;
import sluice.protocol.Result.Failure;

/** A call with one message each way that is made seldom: alone, once, and waited for. */
final class OneCall {
    /** As the network layer words it, in the midst of a report of many lines. */
    private static final Pattern CONNECT_FAILURE =
            Pattern.compile("ConnectException: [^\\n]*?((?:Connection|Network|No route)[^:\\n]*)");

    private final Connector connector;
    private final Duration deadline;

    OneCall(Connector connector, Duration deadline) {
        this.connector = connector;
        this.deadline = deadline;
    }

    <A, B> B ask(Channel channel, MethodDescriptor<A, B> method, A request) {
        ClientCall<A, B> call =
                channel.newCall(
                        method,
                        CallOptions.DEFAULT
                                .withWaitForReady()
                                .withDeadlineAfter(deadline.toMillis(), TimeUnit.MILLISECONDS));
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
        Failure failure = Failures.ofStatus(cause);
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
                        .formatted(name, connector.address(), deadline.toMillis(), reason(status)),
                cause);
    }

    /** Why no connection came about, where that is why; else what gRPC says, in one line. */
    private static String reason(Status status) {
        String description = String.valueOf(status.getDescription());
        Matcher refused = CONNECT_FAILURE.matcher(description);
        if (refused.find()) {
            return refused.group(1) + "; is a server running there?";
        }
        return status.getCode() + " " + description.lines().findFirst().orElse("");
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
