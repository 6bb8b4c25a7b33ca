package sluice.experiments.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class FigureTest {
    private static final Metric LOAD = new Metric(Subject.FULL, Quantity.SECONDS);
    private static final Metric COPY = new Metric(Subject.COPY, Quantity.SECONDS);
    private static final Metric ONCE = new Metric(Subject.LINEAR_TEN, Quantity.SECONDS_PER_LINK);

    private final Samples samples = new Samples();

    @Test
    void theMedianIsTheMiddleOrTheMeanOfTheTwoInTheMiddle() {
        add(LOAD, 9, 1, 2);
        add(COPY, 1, 9, 2, 4);
        assertEquals(2, new Figure.Median(LOAD).of(samples).orElseThrow().value());
        assertEquals(3, new Figure.Median(COPY).of(samples).orElseThrow().value());
    }

    @Test
    void aLimitIsHeldByTheWorstRun() {
        add(LOAD, 500, 520, 501);
        Figure.Measured measured = new Figure.Largest(LOAD).of(samples).orElseThrow();
        assertEquals(520, measured.value());
        assertEquals(500, measured.min());
    }

    @Test
    void aRatioIsOfMediansAndItsRangeOfSingleRuns() {
        add(LOAD, 10, 20, 40);
        add(COPY, 10, 5, 8);
        Figure.Measured measured = new Figure.Ratio(LOAD, COPY).of(samples).orElseThrow();
        assertEquals(20.0 / 8, measured.value());
        assertEquals(List.of(1.0, 4.0, 5.0), measured.samples());
        assertEquals(1, measured.min());
        assertEquals(5, measured.max());
    }

    @Test
    void aSpreadTakesWhatWasMeasuredOnceToo() {
        add(LOAD, 1, 3);
        add(COPY, 2, 2);
        add(ONCE, 8);
        Figure spread = new Figure.Spread(List.of(LOAD, COPY), List.of(ONCE));
        Figure.Measured measured = spread.of(samples).orElseThrow();
        assertEquals(4, measured.value());
        assertEquals(List.of(8.0, 1.5), measured.samples());
    }

    @Test
    void whatWasNotMeasuredGivesNoFigure() {
        add(LOAD, 1);
        assertEquals(Optional.empty(), new Figure.Median(COPY).of(samples));
        assertEquals(Optional.empty(), new Figure.Largest(COPY).of(samples));
        assertEquals(Optional.empty(), new Figure.Ratio(LOAD, COPY).of(samples));
        assertEquals(
                Optional.empty(), new Figure.Spread(List.of(LOAD, COPY), List.of()).of(samples));
        assertTrue(new Figure.Spread(List.of(LOAD), List.of(COPY)).of(samples).isPresent());
    }

    @Test
    void aSampleThatIsNoNumberIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> add(LOAD, 0.0 / 0));
        assertThrows(IllegalArgumentException.class, () -> add(LOAD, 1.0 / 0));
    }

    private void add(Metric metric, double... values) {
        for (double value : values) {
            samples.add(metric.subject(), metric.quantity(), value);
        }
    }
}
