package sluice.load.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import sluice.model.RowSink;

class WarmPaceTest {
    private static final long COLD_NANOS = 1000;
    private static final long WARM_NANOS = 10;

    private long now = 5_000_000;

    /** The first rows are interpreted, and some later ones had to wait. */
    @Test
    void countsTheFastestPace() {
        assertEquals(5000 * WARM_NANOS, nanosOf(5000, 2048));
        assertEquals(1024 * WARM_NANOS, nanosOf(1024, 0));
    }

    @Test
    void countsAllOfFewRows() {
        assertEquals(1000 * COLD_NANOS, nanosOf(1000, 1000));
        assertEquals(COLD_NANOS, nanosOf(1, 1));
    }

    @Test
    void withoutRowsItIsTheTimeThatWentBy() {
        WarmPace pace = new WarmPace(() -> now);
        now += 77;
        assertEquals(77, pace.nanos());
    }

    private static boolean isSlow(int row, int coldRows) {
        return row < coldRows || row == 4200;
    }

    private long nanosOf(int rows, int coldRows) {
        WarmPace pace = new WarmPace(() -> now);
        int[] count = new int[1];
        RowSink sink =
                pace.over(
                        (id1, type, id2, time, version, flags, data, offset, length) ->
                                now += isSlow(count[0]++, coldRows) ? COLD_NANOS : WARM_NANOS);
        for (int i = 0; i < rows; i++) {
            sink.append(1, 2, 3, 4, 0, 0, new byte[0], 0, 0);
        }
        assertEquals(rows, count[0]);
        return pace.nanos();
    }
}
