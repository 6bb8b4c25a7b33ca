package sluice.coordinator;

import java.io.IOException;
import sluice.model.BucketStore;
import sluice.plan.run.RangeStore;
import sluice.plan.run.Ranged;

/** A cold store elsewhere whose table has ranges, and whose commits are steps. */
final class RangedBuckets extends WatchedBuckets implements Ranged {
    private final MemoryRanges ranges;
    private final MemoryRanges.Steps steps;

    RangedBuckets(BucketStore store, MemoryRanges ranges, MemoryRanges.Steps steps) {
        super(store);
        this.ranges = ranges;
        this.steps = steps;
    }

    @Override
    public RangeStore ranges() {
        return ranges;
    }

    @Override
    long commit(int bucket, BucketWriter writer) throws IOException {
        IOException[] failure = new IOException[1];
        long[] bytes = new long[1];
        steps.step(
                "commit",
                () -> {
                    try {
                        bytes[0] = writer.commit();
                    } catch (IOException e) {
                        failure[0] = e;
                    }
                });
        if (failure[0] != null) {
            throw failure[0];
        }
        return bytes[0];
    }
}
