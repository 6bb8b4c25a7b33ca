package sluice.experiments.demo;

import java.io.IOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import sluice.segment.Borders;
import sluice.storage.Storage;
import sluice.store.Bucket;
import sluice.store.Manifest;
import sluice.store.StoreReader;

/**
 * A reader that follows a load in the same process: opened with the first manifest, moved on with
 * each one after. Any number of threads may query; one thread of its own moves it on.
 */
final class FollowingReader implements AutoCloseable {
    private static final long WAIT_MILLIS = 100;

    private final Storage storage;
    private final LongConsumer demand;
    private final Semaphore news = new Semaphore(0);
    private final Repeated follower;
    private volatile @Nullable StoreReader reader;
    private volatile Origins origins = new Origins(Borders.whole(), new boolean[1]);

    /** Which buckets are answered from segments. */
    private record Origins(Borders borders, boolean[] built) {
        static Origins of(Manifest manifest) {
            boolean[] built = new boolean[manifest.buckets().size()];
            for (int i = 0; i < built.length; i++) {
                built[i] = manifest.buckets().get(i).state() == Bucket.State.BUILT;
            }
            return new Origins(manifest.borders(), built);
        }

        boolean areBuilt(long id1) {
            int last = borders.lastOf(id1);
            for (int bucket = borders.firstOf(id1); bucket <= last; bucket++) {
                if (!built[bucket]) {
                    return false;
                }
            }
            return true;
        }
    }

    /** The caller closes it. */
    FollowingReader(Storage storage, LongConsumer demand) {
        this.storage = storage;
        this.demand = demand;
        follower = Repeated.start("follow", this::follow);
    }

    /** There is a new manifest. Returns at once. */
    void published() {
        news.release();
    }

    /** The reader, or null before the first manifest. */
    @Nullable StoreReader reader() {
        return reader;
    }

    /** What went wrong while it moved on, or null. */
    @Nullable Throwable failure() {
        return follower.failure();
    }

    /**
     * Whether a query for {@code id1} that begins now is answered from segments. One that begins
     * while the reader moves on counts as answered from runs.
     */
    boolean isBuilt(long id1) {
        return origins.areBuilt(id1);
    }

    private void follow() throws IOException, InterruptedException {
        if (news.tryAcquire(WAIT_MILLIS, TimeUnit.MILLISECONDS)) {
            news.drainPermits();
            moveOn();
        }
    }

    private void moveOn() throws IOException {
        StoreReader present = reader;
        if (present == null) {
            present = StoreReader.open(storage, demand);
            origins = Origins.of(present.manifest());
            reader = present;
        } else if (present.refresh()) {
            origins = Origins.of(present.manifest());
        }
    }

    @Override
    public void close() throws IOException {
        follower.close();
        StoreReader present = reader;
        if (present != null) {
            present.close();
        }
    }
}
