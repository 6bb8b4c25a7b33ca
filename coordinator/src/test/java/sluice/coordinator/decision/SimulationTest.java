package sluice.coordinator.decision;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import sluice.testkit.Experiment;

/**
 * E13: the coordinator's decisions in random schedules of loads, queries, failures and absorptions.
 * What must hold at each step is in {@link World}.
 *
 * <p>{@code -Dschedules=} sets how many are tried, {@code -Dseed=} the first of them.
 */
@Tag(Experiment.TAG)
class SimulationTest {
    private static final long FIRST_SEED = Long.getLong("seed", 1);
    private static final int SCHEDULES = Experiment.size("schedules", 2_000, 1_000_000);

    @Test
    void everyScheduleKeepsWhatIsPromised() throws IOException {
        Map<World.Point, Long> points = new EnumMap<>(World.Point.class);
        try (Experiment experiment = new Experiment("E13 coordinator, simulated", FIRST_SEED)) {
            for (long seed = FIRST_SEED; seed < FIRST_SEED + SCHEDULES; seed++) {
                try {
                    String trace = run(seed, points);
                    if (seed % 50 == 0) {
                        assertEquals(trace, run(seed, points), "the same events, other actions");
                    }
                } catch (RuntimeException | Error failure) {
                    throw new AssertionError("-Dschedules=1 -Dseed=" + seed, failure);
                }
                experiment.ran(1);
            }
            points.forEach(
                    (point, count) ->
                            experiment.fact(
                                    point.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                                    count));
            if (SCHEDULES >= 1000) {
                assertEquals(World.Point.values().length, points.size(), points.toString());
            }
            experiment.passed();
        }
    }

    private static String run(long seed, Map<World.Point, Long> points) {
        return new World(new SplittableRandom(seed), point -> points.merge(point, 1L, Long::sum))
                .run();
    }
}
