package sluice.load.ranges;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import sluice.plan.Partition;
import sluice.plan.Placement;
import sluice.plan.Plan;
import sluice.plan.PlanMode;
import sluice.plan.Planner;
import sluice.plan.Prices;
import sluice.plan.RangeKey;
import sluice.plan.Sample;
import sluice.plan.SplitRules;
import sluice.plan.run.TableRange;

/** How long splits are expected to take. */
class SplitForecastTest {
    private static final long BYTES = 1 << 30;
    private static final int ROWS = 1200;

    @Test
    void behindAllRowsSplitsFollowEachOtherAndNothingIsRewritten() {
        SplitForecast forecast = forecast(1_000_000, 2_000_000);
        assertEquals(4, forecast.rounds());
        assertEquals(0, forecast.rewrittenBytes());
        assertTrue(forecast.millis() < 12_000, forecast.toString());
    }

    @Test
    void betweenRowsEachRoundWaitsUntilTheOneBeforeIsRewritten() {
        SplitForecast forecast = forecast(2_000_000, 1_000_000);
        assertEquals(4, forecast.rounds());
        assertEquals(BYTES, forecast.rewrittenBytes());
        // Three of the four rounds wait.
        assertTrue(forecast.millis() >= 36_000, forecast.toString());
    }

    @Test
    void aTableThatIsNotSplitTakesNoTime() {
        Plan plan =
                Planner.plan(
                        new Placement(1, List.of(Partition.ofRows(RangeKey.FIRST, 5, 5, 0))),
                        List.of(Sample.EMPTY),
                        SplitRules.usual(100),
                        Prices.PAPER,
                        PlanMode.REFINED);
        assertEquals(
                new SplitForecast(0, 0, 0),
                SplitForecast.of(plan, List.of(new TableRange(RangeKey.FIRST, "a:1", BYTES))));
    }

    /**
     * The forecast for a table of one region with a key in every thousand, and new ones in its
     * middle.
     */
    private static SplitForecast forecast(long existingEnd, long incomingFirst) {
        List<RangeKey> existing =
                LongStream.range(0, 1000)
                        .mapToObj(row -> RangeKey.of(existingEnd / 1000 * row))
                        .toList();
        List<RangeKey> incoming =
                LongStream.range(0, ROWS)
                        .mapToObj(row -> RangeKey.of(incomingFirst + row * 800))
                        .toList();
        Plan plan =
                Planner.plan(
                        new Placement(3, List.of(Partition.ofRows(RangeKey.FIRST, 1000, ROWS, 0))),
                        List.of(Sample.merged(existing, 1, incoming, 1)),
                        SplitRules.usual(1_000_000),
                        Prices.PAPER,
                        PlanMode.REFINED);
        assertEquals(1, plan.splits().size());
        return SplitForecast.of(plan, List.of(new TableRange(RangeKey.FIRST, "a:1", BYTES)));
    }
}
