package sluice.server;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import sluice.model.Asker;
import sluice.model.ErrorCode;
import sluice.model.GraphReader;
import sluice.model.GraphStore;
import sluice.model.LinkQuery;
import sluice.model.Patience;
import sluice.model.Patience.WhenPartial;
import sluice.model.SluiceException;
import sluice.protocol.Operation;
import sluice.protocol.Request;
import sluice.protocol.Result;
import sluice.protocol.Result.CountResult;
import sluice.protocol.Result.Failure;
import sluice.protocol.Verb;
import sluice.server.RequestNames.Meaning;
import sluice.server.question.AskedQuestions;

/**
 * Carries requests out, each where it holds up nobody else.
 *
 * <p>A read is quick and runs on the thread that brought it, unless there are threads for reads. A
 * write waits for the disk and runs on one of the write threads, so that many of them share a sync;
 * writes of one list or node get half of these threads at most ({@link WriteTurns}). A read that
 * may wait for a complete answer is first tried without waiting; only where the answer is not
 * complete does a virtual thread wait for it, until whoever asked leaves.
 *
 * <p>A request whose deadline is over is not begun, nor a read whose answer could not be kept, and
 * none is begun once the server stops. Safe for any number of threads.
 */
final class RequestRunner {
    /** As {@link Limits#requests} allows at most. */
    private static final int QUEUED_MAX = 1 << 14;

    /** Of a row of a link list in an answer, without data. */
    private static final int LIST_ROW_BYTES = 31;

    private final GraphStore store;
    private final RequestNames names;
    private final AskedQuestions properties;
    private final QuestionRunner questions;
    private final int answerBytesMax;
    private final int requestBytesMax;
    private final int requestsMax;
    private final RequestMeter meter;
    private final LongSupplier nanoClock;
    private final @Nullable ThreadPoolExecutor readers;
    private final ThreadPoolExecutor writers;
    private final WriteTurns writeTurns;
    private final ExecutorService waiters =
            Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("wait-", 0).factory());

    /** Requests that a thread or a queue holds; what runs on the caller's thread is not counted. */
    private final LongAdder unfinished = new LongAdder();

    private volatile boolean isStopping;

    RequestRunner(
            BackingStore store,
            ServerOptions options,
            Limits limits,
            RequestMeter meter,
            LongSupplier nanoClock) {
        this.store = store.graph();
        this.answerBytesMax = limits.answerBytes(options.answerBytesMax());
        this.names = new RequestNames(store.names(), answerBytesMax);
        this.properties = new AskedQuestions(store.names(), store.declaring());
        this.questions =
                new QuestionRunner(
                        this.store, names, properties, limits, nanoClock, this::isStopping);
        this.requestBytesMax = limits.messageBytes();
        this.requestsMax = limits.requests();
        this.meter = meter;
        this.nanoClock = nanoClock;
        this.readers = options.readThreads() == 0 ? null : pool("read-", options.readThreads());
        this.writers = pool("write-", options.writeThreads());
        this.writeTurns = new WriteTurns(writers, options.writeThreads(), QUEUED_MAX);
    }

    private static ThreadPoolExecutor pool(String name, int threads) {
        AtomicInteger number = new AtomicInteger();
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(
                        threads,
                        threads,
                        1,
                        TimeUnit.MINUTES,
                        new ArrayBlockingQueue<>(QUEUED_MAX),
                        task ->
                                Thread.ofPlatform()
                                        .name(name + number.getAndIncrement())
                                        .daemon()
                                        .unstarted(task));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /**
     * The result, where it can be had at once on this thread; else null, and {@code later} gets it
     * from another thread.
     *
     * @param asked with names in place of numbers where it has some
     * @param arrivedNanos when the request came
     * @param deadlineNanos when it is too old to be begun
     * @param share of the call that brought it
     * @param asker once it has left nobody waits for a complete answer any more
     */
    @Nullable Result run(
            Request asked,
            long arrivedNanos,
            long deadlineNanos,
            CallShare share,
            Asker asker,
            Consumer<Result> later) {
        if (isStopping) {
            return metered(asked, arrivedNanos, RequestFailure.STOPPED);
        }
        long bytes = asked.sizeBytesMax();
        if (bytes > requestBytesMax) {
            return metered(asked, arrivedNanos, requestTooLarge(asked, bytes));
        }
        if (hasRows(asked.operation().verb()) && !share.hasRoomForAnswers()) {
            return metered(asked, arrivedNanos, CallShare.noRoom(false));
        }
        return switch (meaning(asked, deadlineNanos)) {
            case Meaning.Known(Result result) -> metered(asked, arrivedNanos, result);
            case Meaning.Numbered(Request request) ->
                    runNumbered(request, arrivedNanos, deadlineNanos, share, asker, later);
            case Meaning.NotKnownYet(Request probe, Result _, Result _) -> {
                Result probed =
                        runNumbered(
                                probe,
                                arrivedNanos,
                                deadlineNanos,
                                share,
                                asker,
                                result -> later.accept(probed(asked, result, deadlineNanos)));
                yield probed == null ? null : probed(asked, probed, deadlineNanos);
            }
        };
    }

    /**
     * The answer to a read of a name, once that to its probe is there: the name may be known now.
     */
    private Result probed(Request asked, Result probe, long deadlineNanos) {
        if (!(probe instanceof CountResult count)) {
            boolean isIncomplete =
                    probe instanceof Failure failure && failure.code() == ErrorCode.INCOMPLETE;
            return isIncomplete ? RequestFailure.NAMES_NOT_KNOWN : probe;
        }
        return switch (meaning(asked, deadlineNanos)) {
            case Meaning.Known(Result result) -> result;
            case Meaning.NotKnownYet(Request _, Result absent, Result partial) ->
                    count.complete() ? absent : partial;
            case Meaning.Numbered(Request request) ->
                    attemptWith(
                            request.patience().whenPartial() == WhenPartial.ANSWER
                                    ? request.patience()
                                    : new Patience(WhenPartial.FAIL, 0),
                            request,
                            deadlineNanos);
        };
    }

    private @Nullable Result runNumbered(
            Request request,
            long arrivedNanos,
            long deadlineNanos,
            CallShare share,
            Asker asker,
            Consumer<Result> later) {
        boolean isWrite = request.operation().verb().isWrite();
        if (request.operation().verb().isQuestion()) {
            return handOverQuestion(request, arrivedNanos, deadlineNanos, share, asker, later);
        }
        if (isWrite || readers != null) {
            return handOver(request, arrivedNanos, deadlineNanos, share, asker, later);
        }
        Result result = read(request, arrivedNanos, deadlineNanos, share, asker, later);
        return result == null ? null : metered(request, arrivedNanos, result);
    }

    /** Here, not where it waits its turn: writes take turns by the numbers of list and node. */
    private Meaning meaning(Request asked, long deadlineNanos) {
        Verb verb = asked.operation().verb();
        boolean isPlain = asked.names() == null && verb != Verb.RESOLVE;
        Failure refusal = QuestionRunner.refusal(asked);
        if (refusal != null) {
            return new Meaning.Known(refusal);
        }
        if (isPlain) {
            return new Meaning.Numbered(asked);
        }
        if (isTooOld(deadlineNanos)) {
            return new Meaning.Known(RequestFailure.TOO_OLD);
        }
        try {
            return names.meaning(asked);
        } catch (Throwable e) {
            Failure failure = RequestFailure.of(asked.operation().verb().call(), e);
            // Names are looked up before anything is done.
            return new Meaning.Known(new Failure(failure.code(), failure.message(), false));
        }
    }

    /** Whether the answer may be longer than what is kept in any case. */
    private static boolean hasRows(Verb verb) {
        return !verb.isWrite() && verb != Verb.COUNT_LINKS && verb != Verb.UNSUPPORTED;
    }

    private Failure requestTooLarge(Request request, long bytes) {
        return new Failure(
                ErrorCode.CONFIG,
                "%s has %d bytes, and the memory of this server allows %d to a request; send less"
                                .formatted(
                                        request.operation().verb().call(), bytes, requestBytesMax)
                        + " at once, or start the server with more --memory",
                false);
    }

    private Failure tooManyWait() {
        return new Failure(
                ErrorCode.RESOURCE,
                "%d requests wait already, of %d that may, half of them from one address; send fewer"
                                .formatted(unfinished.sum(), requestsMax)
                        + " at once",
                false);
    }

    private @Nullable Result handOverQuestion(
            Request request,
            long arrivedNanos,
            long deadlineNanos,
            CallShare share,
            Asker asker,
            Consumer<Result> later) {
        if (!share.takeRequest()) {
            return metered(request, arrivedNanos, tooManyWait());
        }
        unfinished.increment();
        Consumer<Result> end =
                result -> {
                    try {
                        later.accept(metered(request, arrivedNanos, result));
                    } finally {
                        unfinished.decrement();
                        share.releaseRequest();
                    }
                };
        try {
            questions.begin(
                    new QuestionRunner.Asked(
                            request, deadlineNanos, answerBytesMax, share, asker, end),
                    waiters);
            return null;
        } catch (RejectedExecutionException e) {
            unfinished.decrement();
            share.releaseRequest();
            return metered(request, arrivedNanos, RequestFailure.STOPPED);
        }
    }

    private @Nullable Result handOver(
            Request request,
            long arrivedNanos,
            long deadlineNanos,
            CallShare share,
            Asker asker,
            Consumer<Result> later) {
        if (!share.takeRequest()) {
            return metered(request, arrivedNanos, tooManyWait());
        }
        unfinished.increment();
        try {
            Runnable task =
                    () -> {
                        try {
                            Result result =
                                    request.operation().verb().isWrite()
                                            ? attempt(request, store, deadlineNanos)
                                            : read(
                                                    request,
                                                    arrivedNanos,
                                                    deadlineNanos,
                                                    share,
                                                    asker,
                                                    later);
                            if (result != null) {
                                later.accept(metered(request, arrivedNanos, result));
                            }
                        } finally {
                            unfinished.decrement();
                            share.releaseRequest();
                        }
                    };
            if (readers == null || request.operation().verb().isWrite()) {
                writeTurns.execute(request.operation(), task);
            } else {
                readers.execute(task);
            }
            return null;
        } catch (RejectedExecutionException e) {
            unfinished.decrement();
            share.releaseRequest();
            return metered(
                    request, arrivedNanos, isStopping ? RequestFailure.STOPPED : tooManyWait());
        }
    }

    /** Reads on this thread; null where a virtual thread waits for a complete answer. */
    private @Nullable Result read(
            Request request,
            long arrivedNanos,
            long deadlineNanos,
            CallShare share,
            Asker asker,
            Consumer<Result> later) {
        Patience patience = request.patience();
        if (patience.whenPartial() != WhenPartial.WAIT || patience.version() != 0) {
            return patience.equals(Patience.NONE)
                    ? attempt(request, store, deadlineNanos)
                    : attemptWith(patience, request, deadlineNanos);
        }
        Result atOnce =
                attempt(request, store.with(new Patience(WhenPartial.FAIL, 0)), deadlineNanos);
        boolean isIncomplete =
                atOnce instanceof Failure failure && failure.code() == ErrorCode.INCOMPLETE;
        if (!isIncomplete) {
            return atOnce;
        }
        if (!share.takeRequest()) {
            return tooManyWait();
        }
        unfinished.increment();
        waiters.execute(
                () -> {
                    try {
                        Result result = waitAndRead(request, patience, deadlineNanos, asker);
                        later.accept(metered(request, arrivedNanos, result));
                    } finally {
                        unfinished.decrement();
                        share.releaseRequest();
                    }
                });
        return null;
    }

    /** As {@link #attempt}; a version that the store does not have is a failure, too. */
    private Result attemptWith(Patience patience, Request request, long deadlineNanos) {
        GraphReader reader;
        try {
            reader = store.with(patience);
        } catch (SluiceException e) {
            return RequestFailure.of(request.operation().verb().call(), e);
        }
        return attempt(request, reader, deadlineNanos);
    }

    private Result waitAndRead(
            Request request, Patience patience, long deadlineNanos, Asker asker) {
        long restNanos = Math.max(0, deadlineNanos - nanoClock.getAsLong());
        long waitNanos = Math.min(patience.waitNanosMax(), restNanos);
        Patience rest = new Patience(WhenPartial.WAIT, waitNanos);
        return attempt(request, store.with(rest, asker), deadlineNanos);
    }

    private boolean isTooOld(long deadlineNanos) {
        return nanoClock.getAsLong() - deadlineNanos >= 0;
    }

    /** Carries the request out; every failure becomes a result. */
    private Result attempt(Request request, GraphReader reader, long deadlineNanos) {
        if (isTooOld(deadlineNanos)) {
            return RequestFailure.TOO_OLD;
        }
        try {
            Result plain = carryOut(request.operation(), reader);
            Result result = names.named(request, plain);
            long size = result.sizeBytesMax();
            return size <= answerBytesMax ? result : RequestFailure.tooLarge(size, answerBytesMax);
        } catch (Throwable e) {
            return RequestFailure.of(request.operation().verb().call(), e);
        }
    }

    private Result carryOut(Operation operation, GraphReader reader) throws IOException {
        Operation row;
        try {
            row = properties.asRow(operation, store);
        } catch (SluiceException e) {
            // Before anything is written.
            return new Failure(e.code(), RequestFailure.text(e), false);
        }
        return row instanceof Operation.DeleteProperty write
                ? properties.deleteAll(write, store)
                : Operations.carryOut(bounded(row), reader, store);
    }

    /** No list is read further than an answer may be long. */
    private Operation bounded(Operation operation) {
        int rowsMax = answerBytesMax / LIST_ROW_BYTES + 1;
        return operation instanceof Operation.GetLinkList(LinkQuery query)
                        && query.limit() > rowsMax
                ? new Operation.GetLinkList(
                        new LinkQuery(
                                query.id1(),
                                query.linkType(),
                                query.minTime(),
                                query.maxTime(),
                                query.offset(),
                                rowsMax))
                : operation;
    }

    private Result metered(Request request, long arrivedNanos, Result result) {
        meter.record(request.operation().verb(), nanoClock.getAsLong() - arrivedNanos, result);
        return result;
    }

    /** Begins no more requests. */
    void stop() {
        isStopping = true;
    }

    boolean isStopping() {
        return isStopping;
    }

    /** Requests that a thread or a queue holds. */
    long unfinished() {
        return unfinished.sum();
    }

    /** Ends the threads, after those that run have ended or {@code within} is over. */
    void close(Duration within) throws InterruptedException {
        questions.close(within);
        writers.shutdown();
        waiters.shutdown();
        if (readers != null) {
            readers.shutdown();
        }
        writers.awaitTermination(within.toMillis(), TimeUnit.MILLISECONDS);
        if (readers != null) {
            readers.awaitTermination(within.toMillis(), TimeUnit.MILLISECONDS);
        }
    }
}
