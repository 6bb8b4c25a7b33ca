package sluice.server;

import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.ServerCall;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import sluice.model.Asker;
import sluice.model.ErrorCode;
import sluice.protocol.FilePart;
import sluice.protocol.Result.Failure;
import sluice.protocol.SluiceMethods;

/**
 * The calls by which other nodes of a ring fetch files. One thread serves them, so that they take
 * at most one core from the reads of clients; others wait, and too many are refused.
 */
final class FileCalls implements AutoCloseable {
    private static final int WAITING_MAX = 64;
    private static final Failure TOO_MANY =
            new Failure(
                    ErrorCode.RESOURCE,
                    "too many nodes fetch from this one; ask another one, or later",
                    false);

    private final ServerStatus status;
    private final BooleanSupplier stopping;
    private final ExecutorService files =
            new ThreadPoolExecutor(
                    0,
                    1,
                    10,
                    TimeUnit.SECONDS,
                    new ArrayBlockingQueue<>(WAITING_MAX),
                    Thread.ofPlatform().name("files").daemon().factory());

    FileCalls(ServerStatus status, BooleanSupplier stopping) {
        this.status = status;
        this.stopping = stopping;
    }

    ServerCall.Listener<Incoming> read(ServerCall<Incoming, FilePart> call) {
        Marshaller<FilePart.Ask> asks = SluiceMethods.READ_FILE.getRequestMarshaller();
        return new UnaryCall.OneMessage<FilePart.Ask>(call, message -> message.as(asks)) {
            @Override
            void run(FilePart.Ask ask, CallShare share, Asker asker) {
                if (stopping.getAsBoolean()) {
                    UnaryCall.fail(call, RequestFailure.STOPPED);
                } else if (!share.take(ask.length())) {
                    UnaryCall.fail(call, CallShare.noRoom(false));
                } else {
                    later(call, ask, share);
                }
            }
        };
    }

    private void later(ServerCall<Incoming, FilePart> call, FilePart.Ask ask, CallShare share) {
        try {
            files.execute(() -> answer(call, ask, share));
        } catch (RejectedExecutionException _) {
            UnaryCall.fail(call, TOO_MANY);
        }
    }

    private void answer(ServerCall<Incoming, FilePart> call, FilePart.Ask ask, CallShare share) {
        FilePart part;
        try {
            part = status.file(ask);
        } catch (Throwable e) {
            UnaryCall.fail(call, RequestFailure.of("ReadFile", e));
            return;
        }
        share.sending();
        UnaryCall.send(call, part);
    }

    @Override
    public void close() {
        files.shutdown();
    }
}
