package sluice.cli.show;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class TimeAxisTest {
    @Test
    void anAxisEndsAtATickAndHoldsItsTime() {
        assertEquals(new TimeAxis(60, 0.2, 0.1), TimeAxis.holding(0.01, 60));
        assertEquals(new TimeAxis(60, 3.5, 0.5), TimeAxis.holding(3.2, 60));
        assertEquals(new TimeAxis(60, 4200, 600), TimeAxis.holding(4000, 60));
        assertEquals("0    1   2", new TimeAxis(10, 2, 1).numbers());
        assertEquals("|----|---|", new TimeAxis(10, 2, 1).line('|', '-'));
    }
}
