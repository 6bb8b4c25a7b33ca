package sluice.load.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import sluice.load.job.BuildOrder;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.load.job.LoadState;
import sluice.load.job.MemoryPlan;
import sluice.model.UnreachableException;
import sluice.segment.Borders;
import sluice.store.Bucket;

/** How long a builder tries again where a server is away. Only the tries take time here. */
class BuildTurnsTest {
    private static final long TRY_NANOS = TimeUnit.MINUTES.toNanos(2);

    private final AtomicLong clock = new AtomicLong();
    private final UnreachableException away =
            new UnreachableException("it is away", new IOException("no connection"));
    private int tries;

    /** The first failure is after two minutes, the fourth six minutes later. */
    @Test
    void tryThatTakesMinutesIsPartOfTheFiveMinutes() {
        IOException thrown = assertThrows(IOException.class, () -> build(9));
        assertSame(away, thrown);
        assertEquals(4, tries);
    }

    @Test
    void eachBucketIsWaitedForAnew() throws IOException {
        build(2);
        assertEquals(3 * 4, tries);
    }

    /** Each of four buckets is built after {@code failures} tries that find a server away. */
    private void build(int failures) throws IOException {
        LoadOptions options = LoadOptions.defaults();
        LoadState state =
                new LoadState(
                        1,
                        0,
                        options,
                        MemoryPlan.of(options),
                        new LoadProgress(clock::get),
                        LoadEvents.NONE);
        Borders borders = new Borders(new long[] {0, 1, 2, 3}, new long[4]);
        Demand demand = new Demand();
        demand.begin(borders);
        Bucket.State[] states = new Bucket.State[borders.count()];
        Arrays.fill(states, Bucket.State.STAGED);
        BuildTurns turns = new BuildTurns(state, demand, BuildOrder.DEMAND_FIRST, states, false);
        turns.begin(borders, new long[borders.count()]);
        turns.run(
                1,
                () ->
                        new BuildTurns.BucketBuild() {
                            private int left = failures;

                            @Override
                            public boolean build(int bucket) throws IOException {
                                tries++;
                                clock.addAndGet(TRY_NANOS);
                                if (left > 0) {
                                    left--;
                                    throw away;
                                }
                                left = failures;
                                return true;
                            }

                            @Override
                            public void close() {}
                        });
    }
}
