package sluice.load.job;

import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import sluice.segment.RowPool;

class PoolsTest {
    private static final long BYTES = 100_001;

    private final Pools pools = new Pools();

    @Test
    void givesOutAgainWhatCameBackEmpty() {
        RowPool pool = pools.take(BYTES);
        append(pool);
        pools.giveBack(pool);

        RowPool again = pools.take(BYTES);
        assertSame(pool, again);
        assertTrue(again.isEmpty());
        assertNotSame(pool, pools.take(BYTES));
    }

    @Test
    void makesAPoolOfAnotherSize() {
        RowPool pool = pools.take(BYTES);
        pools.giveBack(pool);
        assertNotSame(pool, pools.take(2 * BYTES));
    }

    /** Else what loaded last would stay in memory. */
    @Test
    void forgetsWhoEmptiedAPool() {
        RowPool pool = pools.take(BYTES);
        pool.onFull(
                full -> {
                    throw new AssertionError("asked who had the pool before");
                });
        pools.giveBack(pool);

        RowPool again = pools.take(BYTES);
        boolean[] full = new boolean[1];
        again.onFull(
                one -> {
                    full[0] = true;
                    one.clear();
                });
        while (!full[0]) {
            append(again);
        }
    }

    private static void append(RowPool pool) {
        pool.append(1, 1, 1, 1, 0, 0, new byte[100], 0, 100);
    }
}
