package sluice.experiments.plan;

import java.util.Locale;
import java.util.random.RandomGenerator;
import sluice.plan.simulation.EngineModel;
import sluice.plan.simulation.InsertionCase;
import sluice.plan.simulation.KeyCurve;

/**
 * A table and a batch of a figure.
 *
 * @param label names it in the figure
 * @param at where it is on the figure's axis
 * @param fraction of all rows that the plan samples
 */
record PlanSetup(
        String label,
        double at,
        int servers,
        long existing,
        long incoming,
        Keys keys,
        double fraction) {
    /** The paper does not say into how many subranges it cuts the key space. */
    private static final int SUBRANGES = 100;

    /** How the keys of a batch are spread. */
    enum Keys {
        UNIFORM,
        ZIPF,
        APPEND,
        NARROW;

        String title() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** A table of this kind; {@code random} decides where its partitions and the keys are. */
    InsertionCase draw(RandomGenerator random) {
        KeyCurve curve =
                switch (keys) {
                    case UNIFORM -> KeyCurve.uniform();
                    case ZIPF -> KeyCurve.zipf(1, SUBRANGES, random);
                    case APPEND -> KeyCurve.append();
                    case NARROW -> KeyCurve.narrow(SUBRANGES, random);
                };
        return InsertionCase.random(EngineModel.PAPER, servers, existing, incoming, curve, random);
    }
}
