package sluice.plan.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import sluice.plan.SplitRules;

/** The model gives the paper's ratios, and what the paper says of planned insertion holds in it. */
class SimulationTest {
    private static final SplitRules RULES = SplitRules.usual(EngineModel.PAPER.rowsMax());
    private static final int MILLION = 1_000_000;

    @Test
    void ratiosAtFiveMillionRowsAreThoseOfThePaper() {
        double planned = seconds(InsertionWay.PLANNED, 5 * MILLION, "zipf", 0.01);
        double random = seconds(InsertionWay.RANDOM, 5 * MILLION, "zipf", 0.01);
        double sorted = seconds(InsertionWay.SORTED, 5 * MILLION, "zipf", 0.01);
        assertTrue(random / planned > 2.4 && random / planned < 3.0, random + " " + planned);
        assertTrue(sorted / planned > 5.7 && sorted / planned < 7.0, sorted + " " + planned);
    }

    @Test
    void timesAreLinearInTheRowsOfTheBatch() {
        for (InsertionWay way : InsertionWay.values()) {
            double[] seconds = new double[5];
            for (int millions = 1; millions <= 5; millions++) {
                seconds[millions - 1] = seconds(way, millions * MILLION, "zipf", 0.01);
            }
            assertTrue(determination(seconds) >= 0.99, way.title());
        }
    }

    @Test
    void plannedTimeHardlyDependsOnWhereTheKeysAre() {
        double uniform = seconds(InsertionWay.PLANNED, MILLION, "uniform", 0.01);
        double zipf = seconds(InsertionWay.PLANNED, MILLION, "zipf", 0.01);
        double append = seconds(InsertionWay.PLANNED, MILLION, "append", 0.01);
        double least = Math.min(uniform, Math.min(zipf, append));
        double most = Math.max(uniform, Math.max(zipf, append));
        assertTrue(most <= 1.2 * least, uniform + " " + zipf + " " + append);
    }

    @Test
    void onePercentIsSampleEnoughAndEightCostMore() {
        double best = Double.MAX_VALUE;
        for (double percent = 0.25; percent < 8; percent *= 2) {
            best = Math.min(best, sampled(percent / 100));
        }
        assertTrue(sampled(0.01) <= 1.03 * best);
        assertTrue(sampled(0.08) > sampled(0.01));
    }

    @Test
    void everyRowOfTheBatchIsInOnePartition() {
        for (String name : new String[] {"uniform", "zipf", "append", "narrow"}) {
            InsertionCase table = table(MILLION, MILLION, name, 1);
            double incoming = 0;
            double existing = 0;
            double end = 0;
            for (InsertionCase.Range range : table.partitions()) {
                assertEquals(end, range.begin());
                end = range.end();
                incoming += table.incoming(range.begin(), range.end());
                existing += table.existing(range.begin(), range.end());
            }
            assertEquals(MILLION, incoming, 1e-3);
            assertEquals(MILLION, existing, 1e-3);
            assertEquals(0.3, table.curve().below(table.curve().place(0.3)), 1e-9);
        }
    }

    @Test
    void theSameSeedGivesTheSameTimes() {
        for (InsertionWay way : InsertionWay.values()) {
            assertEquals(seconds(way, MILLION, "zipf", 0.01), seconds(way, MILLION, "zipf", 0.01));
        }
    }

    private static double sampled(double fraction) {
        SplittableRandom random = new SplittableRandom(1);
        return InsertionWay.PLANNED
                .run(table(0, 5 * MILLION, "zipf", 1), fraction, RULES, random)
                .seconds();
    }

    private static double seconds(InsertionWay way, long incoming, String curve, double fraction) {
        InsertionCase table = table(5 * MILLION, incoming, curve, 1);
        return way.run(table, fraction, RULES, new SplittableRandom(1)).seconds();
    }

    private static InsertionCase table(long existing, long incoming, String name, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        KeyCurve curve =
                switch (name) {
                    case "uniform" -> KeyCurve.uniform();
                    case "append" -> KeyCurve.append();
                    case "narrow" -> KeyCurve.narrow(100, random);
                    default -> KeyCurve.zipf(1, 100, random);
                };
        return InsertionCase.random(EngineModel.PAPER, 10, existing, incoming, curve, random);
    }

    /** R² of the straight line through values at 1, 2, 3 and so on. */
    private static double determination(double[] values) {
        double count = values.length;
        double sumX = 0;
        double sumY = 0;
        double sumXx = 0;
        double sumYy = 0;
        double sumXy = 0;
        for (int index = 0; index < values.length; index++) {
            double x = index + 1;
            sumX += x;
            sumY += values[index];
            sumXx += x * x;
            sumYy += values[index] * values[index];
            sumXy += x * values[index];
        }
        double above = count * sumXy - sumX * sumY;
        return above * above / ((count * sumXx - sumX * sumX) * (count * sumYy - sumY * sumY));
    }
}
