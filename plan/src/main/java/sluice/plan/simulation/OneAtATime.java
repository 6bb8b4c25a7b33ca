package sluice.plan.simulation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * Inserts a batch row by row, in random order or in the order of keys, while partitions that are
 * full split and a balancer moves pieces to the servers with fewest rows.
 *
 * <p>Time goes in steps of at most two seconds. Used by one thread, for one run.
 */
final class OneAtATime {
    private static final double STEP_SECONDS = 2;
    private static final double LEAST_ROWS = 1e-6;

    private final InsertionCase table;
    private final EngineModel engine;
    private final boolean isSorted;
    private final List<LivePartition> partitions = new ArrayList<>();
    private final Deque<LivePartition> queue = new ArrayDeque<>();
    private final List<LivePartition> moving = new ArrayList<>();
    private final boolean[] isInMove;
    private double seconds;
    private double done;
    private double movedRows;
    private int moves;

    OneAtATime(InsertionCase table, boolean isSorted) {
        this.table = table;
        this.isSorted = isSorted;
        engine = table.engine();
        isInMove = new boolean[table.servers()];
        for (InsertionCase.Range range : table.partitions()) {
            partitions.add(new LivePartition(table, range.begin(), range.end(), range.server()));
        }
    }

    WayResult run() {
        while (table.incoming() - done > LEAST_ROWS) {
            double rate = isSorted ? sortedRate() : randomRate();
            double rows = table.incoming() - done;
            if (isSorted) {
                rows = Math.min(rows, rowsToEnd());
            }
            double step = Math.min(STEP_SECONDS, rows / rate);
            for (LivePartition partition : moving) {
                step = Math.min(step, partition.moveEndSeconds - seconds);
            }
            seconds += step;
            done += Math.min(rate * step, rows);
            endMoves();
            splitFull();
            startMoves();
        }
        return new WayResult(seconds, movedRows, moves, partitions.size());
    }

    private double capacity(int server) {
        return engine.insertsPerSecond() * (isInMove[server] ? 1 - engine.moveShare() : 1);
    }

    /** A few clients wait for all servers, so the one with most to do sets the pace. */
    private double randomRate() {
        double[] shares = new double[table.servers()];
        for (LivePartition partition : partitions) {
            shares[partition.server] += partition.incoming / table.incoming();
        }
        double rate = Double.MAX_VALUE;
        for (int server = 0; server < shares.length; server++) {
            if (shares[server] > 0) {
                rate = Math.min(rate, capacity(server) / shares[server]);
            }
        }
        return rate;
    }

    private double sortedRate() {
        return capacity(atFrontier().server) * engine.sortedFactor();
    }

    /** The place up to which sorted rows are inserted. */
    private double frontier() {
        return table.curve().place(done / table.incoming());
    }

    /** The partition of the next row: the first one with rows of the batch to come. */
    private LivePartition atFrontier() {
        double below = 0;
        LivePartition last = partitions.getLast();
        for (LivePartition partition : partitions) {
            below += partition.incoming;
            if (below - done > LEAST_ROWS) {
                return partition;
            }
        }
        return last;
    }

    private double rowsToEnd() {
        double below = 0;
        for (LivePartition partition : partitions) {
            below += partition.incoming;
            if (below - done > LEAST_ROWS) {
                return below - done;
            }
        }
        return table.incoming() - done;
    }

    private double rows(double begin, double end) {
        double incoming =
                isSorted
                        ? Math.max(
                                0,
                                Math.min(done, table.incoming(0, end)) - table.incoming(0, begin))
                        : table.incoming(begin, end) * done / table.incoming();
        return table.existing(begin, end) + incoming;
    }

    private double rows(LivePartition partition) {
        double incoming =
                isSorted
                        ? Math.clamp(done - partition.incomingBefore, 0, partition.incoming)
                        : partition.incoming * done / table.incoming();
        return partition.existing + incoming;
    }

    private void endMoves() {
        for (Iterator<LivePartition> all = moving.iterator(); all.hasNext(); ) {
            LivePartition partition = all.next();
            if (partition.moveEndSeconds <= seconds) {
                isInMove[partition.server] = false;
                isInMove[partition.target] = false;
                partition.server = partition.target;
                partition.isMoving = false;
                all.remove();
            }
        }
    }

    private void splitFull() {
        double[] serverRows = new double[table.servers()];
        boolean isAnyFull = false;
        for (LivePartition partition : partitions) {
            double rows = rows(partition);
            serverRows[partition.target] += rows;
            isAnyFull |= rows > engine.rowsMax() && !partition.isMoving;
        }
        if (!isAnyFull) {
            return;
        }
        for (int index = 0; index < partitions.size(); index++) {
            LivePartition partition = partitions.get(index);
            while (!partition.isMoving
                    && rows(partition) > engine.rowsMax()
                    && split(index, serverRows)) {
                partition = partitions.get(index);
            }
        }
    }

    /** Halves the partition at {@code index}; returns false where its keys cannot be parted. */
    private boolean split(int index, double[] serverRows) {
        LivePartition whole = partitions.get(index);
        double end = isSorted ? Math.clamp(frontier(), whole.begin, whole.end) : whole.end;
        double half = rows(whole.begin, end) / 2;
        double middle = find(whole.begin, end, place -> rows(whole.begin, place) - half);
        if (middle <= whole.begin || middle >= whole.end) {
            return false;
        }
        LivePartition lower = new LivePartition(table, whole.begin, middle, whole.server);
        LivePartition upper = new LivePartition(table, middle, whole.end, whole.server);
        lower.target = whole.target;
        upper.target = whole.target;
        partitions.set(index, lower);
        partitions.add(index + 1, upper);
        if (queue.remove(whole)) {
            queue.add(lower);
            queue.add(upper);
            return true;
        }
        LivePartition given = isSorted ? lower : upper;
        int least = 0;
        for (int server = 1; server < serverRows.length; server++) {
            least = serverRows[server] < serverRows[least] ? server : least;
        }
        if (least != given.server) {
            double rows = rows(given);
            serverRows[given.server] -= rows;
            serverRows[least] += rows;
            given.target = least;
            queue.add(given);
        }
        return true;
    }

    /** Where {@code rising} passes 0 between {@code low} and {@code high}. */
    private static double find(double low, double high, DoubleUnaryOperator rising) {
        double begin = low;
        double end = high;
        for (int round = 0; round < 50; round++) {
            double middle = (begin + end) / 2;
            if (rising.applyAsDouble(middle) < 0) {
                begin = middle;
            } else {
                end = middle;
            }
        }
        return end;
    }

    private void startMoves() {
        Iterator<LivePartition> waiting = queue.iterator();
        while (waiting.hasNext() && moving.size() < engine.balancerMoves()) {
            LivePartition partition = waiting.next();
            if (isInMove[partition.server] || isInMove[partition.target]) {
                continue;
            }
            waiting.remove();
            isInMove[partition.server] = true;
            isInMove[partition.target] = true;
            double rows = rows(partition);
            partition.isMoving = true;
            partition.moveEndSeconds =
                    seconds
                            + Math.max(
                                    LEAST_ROWS,
                                    rows
                                            * engine.moveRow()
                                            / (engine.insertsPerSecond() * engine.moveShare()));
            moving.add(partition);
            movedRows += rows;
            moves++;
        }
    }
}
