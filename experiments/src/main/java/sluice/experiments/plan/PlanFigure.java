package sluice.experiments.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.plan.simulation.InsertionWay;

/** A figure of the paper that can be simulated, with the set-ups that it compares. */
public enum PlanFigure {
    FIGURE_5("rows inserted into 5 million", "million rows inserted"),
    FIGURE_6("rows inserted into an empty table", "million rows inserted"),
    FIGURE_7("how the keys of 1 million rows are spread", "keys"),
    FIGURE_8("how much is sampled; 5 million rows into an empty table", "% sampled"),
    FIGURE_10("car sales: one make inserted into the others", "make"),
    FIGURE_11("servers, and rows in proportion", "servers");

    private static final long MILLION = 1_000_000;
    private static final long SALES = 500_000;
    private static final double DEFAULT_FRACTION = 0.01;

    private final String title;
    private final String across;

    PlanFigure(String title, String across) {
        this.title = title;
        this.across = across;
    }

    /** How the command names it, such as {@code 5}. */
    public String key() {
        return name().substring("FIGURE_".length());
    }

    /** All keys. */
    public static List<String> keys() {
        return Arrays.stream(values()).map(PlanFigure::key).toList();
    }

    /** The figure with this key. */
    public static PlanFigure of(String key) {
        return Arrays.stream(values())
                .filter(figure -> figure.key().equals(key))
                .findFirst()
                .orElseThrow(
                        () ->
                                new SluiceException(
                                        ErrorCode.CONFIG,
                                        "figure %s is not simulated; expected one of %s"
                                                .formatted(key, String.join(", ", keys()))));
    }

    String title() {
        return "Figure %s: %s".formatted(key(), title);
    }

    String across() {
        return across;
    }

    /** Whether its set-ups are amounts, of which a line can be drawn. */
    boolean isOfAmounts() {
        return this != FIGURE_7 && this != FIGURE_10;
    }

    /** The ways that it compares. */
    List<InsertionWay> ways() {
        return switch (this) {
            case FIGURE_5, FIGURE_7, FIGURE_10 -> List.of(InsertionWay.values());
            case FIGURE_6 ->
                    List.of(InsertionWay.PLANNED, InsertionWay.RANDOM, InsertionWay.SORTED);
            case FIGURE_8 -> List.of(InsertionWay.PLANNED);
            case FIGURE_11 -> List.of(InsertionWay.PLANNED, InsertionWay.KEPT, InsertionWay.RANDOM);
        };
    }

    /** Its set-ups from left to right. */
    List<PlanSetup> setups() {
        List<PlanSetup> setups = new ArrayList<>();
        switch (this) {
            case FIGURE_5, FIGURE_6 -> {
                for (int millions = 1; millions <= 5; millions++) {
                    setups.add(
                            new PlanSetup(
                                    "" + millions,
                                    millions,
                                    10,
                                    this == FIGURE_5 ? 5 * MILLION : 0,
                                    millions * MILLION,
                                    PlanSetup.Keys.ZIPF,
                                    DEFAULT_FRACTION));
                }
            }
            case FIGURE_7 -> {
                for (PlanSetup.Keys keys :
                        List.of(
                                PlanSetup.Keys.UNIFORM,
                                PlanSetup.Keys.ZIPF,
                                PlanSetup.Keys.APPEND)) {
                    setups.add(
                            new PlanSetup(
                                    keys.title(),
                                    setups.size(),
                                    10,
                                    5 * MILLION,
                                    MILLION,
                                    keys,
                                    DEFAULT_FRACTION));
                }
            }
            case FIGURE_8 -> {
                for (double percent : new double[] {0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8}) {
                    setups.add(
                            new PlanSetup(
                                    String.format(Locale.ROOT, "%s", percent)
                                            .replaceFirst("\\.0$", ""),
                                    percent,
                                    10,
                                    0,
                                    5 * MILLION,
                                    PlanSetup.Keys.ZIPF,
                                    percent / 100));
                }
            }
            case FIGURE_10 -> {
                setups.add(sales("Porsche (0.3 %)", 0.003));
                setups.add(sales("Chevrolet (15.2 %)", 0.152));
            }
            case FIGURE_11 -> {
                for (int servers = 10; servers <= 50; servers += 10) {
                    setups.add(
                            new PlanSetup(
                                    "" + servers,
                                    servers,
                                    servers,
                                    servers * MILLION / 2,
                                    servers * MILLION / 10,
                                    PlanSetup.Keys.ZIPF,
                                    DEFAULT_FRACTION));
                }
            }
        }
        return setups;
    }

    private static PlanSetup sales(String make, double share) {
        long others = Math.round(SALES * (1 - 0.003 - 0.152));
        return new PlanSetup(
                make,
                share,
                10,
                others,
                Math.round(SALES * share),
                PlanSetup.Keys.NARROW,
                DEFAULT_FRACTION);
    }
}
