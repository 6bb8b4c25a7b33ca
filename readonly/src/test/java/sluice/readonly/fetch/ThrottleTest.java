package sluice.readonly.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ThrottleTest {
    private static final long SECOND = 1_000_000_000L;
    private long now;

    @Test
    void manyFetchesTogetherStayWithinTheRate() {
        Throttle throttle = new Throttle(1_000_000, () -> now, wait -> now += wait);
        SplittableRandom random = new SplittableRandom(3);
        long moved = 0;
        while (now < 10 * SECOND) {
            int bytes = 1 + random.nextInt(100_000);
            throttle.take(bytes);
            moved += bytes;
            now += random.nextLong(SECOND / 100);
        }
        assertEquals(1_000_000, (double) moved * SECOND / now, 100_000);
    }

    @Test
    void aPauseIsNotSavedUp() {
        Throttle throttle = new Throttle(1_000, () -> now, wait -> now += wait);
        now = 3600 * SECOND;
        throttle.take(1_000);
        assertEquals(3600 * SECOND + SECOND - SECOND / 10, now);
    }
}
