package sluice.experiments.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import sluice.plan.simulation.InsertionWay;

/**
 * Something that the paper says of its figures, beside what the model shows.
 *
 * @param paper what it says
 * @param model what is so in the model
 * @param outcome whether that agrees
 */
record PaperClaim(PlanFigure figure, String paper, String model, Outcome outcome) {
    /** Whether model and paper agree. */
    enum Outcome {
        HOLDS("holds"),
        FITTED("fitted"),
        DIFFERS("differs");

        private final String text;

        Outcome(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }

        private static Outcome of(boolean holds) {
            return holds ? HOLDS : DIFFERS;
        }
    }

    /** What the paper's throughputs at 5 million rows are as ratios of times. */
    private static final double PAPER_RANDOM = 2.69;

    private static final double PAPER_SORTED = 6.30;

    /** All claims on the figures that were run. */
    static List<PaperClaim> of(Map<PlanFigure, FigureTimes> times) {
        List<PaperClaim> claims = new ArrayList<>();
        times.forEach(
                (figure, found) ->
                        claims.addAll(
                                switch (figure) {
                                    case FIGURE_5 -> five(found);
                                    case FIGURE_6 -> six(found, times);
                                    case FIGURE_7 -> seven(found);
                                    case FIGURE_8 -> eight(found);
                                    case FIGURE_10 -> ten(found);
                                    case FIGURE_11 -> eleven(found);
                                }));
        return claims;
    }

    private static List<PaperClaim> five(FigureTimes times) {
        FigureTimes.Row last = times.last();
        double random = last.of(InsertionWay.RANDOM) / last.of(InsertionWay.PLANNED);
        double sorted = last.of(InsertionWay.SORTED) / last.of(InsertionWay.PLANNED);
        double straight = 1;
        for (InsertionWay way : times.figure().ways()) {
            straight = Math.min(straight, times.determination(way));
        }
        return List.of(
                new PaperClaim(
                        times.figure(),
                        "at 5 million rows random takes %.2f and sorted %.2f times as long as planned"
                                .formatted(PAPER_RANDOM, PAPER_SORTED),
                        text("%.2f and %.2f", random, sorted),
                        near(random, PAPER_RANDOM) && near(sorted, PAPER_SORTED)
                                ? Outcome.FITTED
                                : Outcome.DIFFERS),
                new PaperClaim(
                        times.figure(),
                        "the time of each way is linear in the rows",
                        text("R² is %.4f or more", straight),
                        Outcome.of(straight >= 0.99)));
    }

    private static boolean near(double value, double paper) {
        return Math.abs(value / paper - 1) <= 0.12;
    }

    private static List<PaperClaim> six(FigureTimes times, Map<PlanFigure, FigureTimes> all) {
        List<PaperClaim> claims = new ArrayList<>();
        double least = Double.MAX_VALUE;
        for (FigureTimes.Row row : times.rows()) {
            least = Math.min(least, row.of(InsertionWay.RANDOM) / row.of(InsertionWay.PLANNED));
        }
        claims.add(
                new PaperClaim(
                        times.figure(),
                        "planned is significantly faster than random",
                        text("random takes %.1f times as long or longer", least),
                        Outcome.of(least > 1.5)));
        FigureTimes five = all.get(PlanFigure.FIGURE_5);
        if (five != null) {
            double planned =
                    times.last().of(InsertionWay.PLANNED) / five.last().of(InsertionWay.PLANNED);
            double random =
                    times.last().of(InsertionWay.RANDOM) / five.last().of(InsertionWay.RANDOM);
            claims.add(
                    new PaperClaim(
                            times.figure(),
                            "planned takes as long as into a full table",
                            text("%.2f times as long", planned),
                            Outcome.of(Math.abs(planned - 1) <= 0.1)));
            claims.add(
                    new PaperClaim(
                            times.figure(),
                            "random is faster than into a full table",
                            text("%.2f times as long", random),
                            Outcome.of(random < 0.95)));
        }
        return claims;
    }

    private static List<PaperClaim> seven(FigureTimes times) {
        double planned = times.spread(InsertionWay.PLANNED);
        double random = times.spread(InsertionWay.RANDOM);
        double sorted =
                times.last().of(InsertionWay.SORTED) / times.first().of(InsertionWay.SORTED);
        return List.of(
                new PaperClaim(
                        times.figure(),
                        "planned hardly depends on how keys are spread",
                        text("longest %.2f times the shortest", planned),
                        Outcome.of(planned <= 1.2)),
                new PaperClaim(
                        times.figure(),
                        "random hardly depends on it either",
                        text("longest %.2f times the shortest", random),
                        Outcome.of(random <= 1.2)),
                new PaperClaim(
                        times.figure(),
                        "sorted is far worse where rows are appended",
                        text("%.2f times as long as for uniform keys", sorted),
                        Outcome.of(sorted >= 2)));
    }

    private static List<PaperClaim> eight(FigureTimes times) {
        double best = Double.MAX_VALUE;
        double one = Double.NaN;
        for (FigureTimes.Row row : times.rows()) {
            double seconds = row.of(InsertionWay.PLANNED);
            best = Math.min(best, seconds);
            one = row.setup().at() == 1 ? seconds : one;
        }
        double eight = times.last().of(InsertionWay.PLANNED);
        return List.of(
                new PaperClaim(
                        times.figure(),
                        "most of the benefit is there at 1 %",
                        text("%.1f %% above the best", 100 * (one / best - 1)),
                        Outcome.of(one <= 1.03 * best)),
                new PaperClaim(
                        times.figure(),
                        "at 8 % it is slower again",
                        text("%.1f %% slower than at 1 %%", 100 * (eight / one - 1)),
                        Outcome.of(eight > one)));
    }

    private static List<PaperClaim> ten(FigureTimes times) {
        double few = times.first().of(InsertionWay.RANDOM) / times.first().of(InsertionWay.PLANNED);
        double many = times.last().of(InsertionWay.RANDOM) / times.last().of(InsertionWay.PLANNED);
        return List.of(
                new PaperClaim(
                        times.figure(),
                        "planned is much faster for Chevrolet, whose keys are in a narrow range",
                        text("random takes %.1f times as long", many),
                        Outcome.of(many > 2)),
                new PaperClaim(
                        times.figure(),
                        "planned is faster for Porsche too",
                        text("random takes %.1f times as long", few),
                        Outcome.of(few > 1)));
    }

    private static List<PaperClaim> eleven(FigureTimes times) {
        double planned =
                times.last().of(InsertionWay.PLANNED) / times.first().of(InsertionWay.PLANNED);
        double random =
                times.last().of(InsertionWay.RANDOM) / times.first().of(InsertionWay.RANDOM);
        return List.of(
                new PaperClaim(
                        times.figure(),
                        "planned takes about as long with 50 servers as with 10",
                        text("%.2f times as long", planned),
                        Outcome.of(planned <= 1.15)),
                new PaperClaim(
                        times.figure(),
                        "random gets slower",
                        text("%.2f times as long", random),
                        Outcome.of(random > 1.05)));
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
