package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.cli.console.Terminal;
import sluice.cli.show.BarView;
import sluice.cli.show.ProgressMeter;
import sluice.cli.show.ProgressWords;
import sluice.load.job.Counters;
import sluice.load.job.LoadProgress.Phase;
import sluice.segment.RowsByKind;

class ProgressTest {
    private static final long MB = 1_000_000;

    @TempDir private Path directory;

    @Test
    void whatWasDoneBeforeCountsButNotIntoTheRate() {
        ProgressMeter meter = new ProgressMeter();
        meter.read(staging(600 * MB, 600 * MB, 6_000), 1);
        ProgressMeter.Reading reading = meter.read(staging(620 * MB, 600 * MB, 8_000), 3);
        assertEquals(0.62, reading.part().orElseThrow(), 1e-9);
        assertEquals(10e6, reading.bytesPerSecond(), 1);
        assertEquals(1000, reading.rowsPerSecond(), 1e-9);
        assertEquals(OptionalLong.of(38), reading.secondsLeft());
    }

    @Test
    void firstLookAfterTheBeginningCountsFromWhatWasResumed() {
        ProgressMeter meter = new ProgressMeter();
        meter.read(phase(Phase.PLAN), 0);
        // The first chunk was read between two looks.
        meter.read(staging(610 * MB, 600 * MB, 7_000), 10);
        ProgressMeter.Reading reading = meter.read(staging(620 * MB, 600 * MB, 8_000), 11);
        assertEquals(20e6, reading.bytesPerSecond(), 1);
    }

    @Test
    void whatWasResumedMayBecomeKnownWithinThePhase() {
        ProgressMeter meter = new ProgressMeter();
        meter.read(staging(0, 0, 6_000), 10);
        meter.read(staging(600 * MB, 600 * MB, 6_000), 11);
        ProgressMeter.Reading reading = meter.read(staging(620 * MB, 600 * MB, 8_000), 13);
        assertEquals(10e6, reading.bytesPerSecond(), 1);
    }

    @Test
    void planningHasNoRates() {
        ProgressMeter meter = new ProgressMeter();
        meter.read(phase(Phase.PLAN), 0);
        ProgressMeter.Reading reading =
                meter.read(counters(Phase.PLAN, MB, MB, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 2);
        assertEquals("plan", BarView.line(reading, 80, true));
    }

    @Test
    void rateIsThatOfTheLastSeconds() {
        ProgressMeter meter = new ProgressMeter();
        long bytes = 0;
        double perSecond = 0;
        for (int second = 0; second < 40; second++) {
            bytes += second < 20 ? 50 * MB : 5 * MB;
            perSecond = meter.read(staging(bytes, 0, 0), second).bytesPerSecond();
        }
        assertEquals(5e6, perSecond, 1);
    }

    @Test
    void unknownLengthHasNoPartAndNoTimeLeft() {
        ProgressMeter meter = new ProgressMeter();
        Counters counters = counters(Phase.STAGE, -1, 5 * MB, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        meter.read(counters, 0);
        ProgressMeter.Reading reading = meter.read(counters, 5);
        assertTrue(reading.part().isEmpty());
        assertTrue(reading.secondsLeft().isEmpty());
        assertEquals("stage       1 rows/s  1.00 MB/s", BarView.line(reading, 80, true));
    }

    @Test
    void chunksOfAnEarlierTryAreToldWithTheirBytesWhereTheseAreKnown() {
        assertEquals("going on: 6 chunks staged before", resumed(Phase.BUILD, 0));
        assertEquals("going on: 6 chunks (13.0 MB) staged before", resumed(Phase.STAGE, 13 * MB));
    }

    private static String resumed(Phase phase, long bytes) {
        Counters counters =
                counters(phase, 20 * MB, 13 * MB, bytes, 0, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0);
        return ProgressWords.resumed(new ProgressMeter().read(counters, 1));
    }

    @Test
    void barFitsEveryWidth() {
        ProgressMeter meter = new ProgressMeter();
        meter.read(staging(600 * MB, 500 * MB, 6_000), 0);
        ProgressMeter.Reading reading = meter.read(staging(620 * MB, 500 * MB, 987_654_321), 3);
        for (int columns = 0; columns < 200; columns++) {
            assertTrue(BarView.line(reading, columns, true).length() <= columns);
            assertTrue(BarView.line(reading, columns, false).length() <= columns);
        }
        assertTrue(BarView.line(reading, 79, true).startsWith("stage ▕█"));
        assertTrue(
                BarView.line(reading, 79, false)
                        .matches("stage \\[#+\\.+\\]  62%  .* to uptime  3 rejected"));
    }

    @Test
    void barIsDrawnOverItselfAndLeavesNothing() {
        StringWriter errors = new StringWriter();
        Terminal terminal = new Terminal(true, true, false, () -> 80);
        BarView view = new BarView(new PrintWriter(errors, true), terminal);
        ProgressMeter.Reading reading = new ProgressMeter().read(staging(600 * MB, 0, 0), 1);
        view.show(reading);
        view.uptime(reading);
        view.end(reading);
        String[] lines = errors.toString().split("\n", -1);
        assertEquals(2, lines.length);
        assertTrue(
                lines[0].endsWith(
                        "\r\u001b[Kuptime after 1.00 s: queries are complete from now on"));
        assertTrue(view.intervalMillis() >= 100);
    }

    @Test
    void jsonIsOneObjectALineAndTellsUptime() throws IOException {
        SmallFiles.writeTo(directory);
        CommandRun run =
                CommandRun.of(
                        "load",
                        directory.resolve("graph").toString(),
                        directory.resolve("edges.txt").toString(),
                        "--progress=json",
                        "--format=json",
                        "--memory=256m",
                        "--threads=1");
        assertEquals(0, run.status(), run::errors);
        ObjectMapper mapper = new ObjectMapper();
        int uptimes = 0;
        JsonNode last = null;
        for (String line : run.errors().lines().toList()) {
            last = mapper.readTree(line);
            uptimes += last.get("event").asText().equals("uptime") ? 1 : 0;
        }
        assertEquals(1, uptimes);
        assertEquals("end", last.get("event").asText());
        assertEquals("done", last.get("phase").asText());
        assertEquals(3, last.get("rows_read").asLong());
        assertEquals(last.get("bytes_total"), last.get("bytes_read"));
        JsonNode report = mapper.readTree(run.output());
        assertEquals(3, report.get("links").asLong());
        assertEquals(3, report.get("rows_read").asLong());
        assertTrue(report.get("seconds_to_uptime").asDouble() <= report.get("seconds").asDouble());
        assertTrue(report.get("next").get(0).asText().endsWith("types 1"));
    }

    private static Counters staging(long bytes, long bytesResumed, long rows) {
        return counters(
                Phase.STAGE,
                1000 * MB,
                bytes,
                bytesResumed,
                rows,
                6_000,
                3,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0);
    }

    private static Counters phase(Phase phase) {
        return counters(phase, 1000 * MB, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    /** Counters of rows alone. */
    private static Counters counters(
            Phase phase,
            long bytesTotal,
            long bytesRead,
            long bytesResumed,
            long rowsRead,
            long rowsResumed,
            long rowsRejected,
            long chunksStaged,
            long chunksResumed,
            long runBytes,
            long rowsToBuild,
            long rowsMerged,
            long bucketsTotal,
            long bucketsBuilt,
            long segmentBytes) {
        return new Counters(
                phase,
                bytesTotal,
                bytesRead,
                bytesResumed,
                rowsRead,
                rowsResumed,
                rowsRejected,
                chunksStaged,
                chunksResumed,
                runBytes,
                rowsToBuild,
                rowsMerged,
                bucketsTotal,
                bucketsBuilt,
                segmentBytes,
                Counters.Names.NONE,
                RowsByKind.NONE,
                RowsByKind.NONE,
                0);
    }
}
