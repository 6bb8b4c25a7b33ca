package sluice.linkbench.run;

import sluice.linkbench.workload.Operation;
import sluice.linkbench.workload.Request;

/** What requesters count besides latencies, for each operation. For one thread at a time. */
final class Counts {
    private final long[] requests = new long[Operation.COUNT];
    private final long[] errors = new long[Operation.COUNT];
    private final long[] hits = new long[Operation.COUNT];
    private final long[] keys = new long[Operation.COUNT];
    private final long[] rows = new long[Operation.COUNT];
    private final long[] bytes = new long[Operation.COUNT];
    private final long[] partial = new long[Operation.COUNT];
    private long history;

    void answered(Request request, Outcome outcome) {
        int operation = request.operation.ordinal();
        requests[operation]++;
        hits[operation] += outcome.hit ? 1 : 0;
        keys[operation] += outcome.keys;
        rows[operation] += outcome.rows;
        bytes[operation] += outcome.bytes;
        partial[operation] += outcome.complete ? 0 : 1;
        if (request.operation == Operation.GET_LINKS_LIST && request.history) {
            history++;
        }
    }

    void failed(Request request) {
        errors[request.operation.ordinal()]++;
    }

    void add(Counts other) {
        add(requests, other.requests);
        add(errors, other.errors);
        add(hits, other.hits);
        add(keys, other.keys);
        add(rows, other.rows);
        add(bytes, other.bytes);
        add(partial, other.partial);
        history += other.history;
    }

    private static void add(long[] to, long[] from) {
        for (int i = 0; i < to.length; i++) {
            to[i] += from[i];
        }
    }

    OperationCounts of(Operation operation) {
        int place = operation.ordinal();
        return new OperationCounts(
                requests[place],
                errors[place],
                hits[place],
                keys[place],
                rows[place],
                bytes[place],
                partial[place]);
    }

    /** Lists that went on behind one seen before. */
    long history() {
        return history;
    }
}
