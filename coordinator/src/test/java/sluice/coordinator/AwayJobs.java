package sluice.coordinator;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import sluice.model.BuildJobs;
import sluice.model.UnreachableException;

/** A server that is away, for so many questions, when a bucket is begun, checked or noted. */
final class AwayJobs extends ForwardedJobs {
    final AtomicInteger failures;
    final AtomicBoolean begun = new AtomicBoolean();
    private final AtomicBoolean notNoted = new AtomicBoolean();

    AwayJobs(BuildJobs jobs, int failures) {
        super(jobs);
        this.failures = new AtomicInteger(failures);
    }

    private void fail() throws IOException {
        if (begun.get() && failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw new UnreachableException("it is away", new IOException("no connection"));
        }
    }

    @Override
    public boolean lease(int bucket, String builder, long millis) throws IOException {
        fail();
        return super.lease(bucket, builder, millis);
    }

    @Override
    public void giveBack(int bucket, String builder) throws IOException {
        fail();
        super.giveBack(bucket, builder);
    }

    @Override
    public void built(int bucket, String builder, long bytes, String where) throws IOException {
        if (begun.get() && notNoted.compareAndSet(false, true)) {
            throw new UnreachableException("it is away", new IOException("no connection"));
        }
        super.built(bucket, builder, bytes, where);
    }
}
