package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What grows is told from what goes up and down. */
class TrendTest {
    private static final int COUNT = 800;

    @Test
    void whatGoesUpAndDownHasNoTrend() {
        SplittableRandom random = new SplittableRandom(1);
        double[] values = random.doubles(COUNT, 95, 105).toArray();
        assertEquals(0, Trend.of(hours(), values).slope(), 0.5);
    }

    @Test
    void leakBelowTheNoiseIsSeen() {
        SplittableRandom random = new SplittableRandom(2);
        double[] values = hours();
        for (int index = 0; index < COUNT; index++) {
            values[index] = 100 + values[index] + random.nextDouble(-5, 5);
        }
        assertEquals(1, Trend.of(hours(), values).slope(), 0.5);
    }

    @Test
    void fewSamplesFarOffDoNotMoveIt() {
        double[] values = new double[COUNT];
        for (int index = 0; index < COUNT; index++) {
            values[index] = index % 10 == 0 ? 100 + index : 100;
        }
        assertEquals(new Trend(0, 100), Trend.of(hours(), values));
    }

    @Test
    void whatFillsAndEmptiesHasNoTrendInItsLeasts() {
        double[] values = new double[COUNT];
        for (int index = 0; index < COUNT; index++) {
            values[index] = 100 + index % 37;
        }
        assertEquals(0, Trend.ofLeasts(hours(), values, 0.25).slope());
    }

    @Test
    void leakIsSeenInTheLeasts() {
        double[] values = hours();
        for (int index = 0; index < COUNT; index++) {
            values[index] = 100 + values[index] + index % 37;
        }
        Trend trend = Trend.ofLeasts(hours(), values, 0.25);
        assertEquals(1, trend.slope(), 0.1);
        assertEquals(101, trend.median(), 0.2);
    }

    @Test
    void millionthsAreOfTheMedian() {
        assertEquals(
                10_000, Trend.of(new double[] {0, 1}, new double[] {99.5, 100.5}).millionths());
    }

    /** Two hours. */
    private static double[] hours() {
        double[] hours = new double[COUNT];
        for (int index = 0; index < COUNT; index++) {
            hours[index] = 2.0 * index / COUNT;
        }
        return hours;
    }
}
