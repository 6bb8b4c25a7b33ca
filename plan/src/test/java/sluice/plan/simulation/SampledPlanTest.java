package sluice.plan.simulation;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import sluice.plan.Plan;
import sluice.plan.Sampling;
import sluice.plan.SplitRules;
import sluice.testkit.Experiment;

/**
 * Plans of the paper's table that were made from samples: near the bound for the sample, and off by
 * no more than samples err for the rows as they are. {@code -DplanSamples=} sets how many are
 * drawn.
 */
@Tag(Experiment.TAG)
class SampledPlanTest {
    private static final int SAMPLES = Experiment.size("planSamples", 40, 400);
    private static final int SERVERS = 10;
    private static final int MILLION = 1_000_000;

    /** Below this are 95 of 100 times all of ten numbers of a standard normal distribution. */
    private static final double LARGEST_OF_TEN = 2.57;

    @Test
    void plansOfThePaperAreWithinATwentiethOfTheBound() {
        for (long rows = 1; rows <= 5; rows++) {
            Plan plan = plan(rows * MILLION, rows, 0.01);
            double over = 1000.0 * plan.cost() / plan.boundThousandths();
            System.out.printf("%d million rows: %.4f of the bound%n", rows, over);
            assertTrue(over <= 1.05, rows + " million rows: " + over);
        }
    }

    @Test
    void theBusiestServerIsOffByNoMoreThanSamplesErrIn95OfAHundredPlans() throws IOException {
        try (Experiment experiment =
                new Experiment("plans from samples, beside the rows as they are", 1)) {
            double fraction = 1.0 / Sampling.rowsPerKey(MILLION, SERVERS);
            double bound = 1 + LARGEST_OF_TEN / Math.sqrt(fraction * MILLION / SERVERS);
            int within = 0;
            double sum = 0;
            for (int seed = 1; seed <= SAMPLES; seed++) {
                Plan plan = plan(MILLION, seed, fraction);
                double planned =
                        plan.after().stream().mapToLong(Plan.Load::incoming).max().orElseThrow();
                double over = busiest(plan, seed) / planned;
                within += over <= bound ? 1 : 0;
                sum += over;
                experiment.ran(1);
            }
            experiment.fact("within the error", within);
            experiment.fact("error, thousandths", Math.round(1000 * (bound - 1)));
            experiment.fact("mean, thousandths", Math.round(1000 * (sum / SAMPLES - 1)));
            assertTrue(100 * within >= 95 * SAMPLES, within + " of " + SAMPLES);
            experiment.passed();
        }
    }

    private static Plan plan(long rows, long seed, double fraction) {
        SplitRules rules = SplitRules.usual(EngineModel.PAPER.rowsMax());
        return new SimulatedInsertion(
                        table(rows, seed), fraction, rules, new SplittableRandom(-seed))
                .plan();
    }

    private static InsertionCase table(long rows, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return InsertionCase.random(
                EngineModel.PAPER,
                SERVERS,
                5 * MILLION,
                rows,
                KeyCurve.zipf(1, 100, random),
                random);
    }

    /** The rows that the busiest server really gets by {@code plan}. */
    private static double busiest(Plan plan, long seed) {
        InsertionCase table = table(MILLION, seed);
        double[] inserts = new double[SERVERS];
        List<Plan.Piece> pieces = plan.pieces();
        for (int index = 0; index < pieces.size(); index++) {
            double begin = SimulatedInsertion.place(pieces.get(index).partition().first());
            double end =
                    index + 1 < pieces.size()
                            ? SimulatedInsertion.place(pieces.get(index + 1).partition().first())
                            : KeyCurve.END;
            inserts[pieces.get(index).destination()] += table.incoming(begin, end);
        }
        return Arrays.stream(inserts).max().orElseThrow();
    }
}
