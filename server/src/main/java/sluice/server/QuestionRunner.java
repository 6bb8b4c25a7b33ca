package sluice.server;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import sluice.model.Asker;
import sluice.model.ErrorCode;
import sluice.model.GraphReader;
import sluice.model.GraphStore;
import sluice.model.Patience;
import sluice.model.Patience.WhenPartial;
import sluice.model.SluiceException;
import sluice.protocol.Operation;
import sluice.protocol.Request;
import sluice.protocol.Result;
import sluice.protocol.Result.Failure;
import sluice.protocol.Result.FoundResult;
import sluice.protocol.Result.PropertiesResult;
import sluice.protocol.Result.SchemaResult;
import sluice.protocol.Result.TreeResult;
import sluice.server.question.AskedQuestions;
import sluice.server.question.QuestionThreads;
import sluice.server.question.QuestionWatch;

/**
 * Answers questions by value, each on a thread that has nothing else to do. A question ends at its
 * deadline, when its client leaves and when the server stops; what it holds is of its call's share
 * of the budget. Safe for any number of threads.
 */
final class QuestionRunner {
    private static final int THREADS_MIN = 4;

    /** A wait until all rows are there is for no id in particular. */
    private static final long ANY_ID = 0;

    private static final Failure INCOMPLETE =
            new Failure(
                    ErrorCode.INCOMPLETE,
                    "no complete answer yet: rows are still being loaded, or no node of a ring answers"
                            + " for them; ask again later, or ask for a partial answer",
                    false);

    private static final Failure NO_START =
            new Failure(
                    ErrorCode.CONFIG,
                    "the walk has no start; name nodes, or conditions of nodes",
                    false);

    private final GraphStore store;
    private final RequestNames names;
    private final AskedQuestions questions;
    private final Limits limits;
    private final LongSupplier nanoClock;
    private final BooleanSupplier isStopping;
    private final QuestionThreads threads;

    QuestionRunner(
            GraphStore store,
            RequestNames names,
            AskedQuestions questions,
            Limits limits,
            LongSupplier nanoClock,
            BooleanSupplier isStopping) {
        this.store = store;
        this.names = names;
        this.questions = questions;
        this.limits = limits;
        this.nanoClock = nanoClock;
        this.isStopping = isStopping;
        this.threads =
                new QuestionThreads(
                        Math.max(THREADS_MIN, Runtime.getRuntime().availableProcessors()),
                        nanoClock);
    }

    /**
     * A question with all that its answer depends on.
     *
     * @param answerBytesMax of its answer
     * @param asker once it has left nobody takes the answer
     * @param end gets the answer, once
     */
    record Asked(
            Request request,
            long deadlineNanos,
            int answerBytesMax,
            CallShare share,
            Asker asker,
            Consumer<Result> end) {

        private Object party() {
            Budget.Connection connection = share.connection();
            return connection == null ? share : connection.share();
        }
    }

    /** Why a question cannot be asked whatever the store has; null where it can. */
    static @Nullable Failure refusal(Request asked) {
        boolean hasNames = asked.names() != null && !asked.names().id2().isEmpty();
        return asked.operation() instanceof Operation.Walk(var walk, _)
                        && !hasNames
                        && walk.from().isEmpty()
                        && walk.starts().length == 0
                ? NO_START
                : null;
    }

    /** Answers {@code asked}, now or later; {@code waiters} are threads that may wait. */
    void begin(Asked asked, ExecutorService waiters) {
        threads.execute(
                asked.party(),
                () -> {
                    WhenPartial when = asked.request.patience().whenPartial();
                    Result result = attempt(asked, atOnce(asked.request.patience()));
                    boolean isIncomplete =
                            result instanceof Failure failure
                                    && failure.code() == ErrorCode.INCOMPLETE;
                    if (isIncomplete && when == WhenPartial.WAIT) {
                        try {
                            waiters.execute(() -> waitAndBegin(asked));
                        } catch (RejectedExecutionException _) {
                            asked.end.accept(RequestFailure.STOPPED);
                        }
                    } else {
                        asked.end.accept(result);
                    }
                });
    }

    /** Waits without a thread of questions, which would be missing to others. */
    private void waitAndBegin(Asked asked) {
        long endNanos =
                nanoClock.getAsLong()
                        + Math.min(
                                asked.request.patience().waitNanosMax(),
                                Math.max(0, asked.deadlineNanos - nanoClock.getAsLong()));
        try {
            store.with(patienceUntil(endNanos), asked.asker).types(ANY_ID);
            threads.execute(
                    asked.party(), () -> asked.end.accept(attempt(asked, patienceUntil(endNanos))));
        } catch (RejectedExecutionException _) {
            asked.end.accept(RequestFailure.STOPPED);
        } catch (Throwable e) {
            asked.end.accept(failure(asked, e));
        }
    }

    /** Does not wait: nothing waits on a thread of questions. */
    private static Patience atOnce(Patience patience) {
        WhenPartial when =
                patience.whenPartial() == WhenPartial.ANSWER
                        ? WhenPartial.ANSWER
                        : WhenPartial.FAIL;
        return new Patience(when, 0, patience.version());
    }

    private Patience patienceUntil(long endNanos) {
        return new Patience(WhenPartial.WAIT, Math.max(0, endNanos - nanoClock.getAsLong()));
    }

    private boolean isOver(Asked asked) {
        return isStopping.getAsBoolean() || asked.asker.hasLeft();
    }

    /** All reads of a question are by one reader, which may stay at one version for it. */
    private Result attempt(Asked asked, Patience patience) {
        if (isOver(asked)) {
            return RequestFailure.STOPPED;
        }
        if (nanoClock.getAsLong() - asked.deadlineNanos >= 0) {
            return RequestFailure.TOO_OLD;
        }
        CallShare share = asked.share;
        var memory = new QuestionWatch.Memory(limits.questionBytes(), share::take, share::release);
        try (QuestionWatch watch =
                new QuestionWatch(nanoClock, asked.deadlineNanos, () -> isOver(asked), memory)) {
            GraphReader reader = store.with(patience, asked.asker);
            Result plain = questions.answer(asked.request.operation(), reader, watch);
            boolean isPatient = asked.request.patience().whenPartial() != WhenPartial.ANSWER;
            if (isPatient && !isComplete(plain)) {
                return INCOMPLETE;
            }
            Result result = names.named(asked.request, plain);
            long size = result.sizeBytesMax();
            return size <= asked.answerBytesMax
                    ? result
                    : RequestFailure.tooLarge(size, asked.answerBytesMax);
        } catch (Throwable e) {
            return failure(asked, e);
        }
    }

    private static Failure failure(Asked asked, Throwable cause) {
        return cause instanceof SluiceException e && e.code() == ErrorCode.INTERRUPTED
                ? RequestFailure.STOPPED
                : RequestFailure.of(asked.request.operation().verb().call(), cause);
    }

    private static boolean isComplete(Result result) {
        return switch (result) {
            case FoundResult(_, _, boolean complete) -> complete;
            case TreeResult(_, boolean complete) -> complete;
            case PropertiesResult(_, boolean complete) -> complete;
            case SchemaResult(_, boolean complete) -> complete;
            default -> true;
        };
    }

    /** Ends the threads, after the questions or when {@code within} is over. */
    void close(Duration within) throws InterruptedException {
        threads.close(within);
    }
}
