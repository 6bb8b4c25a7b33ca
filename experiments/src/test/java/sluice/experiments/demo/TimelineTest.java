package sluice.experiments.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import sluice.experiments.demo.DemoView.Interval;
import sluice.experiments.demo.DemoView.Step;

class TimelineTest {
    private final Latencies client = new Latencies();
    private long nowNanos = 5;
    private final Timeline timeline = new Timeline(List.of(client), () -> nowNanos);

    private void passMillis(long millis, int answers) {
        for (long passed = 0; passed < millis; passed += 10) {
            nowNanos += TimeUnit.MILLISECONDS.toNanos(10);
            for (int i = 0; i < answers; i++) {
                client.record(timeline.step() == Step.WATCH, 1000);
            }
            timeline.tick();
        }
    }

    @Test
    void intervalsLieWithinOneStepAndNothingIsLost() {
        timeline.begin();
        passMillis(730, 1);
        timeline.uptime();
        passMillis(3210, 10);
        timeline.built();
        passMillis(500, 100);
        timeline.end();
        List<Interval> intervals = timeline.intervals(12);
        assertTrue(intervals.size() <= 12, intervals::toString);
        assertTrue(intervals.size() >= 6, intervals::toString);
        long end = 0;
        long answers = 0;
        for (Interval interval : intervals) {
            assertEquals(end, interval.fromNanos());
            end = interval.toNanos();
            Step expected =
                    end <= timeline.uptimeNanos()
                            ? Step.STAGE
                            : end <= timeline.builtNanos() ? Step.BUILD : Step.WATCH;
            assertEquals(expected, interval.step());
            answers += interval.runs().count() + interval.segments().count();
        }
        assertEquals(TimeUnit.MILLISECONDS.toNanos(730 + 3210 + 500), end);
        assertEquals(73 + 3210 + 5000, answers);
        assertEquals(73 + 3210, timeline.fromRuns().count());
        assertEquals(5000, timeline.fromSegments().count());
    }

    @Test
    void aLongLoadHasNoMoreIntervals() {
        timeline.begin();
        passMillis(180_000, 0);
        assertTrue(timeline.intervals(10).size() <= 10);
    }

    @Test
    void shortIntervalsJoinTheirNeighbours() {
        timeline.begin();
        passMillis(1030, 1);
        timeline.uptime();
        passMillis(980, 1);
        List<Interval> intervals = timeline.intervals(2);
        assertEquals(
                List.of(Step.STAGE, Step.BUILD), intervals.stream().map(Interval::step).toList());
        assertEquals(103, intervals.getFirst().runs().count());
    }
}
