package sluice.server;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import sluice.protocol.Operation;
import sluice.protocol.Operation.AddLink;
import sluice.protocol.Operation.AddNode;
import sluice.protocol.Operation.DeleteLink;
import sluice.protocol.Operation.DeleteNode;
import sluice.protocol.Operation.UpdateLink;
import sluice.protocol.Operation.UpdateNode;

/**
 * Hands writes to the write threads, those of one list or node to at most half of them. Writes of
 * one list wait for each other; the other half of the threads stays for all other lists, however
 * many writes of one list come at once.
 *
 * <p>Writes of one list begin in the order in which they came. Thread-safe; {@code this} guards the
 * turns. Cost: a look into a hash table at the beginning and the end of a write.
 */
final class WriteTurns {
    /** What a write excludes others from: a list, a node, or the next free id. */
    private record Subject(Kind kind, long id, long linkType) {}

    private enum Kind {
        LIST,
        NODE,
        NEW_NODE,
        NOTHING
    }

    /** The writes of one subject. */
    private static final class Turn {
        private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
        private int begun;
    }

    private final Executor threads;
    private final int atOnceMax;
    private final int waitingMax;
    private final Map<Subject, Turn> turns = new HashMap<>();

    /** Guarded by {@code this}: of all subjects. */
    private int waiting;

    /**
     * Turns for {@code threads}, which are {@code count}.
     *
     * @param waitingMax writes that wait for others of their subject
     */
    WriteTurns(Executor threads, int count, int waitingMax) {
        this.threads = threads;
        this.atOnceMax = Math.max(1, count / 2);
        this.waitingMax = waitingMax;
    }

    /**
     * Runs {@code task}, which carries {@code operation} out, on one of the threads, now or later.
     * Throws where too many writes wait already.
     */
    synchronized void execute(Operation operation, Runnable task) {
        Subject subject = subject(operation);
        Turn turn = turns.get(subject);
        if (turn != null && turn.begun >= atOnceMax) {
            if (waiting >= waitingMax) {
                throw new RejectedExecutionException("%d writes wait".formatted(waiting));
            }
            turn.waiting.add(task);
            waiting++;
            return;
        }
        threads.execute(() -> run(subject, task));
        turns.computeIfAbsent(subject, _ -> new Turn()).begun++;
    }

    private void run(Subject subject, Runnable first) {
        for (Runnable task = first; task != null; task = handOverNext(subject)) {
            try {
                task.run();
            } catch (Throwable e) {
                Thread thread = Thread.currentThread();
                thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
            }
        }
    }

    /** Puts the next write behind those of other subjects; returns it if the threads refuse it. */
    private @Nullable Runnable handOverNext(Subject subject) {
        Runnable next = next(subject);
        if (next == null) {
            return null;
        }
        try {
            threads.execute(() -> run(subject, next));
            return null;
        } catch (RejectedExecutionException _) {
            // The threads have as much to do as they may have, or take no more before they end.
            return next;
        }
    }

    /** Ends the turn of a write, and takes the next one. */
    private synchronized @Nullable Runnable next(Subject subject) {
        Turn turn = turns.get(subject);
        if (turn == null) {
            throw new IllegalStateException("no write of %s has begun".formatted(subject));
        }
        Runnable next = turn.waiting.poll();
        if (next != null) {
            waiting--;
        } else if (--turn.begun == 0) {
            turns.remove(subject);
        }
        return next;
    }

    private static Subject subject(Operation operation) {
        return switch (operation) {
            case AddLink(var link) -> new Subject(Kind.LIST, link.id1(), link.linkType());
            case UpdateLink(var link) -> new Subject(Kind.LIST, link.id1(), link.linkType());
            case DeleteLink(long id1, long type, _, _) -> new Subject(Kind.LIST, id1, type);
            case UpdateNode(var node) -> new Subject(Kind.NODE, node.id(), 0);
            case DeleteNode(long id, _) -> new Subject(Kind.NODE, id, 0);
            case AddNode _ -> new Subject(Kind.NEW_NODE, 0, 0);
            case Operation.GetNode _,
                    Operation.GetLink _,
                    Operation.GetLinks _,
                    Operation.GetLinkList _,
                    Operation.CountLinks _,
                    Operation.ListTypes _,
                    Operation.Unsupported _ ->
                    new Subject(Kind.NOTHING, 0, 0);
        };
    }
}
