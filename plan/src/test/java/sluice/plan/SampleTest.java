package sluice.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Keys that stand for as many rows as were counted give pieces whose rows are counted exactly. */
class SampleTest {
    @Test
    void piecesOfCountedKeysHaveTheCountedRows() {
        List<RangeKey> keys =
                List.of(RangeKey.of(1), RangeKey.of(2), RangeKey.of(3), RangeKey.of(4));
        Sample sample = Sample.weighted(keys, new long[] {7, 0, 5, 1}, new long[] {40, 3, 17, 41});
        Placement table = new Placement(2, List.of(Partition.ofRows(RangeKey.FIRST, 13, 101, 0)));
        Plan plan =
                Planner.plan(
                        table,
                        List.of(sample),
                        SplitRules.usual(1000),
                        new Prices(1, 0, 1),
                        PlanMode.REFINED);
        assertEquals(
                List.of(40L, 20L, 41L),
                plan.pieces().stream().map(piece -> piece.partition().incoming()).toList());
        assertEquals(
                List.of(7L, 5L, 1L),
                plan.pieces().stream().map(piece -> piece.partition().existing()).toList());
    }

    @Test
    void keysOutOfOrderAndWeightsBelowZeroAreRefused() {
        List<RangeKey> keys = List.of(RangeKey.of(2), RangeKey.of(1));
        long[] ones = {1, 1};
        assertThrows(IllegalArgumentException.class, () -> Sample.weighted(keys, ones, ones));
        assertThrows(
                IllegalArgumentException.class,
                () -> Sample.weighted(keys.reversed(), ones, new long[] {1, -1}));
        assertThrows(
                IllegalArgumentException.class,
                () -> Sample.weighted(keys.reversed(), ones, new long[] {1}));
    }
}
