package sluice.linkbench.run;

import sluice.linkbench.workload.MixRequest;
import sluice.linkbench.workload.RequestKind;

/** What requesters count besides latencies, for each operation. For one thread at a time. */
final class Counts {
    private final long[] requests = new long[RequestKind.COUNT];
    private final long[] errors = new long[RequestKind.COUNT];
    private final long[] hits = new long[RequestKind.COUNT];
    private final long[] keys = new long[RequestKind.COUNT];
    private final long[] rows = new long[RequestKind.COUNT];
    private final long[] bytes = new long[RequestKind.COUNT];
    private final long[] partial = new long[RequestKind.COUNT];
    private long history;

    void answered(MixRequest request, Outcome outcome) {
        int operation = request.operation.ordinal();
        requests[operation]++;
        hits[operation] += outcome.hit ? 1 : 0;
        keys[operation] += outcome.keys;
        rows[operation] += outcome.rows;
        bytes[operation] += outcome.bytes;
        partial[operation] += outcome.complete ? 0 : 1;
        if (request.operation == RequestKind.GET_LINKS_LIST && request.history) {
            history++;
        }
    }

    void failed(MixRequest request) {
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

    OperationCounts of(RequestKind operation) {
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
