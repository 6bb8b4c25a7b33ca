package sluice.coordinator;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import sluice.model.BuildJobs;

/** Another process takes the first bucket just before this one would. */
final class BeatenJobs extends ForwardedJobs {
    static final String OTHER = "the other";

    private static final long LONG_MILLIS = 600_000;

    private final AtomicBoolean taken = new AtomicBoolean();

    BeatenJobs(BuildJobs jobs) {
        super(jobs);
    }

    @Override
    public boolean lease(int bucket, String builder, long millis) throws IOException {
        if (bucket == 0 && taken.compareAndSet(false, true)) {
            super.lease(bucket, OTHER, LONG_MILLIS);
        }
        return super.lease(bucket, builder, millis);
    }
}
