package sluice.plan;

import java.util.Arrays;

/**
 * Algorithm 2 of the paper: takes partitions off the servers that insert more than a limit, those
 * of least slope first, into a common pool.
 *
 * <p>The first partition that would bring its server below the limit stays, and ends that server's
 * part. (The paper takes it and gives it back, but forgets to give its move cost back.) So each
 * server that was above the limit stays at it or above, by less than one partition.
 *
 * <p>Cost: one pass over all partitions. Used by one thread; the arrays are those of the last run.
 */
final class Offload {
    private final Instance instance;
    private final boolean[] isPooled;

    /** What each server still inserts. */
    final long[] loads;

    /** What each server pays for what was taken off. */
    final long[] moves;

    /** The pool by slope; {@link #count} of its places are used. */
    final int[] pool;

    int count;

    Offload(Instance instance) {
        this.instance = instance;
        isPooled = new boolean[instance.insert.length];
        loads = new long[instance.servers];
        moves = new long[instance.servers];
        pool = new int[instance.bySlope.length];
    }

    /** Offloads to {@code limit}. */
    void to(long limit) {
        Arrays.fill(isPooled, false);
        System.arraycopy(instance.loads, 0, loads, 0, loads.length);
        Arrays.fill(moves, 0);
        for (int server = 0; server < instance.servers; server++) {
            long room = instance.room(server, limit);
            if (loads[server] <= room) {
                continue;
            }
            for (int id : instance.ofServer[server]) {
                if (loads[server] - instance.insert[id] < room) {
                    break;
                }
                isPooled[id] = true;
                loads[server] -= instance.insert[id];
                moves[server] += instance.move[id];
            }
        }
        count = 0;
        for (int id : instance.bySlope) {
            if (isPooled[id]) {
                pool[count++] = id;
            }
        }
    }

    /** What the pool costs to insert. */
    long insertSum() {
        long sum = 0;
        for (int index = 0; index < count; index++) {
            sum += instance.insert[pool[index]];
        }
        return sum;
    }

    /** What the pool costs to move, at one end. */
    long moveSum() {
        long sum = 0;
        for (int index = 0; index < count; index++) {
            sum += instance.move[pool[index]];
        }
        return sum;
    }

    /** The largest of {@link #moves}. */
    long movesMax() {
        return Arrays.stream(moves).max().orElse(0);
    }
}
