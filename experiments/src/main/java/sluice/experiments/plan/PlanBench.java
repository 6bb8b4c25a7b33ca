package sluice.experiments.plan;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import sluice.experiments.Medians;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.plan.SplitRules;
import sluice.plan.simulation.EngineModel;
import sluice.plan.simulation.InsertionCase;
import sluice.plan.simulation.InsertionWay;

/** Simulates the paper's figures. */
public final class PlanBench {
    private static final int DRAWS_MAX = 99;

    private PlanBench() {}

    /**
     * Simulates {@code figures}; the same arguments give the same times.
     *
     * @param draws how many tables are drawn of each set-up; the median of their times counts
     * @param seed of the random numbers
     * @param stop asked between two runs; the rest is left out once it says so
     * @param progress takes a line for each figure
     */
    public static PlanBenchReport run(
            List<PlanFigure> figures,
            int draws,
            long seed,
            Instant started,
            BooleanSupplier stop,
            Consumer<String> progress) {
        if (draws < 1 || draws > DRAWS_MAX) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "--draws is %d, expected 1 to %d".formatted(draws, DRAWS_MAX));
        }
        Map<PlanFigure, FigureTimes> times = new EnumMap<>(PlanFigure.class);
        for (PlanFigure figure : figures) {
            progress.accept(figure.title());
            List<FigureTimes.Row> rows = new ArrayList<>();
            for (PlanSetup setup : figure.setups()) {
                Map<InsertionWay, Double> seconds = new EnumMap<>(InsertionWay.class);
                for (InsertionWay way : figure.ways()) {
                    if (stop.getAsBoolean()) {
                        return new PlanBenchReport(times, draws, seed, started, true);
                    }
                    seconds.put(way, median(setup, way, draws, seed));
                }
                rows.add(new FigureTimes.Row(setup, seconds));
            }
            times.put(figure, new FigureTimes(figure, rows));
        }
        return new PlanBenchReport(times, draws, seed, started, false);
    }

    private static double median(PlanSetup setup, InsertionWay way, int draws, long seed) {
        List<Double> seconds = new ArrayList<>();
        for (int draw = 0; draw < draws; draw++) {
            SplittableRandom random = new SplittableRandom(seed + draw);
            InsertionCase table = setup.draw(random);
            seconds.add(
                    way.run(
                                    table,
                                    setup.fraction(),
                                    SplitRules.usual(EngineModel.PAPER.rowsMax()),
                                    random)
                            .seconds());
        }
        return Medians.of(seconds);
    }
}
