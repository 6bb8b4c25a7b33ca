package sluice.experiments.plan;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import sluice.load.ranges.PlanResult;
import sluice.model.SluiceException;

/** The keys of a batch, and what a report says of measurements; no HBase is started. */
class LiveReportTest {
    private static final LiveOptions OPTIONS =
            new LiveOptions(
                    List.of(LiveWay.PLANNED, LiveWay.SORTED),
                    10,
                    1000,
                    50,
                    200,
                    20,
                    1,
                    Path.of("x"));

    @Test
    void keysByZipfsLawAreAmongThoseOfTheTableAndAFifthIsInOnePart() {
        long[] ids = LiveKeys.batch(LiveWay.Keys.ZIPF, 100_000, 1);
        assertArrayEquals(ids, LiveKeys.batch(LiveWay.Keys.ZIPF, 100_000, 1));
        assertTrue(Arrays.stream(ids).allMatch(id -> id >= 0 && id < LiveKeys.SPAN));
        long[] parts = new long[100];
        for (long id : ids) {
            parts[(int) (id / (LiveKeys.SPAN / 100))]++;
        }
        Arrays.sort(parts);
        assertEquals(100_000 / 5.187, parts[99], 1000);
        assertEquals(100_000 / 5.187 / 2, parts[98], 1000);
    }

    @Test
    void appendedKeysAreBehindThoseOfTheTableInRandomOrder() {
        long[] ids = LiveKeys.batch(LiveWay.Keys.APPEND, 1000, 1);
        assertTrue(Arrays.stream(ids).allMatch(id -> id >= LiveKeys.SPAN));
        assertEquals(1000, Arrays.stream(ids).distinct().count());
        long[] sorted = ids.clone();
        Arrays.sort(sorted);
        assertFalse(Arrays.equals(sorted, ids));
    }

    @Test
    void aReportComparesWithThePlannedWay() throws IOException {
        LiveReport report = report(result(LiveWay.SORTED, 50, 0, 1050, 7));
        assertTrue(report.isSound(), report.faults().toString());
        assertTrue(report.tables().contains("5.00"), report.tables());
        assertTrue(report.tables().contains("3.0 → 2.0"), report.tables());
        for (String line :
                report.tables()
                        .substring(0, report.tables().indexOf("Measured on"))
                        .lines()
                        .toList()) {
            assertTrue(line.length() <= 80, line.length() + " columns: " + line);
        }
        assertTrue(report.html().contains("50.0 s</text>"), report.html());
        JsonNode json = new ObjectMapper().readTree(report.json());
        assertEquals(5, json.get("ways").get(1).get("over_planned").asDouble());
        assertEquals(2000, json.get("ways").get(0).get("done").get("move_millis").asInt());
    }

    @Test
    void wrongAnswersLostRowsAndOtherRowsAreFaults() {
        assertEquals(1, report(result(LiveWay.SORTED, 50, 1, 1050, 7)).faults().size());
        assertEquals(1, report(result(LiveWay.SORTED, 50, 0, 1049, 7)).faults().size());
        assertEquals(2, report(result(LiveWay.SORTED, 50, 0, 1050, 8)).faults().size());
        assertFalse(new LiveReport(OPTIONS, List.of(), Instant.EPOCH).isSound());
    }

    @Test
    void waysAndSizesAreChecked() {
        assertEquals(LiveWay.PLANNED_APPEND, LiveWay.of("planned-append"));
        assertThrows(SluiceException.class, () -> LiveWay.of("quickly"));
        assertThrows(
                SluiceException.class,
                () -> new LiveOptions(List.of(), 1, 1000, 50, 200, 20, 1, Path.of("x")));
    }

    private static LiveReport report(LiveResult sorted) {
        return new LiveReport(
                OPTIONS, List.of(result(LiveWay.PLANNED, 10, 0, 1050, 7), sorted), Instant.EPOCH);
    }

    private static LiveResult result(
            LiveWay way, double seconds, int wrong, long links, long hash) {
        boolean isPlanned = way == LiveWay.PLANNED;
        return new LiveResult(
                way,
                seconds,
                isPlanned
                        ? Optional.of(new LiveResult.Forecast(4, 3, 2000, 3000, 5000))
                        : Optional.empty(),
                isPlanned
                        ? Optional.of(
                                new PlanResult(
                                        1,
                                        4,
                                        0,
                                        3,
                                        true,
                                        true,
                                        0,
                                        0,
                                        1000,
                                        2000,
                                        5000,
                                        Map.of("a", 5L),
                                        Map.of()))
                        : Optional.empty(),
                30,
                34,
                200,
                5,
                50,
                500,
                wrong,
                links,
                hash);
    }
}
