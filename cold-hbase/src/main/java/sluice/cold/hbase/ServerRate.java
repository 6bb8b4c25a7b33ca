package sluice.cold.hbase;

import java.util.Arrays;

/**
 * How many rows a second one region server is given, from how long reads take there: halved each
 * time reads were slower than they may be, a twentieth more each time they were not. Belongs to one
 * thread.
 */
final class ServerRate {
    /** The last reads that count. */
    static final int READS = 100;

    /** Fewer reads say nothing about the slowest of a hundred. */
    static final int READS_MIN = 20;

    /** Rows a second that a server always takes, so that a load ends. */
    static final double LEAST = 20;

    private static final double STEP = 1.05;
    private static final double PART = 0.99;

    private final long aimNanos;
    private final double most;
    private final long[] nanos = new long[READS];
    private long reads;
    private double rowsPerSecond;

    /**
     * Begins with {@code most} rows a second, which is the most there ever will be; infinite for as
     * many as the server takes.
     *
     * @param aimNanos what the slowest of a hundred reads may take
     */
    ServerRate(long aimNanos, double most) {
        this.aimNanos = aimNanos;
        this.most = most;
        this.rowsPerSecond = most;
    }

    /** A read has ended, or waits for so long. */
    void read(long tookNanos) {
        nanos[(int) (reads % READS)] = tookNanos;
        reads++;
    }

    /**
     * Sets the rate by the reads since it was cut last.
     *
     * @param takenPerSecond the rows that the server took since it was adjusted before
     */
    void adjust(double takenPerSecond) {
        if (reads < READS_MIN) {
            return;
        }
        if (p99Nanos() > aimNanos) {
            // A rate that the server does not take up is no rate to halve.
            double present = Math.min(rowsPerSecond, Math.max(takenPerSecond, 2 * LEAST));
            rowsPerSecond = Math.min(most, Math.max(LEAST, present / 2));
            reads = 0;
        } else {
            rowsPerSecond = Math.min(most, rowsPerSecond * STEP);
        }
    }

    /** The time that the slowest of a hundred reads may take, in nanoseconds. */
    long aimNanos() {
        return aimNanos;
    }

    /** The rows a second that the server may be given now. */
    double rowsPerSecond() {
        return rowsPerSecond;
    }

    /** The time that the slowest of a hundred of the last reads took. */
    long p99Nanos() {
        int count = (int) Math.min(READS, reads);
        if (count == 0) {
            return 0;
        }
        long[] sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        return sorted[(int) Math.ceil(PART * count) - 1];
    }
}
