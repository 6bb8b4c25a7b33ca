package sluice.client;

import io.grpc.MethodDescriptor;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import sluice.client.PendingCall.Answered;
import sluice.client.PendingCall.Lost;
import sluice.client.PendingCall.NotBegun;
import sluice.client.PendingCall.Outcome;
import sluice.model.ErrorCode;
import sluice.model.GraphReader;
import sluice.model.Patience;
import sluice.model.SluiceException;
import sluice.protocol.AnswerNames;
import sluice.protocol.Operation;
import sluice.protocol.OperationNames;
import sluice.protocol.Request;
import sluice.protocol.Result;
import sluice.protocol.Result.Failure;
import sluice.protocol.ScanAsk;
import sluice.protocol.ScanRow;
import sluice.protocol.SluiceMethods;
import sluice.protocol.Verb;

/**
 * Calls over the lanes of a client, each tried until it is answered, cannot safely be tried again,
 * or its deadline is over.
 *
 * <p>What was surely not begun is tried again, on the next lane, after a pause that doubles from 10
 * ms to 1 s; a read that names a version never is. What was sent and lost is tried again if it is a
 * read. A write that was lost may have been done; it ends with {@link ErrorCode#DEADLINE} and says
 * so.
 */
final class RemoteCalls {
    private static final long PAUSE_NANOS_MIN = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long PAUSE_NANOS_MAX = TimeUnit.SECONDS.toNanos(1);

    private final ClientOptions options;
    private final Connector connector;
    private final LongSupplier nanoClock;
    private final Lane[] lanes;
    private volatile boolean isClosed;

    RemoteCalls(ClientOptions options, LongSupplier nanoClock) {
        this.options = options;
        this.connector = new Connector(options);
        this.nanoClock = nanoClock;
        this.lanes = new Lane[options.connections()];
        for (int index = 0; index < lanes.length; index++) {
            lanes[index] = new Lane(connector, options.inFlightMax(), nanoClock);
        }
    }

    /** Asks the server; the answer is a {@code T} or an exception. */
    <T extends Result> T call(Operation operation, Patience patience, Class<T> kind) {
        return kind(call(operation, null, patience), operation, kind);
    }

    /** An answer with the names of its ids and types. */
    record NamedAnswer<T extends Result>(T result, AnswerNames names) {}

    /** As {@link #call(Operation, Patience, Class)}, with names in place of numbers. */
    <T extends Result> NamedAnswer<T> call(
            Operation operation, OperationNames names, Patience patience, Class<T> kind) {
        Result result = call(operation, (@Nullable OperationNames) names, patience);
        return result instanceof Result.Named(Result inner, AnswerNames found)
                ? new NamedAnswer<>(kind(inner, operation, kind), found)
                : new NamedAnswer<>(kind(result, operation, kind), AnswerNames.NONE);
    }

    private <T extends Result> T kind(Result result, Operation operation, Class<T> kind) {
        if (kind.isInstance(result)) {
            return kind.cast(result);
        }
        if (result instanceof Failure failure) {
            throw new SluiceException(failure.code(), failure.message());
        }
        throw new SluiceException(
                ErrorCode.INTERNAL,
                "%s answered %s to %s"
                        .formatted(
                                connector.address(),
                                result.getClass().getSimpleName(),
                                operation.verb().call()));
    }

    private Result call(Operation operation, @Nullable OperationNames names, Patience patience) {
        checkSize(operation, names);
        long deadlineNanos = nanoClock.getAsLong() + options.deadline().toNanos();
        long pauseNanos = PAUSE_NANOS_MIN;
        int lane = (int) (Thread.currentThread().threadId() % lanes.length);
        boolean wasSent = false;
        String problem = "";
        while (true) {
            if (isClosed) {
                throw new IllegalStateException("the client is closed");
            }
            PendingCall pending = new PendingCall(operation, names, patience, deadlineNanos);
            lanes[lane].submit(pending);
            Outcome outcome = pending.await(nanoClock);
            if (outcome instanceof Answered(Result result) && !mayPass(result)) {
                return result;
            }
            if (patience.version() != 0) {
                // There are replicas, and the caller asks the next one at once.
                throw new SluiceException(
                        ErrorCode.RESOURCE, connector.address() + ": " + problem(outcome));
            }
            wasSent |= outcome instanceof Lost;
            // That the last try had no time left says less than why those before it failed.
            problem =
                    outcome == PendingCall.NOT_SENT && !problem.isEmpty()
                            ? problem
                            : problem(outcome);
            if (wasSent && !isSafe(operation.verb())) {
                throw unknown(operation.verb(), problem);
            }
            if (Thread.currentThread().isInterrupted()) {
                throw ended(ErrorCode.INTERRUPTED, operation.verb(), wasSent, "it was interrupted");
            }
            if (nanoClock.getAsLong() + pauseNanos - deadlineNanos >= 0) {
                throw ended(ErrorCode.DEADLINE, operation.verb(), wasSent, problem);
            }
            LockSupport.parkNanos(this, pauseNanos);
            pauseNanos = Math.min(2 * pauseNanos, PAUSE_NANOS_MAX);
            lane = (lane + 1) % lanes.length;
        }
    }

    /** A server would end the stream, and with it the calls of others. */
    private static void checkSize(Operation operation, @Nullable OperationNames names) {
        long size = new Request(0, 0, Patience.NONE, operation, names).sizeBytesMax();
        if (size > SluiceMethods.REQUESTS_BYTES_MAX) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%s has %d bytes, and a message to a server may have %d; send less at once"
                            .formatted(
                                    operation.verb().call(),
                                    size,
                                    SluiceMethods.REQUESTS_BYTES_MAX));
        }
    }

    private static String problem(Outcome outcome) {
        return switch (outcome) {
            case Answered(Failure failure) -> failure.message();
            case Answered(var result) -> result.toString();
            case NotBegun(String reason) -> reason;
            case Lost(String reason) -> reason;
        };
    }

    /** Whether the same request may well be answered a little later. */
    private static boolean mayPass(Result result) {
        return result instanceof Failure failure
                && !failure.begun()
                && (failure.code() == ErrorCode.INTERRUPTED
                        || failure.code() == ErrorCode.RESOURCE);
    }

    /** Whether it does no harm when it is done twice. */
    private boolean isSafe(Verb verb) {
        return !verb.isWrite() || (options.repeatsWrites() && verb != Verb.ADD_NODE);
    }

    private SluiceException unknown(Verb verb, String problem) {
        return new SluiceException(
                ErrorCode.DEADLINE,
                "%s was sent to %s and not answered (%s): it is unknown whether it was done;"
                                .formatted(verb.call(), connector.address(), problem)
                        + " read what is there before you send it again");
    }

    private SluiceException ended(ErrorCode code, Verb verb, boolean wasSent, String problem) {
        if (wasSent && verb.isWrite()) {
            return unknown(verb, problem);
        }
        return new SluiceException(
                code,
                "%s was not answered by %s within %d ms: %s%s"
                        .formatted(
                                verb.call(),
                                connector.address(),
                                options.deadline().toMillis(),
                                problem,
                                verb.isWrite() ? "; nothing was done" : ""));
    }

    /** Shows the rows of {@code ask}, without names; returns whether they are all there are. */
    boolean scan(ScanAsk ask, GraphReader.Visitor visitor) throws IOException {
        return scan(
                ask,
                part -> {
                    for (ScanRow row : part.rows()) {
                        switch (row) {
                            case ScanRow.OfNode(var node) -> visitor.node(node);
                            case ScanRow.OfLink(var link) -> visitor.link(link);
                        }
                    }
                });
    }

    /** As above, message by message. */
    boolean scan(ScanAsk ask, ScanReader.Parts parts) throws IOException {
        ScanReader reader = new ScanReader(connector, options.deadline());
        return reader.scan(lanes[0].channel(), ask, parts);
    }

    /** Asks what is asked seldom; it is not tried again once it was sent. */
    <A, B> B ask(MethodDescriptor<A, B> method, A request) {
        return new OneCall(connector, options.deadline(), true)
                .ask(lanes[0].channel(), method, request);
    }

    /** As {@link #ask}; where the server cannot be reached it fails at once. */
    <A, B> B askNow(MethodDescriptor<A, B> method, A request) {
        // Else a server that is back is taken for one that is away, for as long as the pause is.
        lanes[0].channel().resetConnectBackoff();
        return new OneCall(connector, options.deadline(), false)
                .ask(lanes[0].channel(), method, request);
    }

    void close() {
        isClosed = true;
        for (Lane lane : lanes) {
            lane.close();
        }
    }

    /** Whether a server of an earlier version refused an operation that it does not know. */
    static boolean isUnknown(SluiceException e) {
        return e.code() == ErrorCode.CONFIG
                && String.valueOf(e.getMessage()).contains("names no operation");
    }
}
