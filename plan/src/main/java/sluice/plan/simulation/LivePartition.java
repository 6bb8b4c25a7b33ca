package sluice.plan.simulation;

/** A partition of a table into which rows are being inserted. */
final class LivePartition {
    final double begin;
    final double end;

    /** Rows that it had before, and rows of the whole batch that it gets. */
    final double existing;

    final double incoming;

    /** Rows of the whole batch that lower partitions get. */
    final double incomingBefore;

    int server;

    /** Where it is to be; its server where no move is decided. */
    int target;

    boolean isMoving;
    double moveEndSeconds;

    LivePartition(InsertionCase table, double begin, double end, int server) {
        this.begin = begin;
        this.end = end;
        this.server = server;
        target = server;
        existing = table.existing(begin, end);
        incoming = table.incoming(begin, end);
        incomingBefore = table.incoming(0, begin);
    }
}
