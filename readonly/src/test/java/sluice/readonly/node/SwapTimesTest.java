package sluice.readonly.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SwapTimesTest {
    @Test
    void swapsAreCountedOnWhenTheirTimesAreForgotten() {
        SwapTimes swaps = new SwapTimes();
        for (int swap = 1; swap <= SwapTimes.KEPT_MAX + 10; swap++) {
            swaps.add(2L * swap, swap);
        }
        assertEquals(SwapTimes.KEPT_MAX + 10, swaps.count());
        assertEquals(SwapTimes.KEPT_MAX, swaps.nanos().length);
        assertEquals(11, Arrays.stream(swaps.nanos()).min().getAsLong());
        assertEquals(
                2L * (SwapTimes.KEPT_MAX + 10),
                Arrays.stream(swaps.readiedNanos()).max().getAsLong());
    }
}
