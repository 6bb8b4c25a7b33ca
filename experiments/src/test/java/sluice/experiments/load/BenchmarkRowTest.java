package sluice.experiments.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import sluice.experiments.Verdict;
import sluice.experiments.load.BenchmarkRow.Better;

final class BenchmarkRowTest {
    @Test
    void aVerdictGoesTheWayThatIsGood() {
        assertEquals(Verdict.AIM, BenchmarkRow.UPTIME_COPY.verdict(1.6));
        assertEquals(Verdict.PASS, BenchmarkRow.UPTIME_COPY.verdict(1.7));
        assertEquals(Verdict.PASS, BenchmarkRow.UPTIME_COPY.verdict(3));
        assertEquals(Verdict.SHORT, BenchmarkRow.UPTIME_COPY.verdict(3.01));
        assertEquals(Verdict.SHORT, BenchmarkRow.UPTIME_RATE.verdict(6.9e6));
        assertEquals(Verdict.PASS, BenchmarkRow.UPTIME_RATE.verdict(7e6));
        assertEquals(Verdict.AIM, BenchmarkRow.UPTIME_RATE.verdict(2e7));
    }

    @Test
    void anAimIsNeverEasierThanWhatMustBeReached() {
        for (BenchmarkRow row : BenchmarkRow.values()) {
            boolean harder =
                    row.better() == Better.LOWER
                            ? row.aim() <= row.atLeast()
                            : row.aim() >= row.atLeast();
            assertTrue(harder, row.id());
        }
    }

    @Test
    void everySubjectIsOfSomeRow() {
        Set<Subject> used =
                Arrays.stream(BenchmarkRow.values())
                        .flatMap(row -> row.subjects(true))
                        .collect(Collectors.toSet());
        assertEquals(Set.of(Subject.values()), used);
    }

    @Test
    void onlyRowsOfTheLargeInputNeedIt() {
        List<BenchmarkRow> large =
                Arrays.stream(BenchmarkRow.values()).filter(BenchmarkRow::needsLarge).toList();
        assertEquals(
                List.of(BenchmarkRow.LARGE_MEMORY, BenchmarkRow.LARGE_MEMORY_ANONYMOUS), large);
        assertEquals(
                List.of(Subject.LINEAR_TENTH, Subject.LINEAR_ONE),
                BenchmarkRow.LINEAR.subjects(false).toList());
    }

    @Test
    void numbersAreShownWithTheirUnit() {
        assertEquals("1.60", Unit.TIMES.show(1.6));
        assertEquals("14.00 M/s", Unit.PER_SECOND.show(14e6));
        assertEquals("300 k/s", Unit.PER_SECOND.show(300e3));
        assertEquals("0.90–1.20 M/s", Unit.PER_SECOND.show(0.9e6, 1.2e6));
        assertEquals("4.50 B", Unit.BYTES.show(4.5));
        assertEquals("0.110–0.150 s", Unit.SECONDS.show(0.11, 0.15));
        assertEquals("512 MiB", Unit.MEBIBYTES.show(512));
    }
}
