package sluice.linkbench.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import sluice.linkbench.workload.RequestKind;

class MeasurementsTest {
    private final List<Interval> told = new ArrayList<>();
    private final Measurements measurements = new Measurements(2, true, told::add);

    private static RunSamples samples(long second, long... nanos) {
        RunSamples samples = new RunSamples();
        samples.clear(second);
        for (long latency : nanos) {
            samples.add(RequestKind.GET_NODE.ordinal(), latency, latency / 2);
        }
        return samples;
    }

    @Test
    void aSecondIsWrittenDownWhenAllRequestersHavePassedIt() {
        measurements.add(0, samples(0, 100), 1);
        measurements.add(0, samples(1, 200), 2);
        assertEquals(List.of(), told);
        measurements.add(1, samples(0, 300), 2);
        assertEquals(
                List.of(
                        new Interval(0, 2, 0, 100, 300, 300, 300),
                        new Interval(1, 1, 0, 200, 200, 200, 200)),
                told);
    }

    @Test
    void aSecondWithoutAnswersHasItsLine() {
        measurements.add(0, samples(0, 100), 3);
        measurements.add(0, samples(3, 100), 3);
        measurements.end(1);
        measurements.end(0);
        assertEquals(List.of(1L, 0L, 0L, 1L), told.stream().map(Interval::requests).toList());
        assertEquals(told, measurements.intervals());
    }

    @Test
    void bothTimesAreKept() {
        measurements.add(0, samples(0, 100, 200), 0);
        assertEquals(200, measurements.response(RequestKind.GET_NODE).getMaxValue());
        assertEquals(100, measurements.service(RequestKind.GET_NODE).getMaxValue());
        assertEquals(0, measurements.response(RequestKind.ADD_NODE).getTotalCount());
    }
}
