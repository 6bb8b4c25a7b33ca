package sluice.server;

import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.ServerCall;
import java.io.IOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.ToLongFunction;
import sluice.model.Asker;
import sluice.model.ErrorCode;
import sluice.protocol.FilePart;
import sluice.protocol.IndexPart;
import sluice.protocol.Result.Failure;
import sluice.protocol.SluiceMethods;

/**
 * The calls by which other nodes of a ring fetch files and ask for ids of an index. A few threads
 * of their own serve each kind, so that they leave cores to the reads of clients; other calls wait,
 * and too many are refused.
 */
final class NodeCalls implements AutoCloseable {
    private static final int WAITING_MAX = 64;
    private static final int INDEX_THREADS = 4;
    private static final Failure TOO_MANY =
            new Failure(
                    ErrorCode.RESOURCE,
                    "too many nodes ask this one at once; ask another one, or later",
                    false);

    private final BooleanSupplier stopping;
    private final Line<FilePart.Ask, FilePart> files;
    private final Line<IndexPart.Ask, IndexPart> indexes;

    NodeCalls(ServerStatus status, BooleanSupplier stopping) {
        this.stopping = stopping;
        this.files =
                new Line<>(SluiceMethods.READ_FILE, "files", 1, FilePart.Ask::length, status::file);
        this.indexes =
                new Line<>(
                        SluiceMethods.READ_INDEX,
                        "indexes",
                        INDEX_THREADS,
                        ask -> (long) Long.BYTES * ask.query().limit(),
                        status::indexed);
    }

    ServerCall.Listener<Incoming> file(ServerCall<Incoming, FilePart> call) {
        return files.listener(call);
    }

    ServerCall.Listener<Incoming> index(ServerCall<Incoming, IndexPart> call) {
        return indexes.listener(call);
    }

    private interface Work<A, B> {
        B answer(A ask) throws IOException;
    }

    /** The calls of one kind, and the threads that serve them. */
    private final class Line<A, B> {
        private final String name;
        private final Marshaller<A> asks;
        private final ToLongFunction<A> answerBytes;
        private final Work<A, B> work;
        private final ThreadPoolExecutor threads;

        /** {@code answerBytes} tells how much memory an answer takes at most. */
        Line(
                MethodDescriptor<A, B> method,
                String threadName,
                int threadsMax,
                ToLongFunction<A> answerBytes,
                Work<A, B> work) {
            this.name = String.valueOf(method.getBareMethodName());
            this.asks = method.getRequestMarshaller();
            this.answerBytes = answerBytes;
            this.work = work;
            this.threads =
                    new ThreadPoolExecutor(
                            threadsMax,
                            threadsMax,
                            10,
                            TimeUnit.SECONDS,
                            new ArrayBlockingQueue<>(WAITING_MAX),
                            Thread.ofPlatform().name(threadName).daemon().factory());
            threads.allowCoreThreadTimeOut(true);
        }

        ServerCall.Listener<Incoming> listener(ServerCall<Incoming, B> call) {
            return new UnaryCall.OneMessage<A>(call, message -> message.as(asks)) {
                @Override
                void run(A ask, CallShare share, Asker asker) {
                    if (stopping.getAsBoolean()) {
                        UnaryCall.fail(call, RequestFailure.STOPPED);
                    } else if (!share.take(answerBytes.applyAsLong(ask))) {
                        UnaryCall.fail(call, CallShare.noRoom(false));
                    } else {
                        later(call, ask, share);
                    }
                }
            };
        }

        private void later(ServerCall<Incoming, B> call, A ask, CallShare share) {
            try {
                threads.execute(() -> answer(call, ask, share));
            } catch (RejectedExecutionException _) {
                UnaryCall.fail(call, TOO_MANY);
            }
        }

        private void answer(ServerCall<Incoming, B> call, A ask, CallShare share) {
            B answer;
            try {
                answer = work.answer(ask);
            } catch (Throwable e) {
                UnaryCall.fail(call, RequestFailure.of(name, e));
                return;
            }
            share.sending();
            UnaryCall.send(call, answer);
        }
    }

    @Override
    public void close() {
        files.threads.shutdown();
        indexes.threads.shutdown();
    }
}
