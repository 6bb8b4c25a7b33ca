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
import sluice.protocol.Operation.DeleteProperty;
import sluice.protocol.Operation.SetProperty;
import sluice.protocol.Operation.UpdateLink;
import sluice.protocol.Operation.UpdateNode;

/**
 * Hands writes to the write threads. Writes of one list or node wait for each other, so all but the
 * first of those that have begun hold a thread that does nothing. All lists and nodes together hold
 * less than half of the threads that way; the others stay for the first write of any list, however
 * many writes of however many lists come at once.
 *
 * <p>Writes of one list begin in the order in which they came, and the lists whose writes wait take
 * turns. Thread-safe; {@code this} guards the turns. Cost: a look into a hash table at the
 * beginning and the end of a write.
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
        private final Subject subject;
        private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
        private int begun;
        private boolean isInLine;

        Turn(Subject subject) {
            this.subject = subject;
        }
    }

    /** A write whose turn it is. */
    private record Next(Turn turn, Runnable task) {}

    private final Executor threads;
    private final int behindMax;
    private final int waitingMax;
    private final Map<Subject, Turn> turns = new HashMap<>();

    /** Subjects whose writes wait, the next one first; some may have none left. */
    private final ArrayDeque<Turn> line = new ArrayDeque<>();

    /** Guarded by {@code this}: writes that have begun behind another one of their subject. */
    private int behind;

    /** Guarded by {@code this}: of all subjects. */
    private int waiting;

    /**
     * Turns for {@code threads}, which are {@code count}.
     *
     * @param waitingMax writes that wait for others of their subject
     */
    WriteTurns(Executor threads, int count, int waitingMax) {
        this.threads = threads;
        this.behindMax = Math.max(0, count / 2 - 1);
        this.waitingMax = waitingMax;
    }

    /**
     * Runs {@code task}, which carries {@code operation} out, on one of the threads, now or later.
     * Throws where too many writes wait already.
     */
    synchronized void execute(Operation operation, Runnable task) {
        Subject subject = subject(operation);
        Turn before = turns.get(subject);
        if (before != null && behind >= behindMax) {
            await(before, task);
            return;
        }
        Turn turn = before == null ? new Turn(subject) : before;
        threads.execute(() -> run(new Next(turn, task)));
        if (before == null) {
            turns.put(subject, turn);
        }
        begin(turn);
    }

    private void await(Turn turn, Runnable task) {
        if (waiting >= waitingMax) {
            throw new RejectedExecutionException("%d writes wait".formatted(waiting));
        }
        turn.waiting.add(task);
        waiting++;
        lineUp(turn);
    }

    private void lineUp(Turn turn) {
        if (!turn.isInLine && !turn.waiting.isEmpty()) {
            turn.isInLine = true;
            line.add(turn);
        }
    }

    private void begin(Turn turn) {
        if (turn.begun++ > 0) {
            behind++;
        }
    }

    private void run(Next first) {
        for (Next each = first; each != null; each = handOverNext(each.turn())) {
            try {
                each.task().run();
            } catch (Throwable e) {
                Thread thread = Thread.currentThread();
                thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
            }
        }
    }

    /** Puts the next write behind those of other subjects; returns it if the threads refuse it. */
    private @Nullable Next handOverNext(Turn ended) {
        Next next = next(ended);
        if (next == null) {
            return null;
        }
        try {
            threads.execute(() -> run(next));
            return null;
        } catch (RejectedExecutionException _) {
            // The threads have as much to do as they may have, or take no more before they end.
            return next;
        }
    }

    /** Ends a write, and takes the one that may begin now. */
    private synchronized @Nullable Next next(Turn ended) {
        if (--ended.begun == 0) {
            if (!ended.waiting.isEmpty()) {
                return take(ended);
            }
            turns.remove(ended.subject);
            return null;
        }
        behind--;
        for (Turn turn = line.poll(); turn != null; turn = line.poll()) {
            turn.isInLine = false;
            if (!turn.waiting.isEmpty()) {
                Next next = take(turn);
                lineUp(turn);
                return next;
            }
        }
        return null;
    }

    private Next take(Turn turn) {
        begin(turn);
        waiting--;
        return new Next(turn, turn.waiting.remove());
    }

    private static Subject subject(Operation operation) {
        return switch (operation) {
            case AddLink(var link) -> new Subject(Kind.LIST, link.id1(), link.linkType());
            case UpdateLink(var link) -> new Subject(Kind.LIST, link.id1(), link.linkType());
            case DeleteLink(long id1, long type, _, _) -> new Subject(Kind.LIST, id1, type);
            case UpdateNode(var node) -> new Subject(Kind.NODE, node.id(), 0);
            case DeleteNode(long id, _) -> new Subject(Kind.NODE, id, 0);
            // By number it is a write of a link; all values of a property go together.
            case SetProperty(long id, _, _) -> new Subject(Kind.NODE, id, 0);
            case DeleteProperty(long id, _, _) -> new Subject(Kind.NODE, id, 0);
            case AddNode _ -> new Subject(Kind.NEW_NODE, 0, 0);
            case Operation.GetNode _,
                    Operation.GetLink _,
                    Operation.GetLinks _,
                    Operation.GetLinkList _,
                    Operation.CountLinks _,
                    Operation.ListTypes _,
                    Operation.Resolve _,
                    Operation.Find _,
                    Operation.Walk _,
                    Operation.GetProperties _,
                    Operation.GetSchema _,
                    Operation.Unsupported _ ->
                    new Subject(Kind.NOTHING, 0, 0);
        };
    }
}
