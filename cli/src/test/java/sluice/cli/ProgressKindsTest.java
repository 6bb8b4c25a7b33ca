package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.cli.console.Terminal;
import sluice.cli.show.BarView;
import sluice.cli.show.PlainView;
import sluice.cli.show.ProgressMeter;
import sluice.cli.show.ProgressView;
import sluice.load.job.Counters;
import sluice.load.job.LoadProgress.Phase;
import sluice.segment.RowsByKind;

/** Progress says what was made by kind: names, links, properties, index entries. */
class ProgressKindsTest {
    private static final long MB = 1_000_000;
    private static final Counters.Names NAMES = new Counters.Names(11_153_528, 3_100_000, 0);
    private static final Counters.Names MERGED = new Counters.Names(11_153_528, 3_100_000, 576_801);
    private static final RowsByKind STAGED = new RowsByKind(0, 5_200_000, 1_100_000, 560_000);

    @TempDir private Path directory;

    @Test
    void barHasALineOfKindsUnderIt() {
        Counters first = counters(Phase.STAGE, 300 * MB, MERGED, RowsByKind.NONE);
        Counters second = counters(Phase.STAGE, 320 * MB, MERGED, STAGED);
        ProgressMeter meter = new ProgressMeter();
        meter.read(first, 0);
        ProgressMeter.Reading reading = meter.read(second, 2);
        assertEquals(
                "stage [######...............]  32%  160 MB/s  0:05 to uptime",
                BarView.line(reading, 79, false));
        assertEquals(
                "      577 k new names  5.20 M links  1.10 M properties  560 k index entries",
                BarView.kindsLine(reading, 79));
        StringWriter errors = new StringWriter();
        ProgressView view =
                new BarView(
                        new PrintWriter(errors, true), new Terminal(true, false, false, () -> 80));
        view.show(reading);
        assertTrue(errors.toString().contains("\n      577 k new names"), errors.toString());
        view.end(reading);
        assertTrue(errors.toString().endsWith("\r\u001b[J"), errors.toString());
    }

    @Test
    void lineOfKindsFitsEveryWidth() {
        long most = 999_000_000_000L;
        Counters counters =
                counters(
                        Phase.STAGE,
                        300 * MB,
                        new Counters.Names(most, most, most),
                        new RowsByKind(0, most, most, most));
        ProgressMeter.Reading reading = new ProgressMeter().read(counters, 1);
        assertTrue(BarView.kindsLine(reading, 79).endsWith("index entries"));
        for (int columns = 0; columns < 100; columns++) {
            assertTrue(BarView.kindsLine(reading, columns).length() <= columns);
        }
    }

    @Test
    void eachPhaseSaysWhatItMakes() {
        assertEquals(
                "      3.10 M names in chunks",
                BarView.kindsLine(reading(Phase.NAMES, NAMES, RowsByKind.NONE), 79));
        assertEquals("", BarView.kindsLine(reading(Phase.PLAN, MERGED, RowsByKind.NONE), 79));
        assertEquals(
                "      2 nodes  5.20 M links",
                BarView.kindsLine(
                        reading(Phase.BUILD, MERGED, new RowsByKind(2, 5_200_000, 0, 0)), 79));
        assertEquals("", BarView.kindsLine(reading(Phase.DONE, MERGED, STAGED), 79));
    }

    @Test
    void buildSaysHowManyValuesWereReplaced() {
        assertEquals(
                "      5.20 M links  1.10 M properties  560 k index entries  100 k values replaced",
                BarView.kindsLine(reading(Phase.BUILD, MERGED, STAGED), 99));
    }

    @Test
    void loadOfRowsAloneHasOneLine() {
        RowsByKind links = new RowsByKind(7, 5_200_000, 0, 0);
        assertEquals("", BarView.kindsLine(reading(Phase.STAGE, Counters.Names.NONE, links), 79));
        assertEquals("", BarView.kindsLine(reading(Phase.BUILD, Counters.Names.NONE, links), 79));
    }

    @Test
    void passForNamesHasARateOfRows() {
        ProgressMeter meter = new ProgressMeter();
        meter.read(counters(Phase.NAMES, 0, Counters.Names.NONE, RowsByKind.NONE), 0);
        ProgressMeter.Reading reading =
                meter.read(
                        counters(
                                Phase.NAMES,
                                100 * MB,
                                new Counters.Names(3_000_000, 800_000, 0),
                                RowsByKind.NONE),
                        2);
        assertEquals(1_500_000, reading.rowsPerSecond(), 1);
        StringWriter errors = new StringWriter();
        new PlainView(new PrintWriter(errors, true)).show(reading);
        assertEquals(
                "   0:02  names  10%  1.50 M rows/s  50.0 MB/s  0:18 left; 800 k names in chunks\n",
                errors.toString());
    }

    @Test
    void jsonHasTheCountsOfALoadOfStatements() throws IOException {
        Path statements = directory.resolve("people.rdf");
        Files.writeString(
                statements,
                """
                <ann> <knows> <bob> .
                <ann> <knows> <cem> .
                <ann> <name> "Ann" .
                <bob> <name> "Bob" .
                <bob> <name> "Bobby" .
                """);
        Path schema = directory.resolve("people.schema");
        Files.writeString(schema, "name: string @index(exact) .\nknows: [uid] @reverse .\n");
        CommandRun run =
                CommandRun.of(
                        "load",
                        directory.resolve("people").toString(),
                        statements.toString(),
                        "--schema=" + schema,
                        "--progress=json",
                        "--memory=256m",
                        "--threads=1");
        assertEquals(0, run.status(), run::errors);
        JsonNode end = new ObjectMapper().readTree(run.errors().lines().toList().getLast());
        assertEquals(5, end.get("rows_named").asLong());
        assertEquals(3, end.get("names_of_chunks").asLong());
        assertEquals(3, end.get("names_new").asLong());
        assertEquals(4, end.get("links_staged").asLong(), "two of them backwards");
        assertEquals(3, end.get("properties_staged").asLong());
        assertEquals(3, end.get("index_entries_staged").asLong());
        assertEquals(4, end.get("links_built").asLong());
        assertEquals(2, end.get("properties_built").asLong());
        assertEquals(2, end.get("index_entries_built").asLong());
        assertEquals(0, end.get("nodes_built").asLong());
    }

    private static ProgressMeter.Reading reading(
            Phase phase, Counters.Names names, RowsByKind rows) {
        return new ProgressMeter().read(counters(phase, 300 * MB, names, rows), 1);
    }

    private static Counters counters(
            Phase phase, long bytes, Counters.Names names, RowsByKind rows) {
        return new Counters(
                phase,
                1000 * MB,
                bytes,
                0,
                0,
                0,
                0,
                3,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                names,
                rows,
                rows,
                rows.properties() / 11);
    }
}
