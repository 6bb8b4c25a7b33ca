package sluice.load.ranges;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import sluice.load.job.AwayPatience;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.model.UnreachableException;
import sluice.plan.run.DeniedException;
import sluice.plan.run.PlanAction;
import sluice.plan.run.PlanEvent;
import sluice.plan.run.PlanRun;
import sluice.plan.run.RangeStore;
import sluice.plan.run.Switches;
import sluice.plan.run.TableRange;
import sluice.plan.run.Target;

/**
 * Does what a {@link PlanRun} decides: asks the table's engine, and tells the run what came of it.
 * Each step is in the journal before it is asked for. Belongs to one thread.
 */
final class PlanDriver {
    private static final Logger LOG = System.getLogger(PlanDriver.class.getName());

    /** How soon a request to stop is seen. */
    private static final long LOOK_MILLIS = 100;

    private final RangeStore store;
    private final PlanJournal journal;
    private final Replanning replanning;
    private final Pausing pausing;
    private final LongSupplier clockMillis;
    private final Runnable throwIfStopped;
    private final Deque<PlanAction> todo = new ArrayDeque<>();
    private PlanRun run;
    private int splits;
    private int refusals;
    private int moves;
    private long splitMillis;
    private long moveMillis;
    private boolean isAsPlanned;
    private boolean isPaused;

    /** Makes another plan of what is; the present one where none can be made. */
    interface Replanning {
        Optional<Target> plan(List<String> servers, List<TableRange> ranges) throws IOException;
    }

    /** Switches the engine's own balancing off and on; empty where that is not allowed. */
    interface Pausing {
        Optional<Switches> pause() throws IOException;

        void restore() throws IOException;
    }

    /** Begins with the plan of the journal. */
    PlanDriver(
            RangeStore store,
            PlanJournal journal,
            Replanning replanning,
            Pausing pausing,
            LongSupplier clockMillis,
            Runnable throwIfStopped) {
        this.store = store;
        this.journal = journal;
        this.replanning = replanning;
        this.pausing = pausing;
        this.clockMillis = clockMillis;
        this.throwIfStopped = throwIfStopped;
        PlanRun.Step begun = PlanRun.begin(journal.target());
        this.run = begun.run();
        this.todo.addAll(begun.actions());
    }

    /** Splits and moves, until rows may come. */
    void prepare() throws IOException {
        while (run.stage() != PlanRun.Stage.INSERT || !todo.isEmpty()) {
            throwIfStopped.run();
            PlanRun.Stage stage = run.stage();
            long begin = clockMillis.getAsLong();
            perform();
            long millis = clockMillis.getAsLong() - begin;
            splitMillis += stage == PlanRun.Stage.SPLIT ? millis : 0;
            moveMillis += stage == PlanRun.Stage.MOVE ? millis : 0;
        }
    }

    /** All rows are in the table: gives the switches back. */
    void end() throws IOException {
        journal.inserted();
        after(new PlanEvent.Inserted());
        while (run.stage() != PlanRun.Stage.DONE) {
            perform();
        }
    }

    /** The requests: splits, refusals among them, and moves. */
    int splits() {
        return splits;
    }

    int refusals() {
        return refusals;
    }

    int moves() {
        return moves;
    }

    long splitMillis() {
        return splitMillis;
    }

    long moveMillis() {
        return moveMillis;
    }

    boolean isAsPlanned() {
        return isAsPlanned;
    }

    /** Whether the engine's own balancing was off while rows came. */
    boolean isPaused() {
        return isPaused;
    }

    int plans() {
        return run.plans();
    }

    private void after(PlanEvent event) {
        PlanRun.Step step = run.on(event);
        run = step.run();
        todo.addAll(step.actions());
    }

    private void perform() throws IOException {
        List<PlanAction> changes = new ArrayList<>();
        while (todo.peek() instanceof PlanAction.Split || todo.peek() instanceof PlanAction.Move) {
            changes.add(todo.remove());
        }
        if (!changes.isEmpty()) {
            change(changes);
            return;
        }
        switch (todo.remove()) {
            case PlanAction.Pause() -> {
                journal.pausing();
                Optional<Switches> found = pausing.pause();
                isPaused = found.isPresent();
                if (found.isPresent()) {
                    journal.paused(found.get());
                } else {
                    journal.restored();
                }
                after(new PlanEvent.Begun());
            }
            case PlanAction.Look(long afterMillis) -> {
                pause(afterMillis);
                after(patiently(this::look));
            }
            case PlanAction.PlanAgain(List<String> servers, List<TableRange> ranges) -> {
                Target target = replanning.plan(servers, ranges).orElse(run.target());
                journal.planned(target);
                after(new PlanEvent.Planned(target));
            }
            case PlanAction.Insert(boolean asPlanned) -> {
                isAsPlanned = asPlanned;
                journal.inserting();
            }
            case PlanAction.Restore() -> {
                if (isPaused) {
                    boolean unused =
                            patiently(
                                    () -> {
                                        pausing.restore();
                                        return true;
                                    });
                    journal.restored();
                }
                after(new PlanEvent.Restored());
            }
            case PlanAction.Split _, PlanAction.Move _ -> throw new AssertionError("taken above");
        }
    }

    private PlanEvent.Looked look() throws IOException {
        List<TableRange> ranges = store.places();
        if (ranges.isEmpty()) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "%s was dropped while a plan for it ran; repeat the command, which says how to go on"
                            .formatted(store.location()));
        }
        return new PlanEvent.Looked(store.servers(), ranges);
    }

    /** A question to the engine. */
    interface Request<T> {
        T ask() throws IOException;
    }

    /** Asks again while servers are away: HBase knows after a while that one is dead. */
    <T> T patiently(Request<T> request) throws IOException {
        AwayPatience patience =
                new AwayPatience(() -> TimeUnit.MILLISECONDS.toNanos(clockMillis.getAsLong()));
        for (int tries = 1; ; tries++) {
            try {
                return request.ask();
            } catch (UnreachableException e) {
                if (tries == 1) {
                    LOG.log(Level.WARNING, "the plan waits for a server: " + e.getMessage());
                }
                if (!patience.pause(this::isEnding)) {
                    throw e;
                }
            }
        }
    }

    private boolean isEnding() {
        throwIfStopped.run();
        return false;
    }

    private void pause(long millis) {
        for (long left = millis; left > 0; left -= LOOK_MILLIS) {
            throwIfStopped.run();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(Math.min(left, LOOK_MILLIS)));
        }
    }

    /** Asks for changes of several ranges at the same time. */
    private void change(List<PlanAction> changes) throws IOException {
        journal.changing(changes);
        List<Future<Answer>> asked = new ArrayList<>();
        try (ExecutorService askers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (PlanAction change : changes) {
                asked.add(askers.submit(() -> ask(change)));
            }
        }
        boolean isDenied = false;
        for (int index = 0; index < asked.size(); index++) {
            Answer answer = result(asked.get(index));
            isDenied |= answer == Answer.DENIED;
            if (changes.get(index) instanceof PlanAction.Split split) {
                splits++;
                if (answer != Answer.DONE) {
                    refusals++;
                    after(new PlanEvent.Refused(split.at(), answer == Answer.FAILED));
                }
            } else {
                moves++;
            }
        }
        if (isDenied) {
            LOG.log(
                    Level.WARNING,
                    "this user has no right to split or move ranges of %s: rows come with them as they are"
                            .formatted(store.location()));
            after(new PlanEvent.Denied());
        }
    }

    private enum Answer {
        DONE,
        REFUSED,
        FAILED,
        DENIED
    }

    /** A failure is not the load's: the look that follows fails where the engine is away. */
    private Answer ask(PlanAction change) throws InterruptedIOException {
        try {
            if (change instanceof PlanAction.Split split) {
                return store.split(split.first(), split.at()) ? Answer.DONE : Answer.REFUSED;
            }
            PlanAction.Move move = (PlanAction.Move) change;
            store.move(move.first(), move.server());
            return Answer.DONE;
        } catch (InterruptedIOException e) {
            throw e;
        } catch (DeniedException e) {
            return Answer.DENIED;
        } catch (IOException e) {
            LOG.log(Level.WARNING, "%s failed: %s".formatted(change, e.getMessage()));
            return Answer.FAILED;
        }
    }

    private static Answer result(Future<Answer> asked) throws IOException {
        try {
            return asked.get();
        } catch (ExecutionException e) {
            Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
            switch (cause) {
                case IOException failure -> throw failure;
                case RuntimeException failure -> throw failure;
                case Error failure -> throw failure;
                default -> throw new IOException(cause);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while ranges were changed");
        }
    }
}
