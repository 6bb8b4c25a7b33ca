package sluice.experiments.turns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.experiments.turns.TurnsReport.Finding;
import sluice.model.SluiceException;

/** Scripts stand in for builds: each writes the results of a benchmark that it makes up. */
final class BenchmarkTurnsTest {
    private static final String ROW = "{\"what\":\"%s\",\"better\":\"%s\",\"value\":%s}";

    @TempDir private Path directory;

    private final List<String> progress = new ArrayList<>();

    @Test
    void figuresOfOneRoundAreDividedByEachOther() throws IOException {
        // The machine is slower each time; the ratio is not.
        Path other = build("other", row("uptime", "lower", "$((100 * turn))"));
        Path own = build("own", row("uptime", "lower", "$((50 * turn))"));
        TurnsReport report = run(3, other, own);
        assertEquals(1, report.count(Finding.BETTER), report::table);
        assertTrue(report.table().contains("0.500"), report::table);
        assertTrue(report.summary().contains("sluice of other"), report::summary);
        assertTrue(report.isWhole());
    }

    @Test
    void theBuildsBeginRoundsByTurns() throws IOException {
        Path build = build("same", row("uptime", "lower", "7"));
        run(2, build, build);
        assertEquals(
                List.of(
                        "starting both builds",
                        "round 1 of 2: load of the other build",
                        "round 1 of 2: load of this build",
                        "round 2 of 2: load of this build",
                        "round 2 of 2: load of the other build"),
                progress);
    }

    @Test
    void aDifferenceCountsOnlyWhereRoundsAgreeAndItIsLarge() throws IOException {
        String rows =
                String.join(
                        ",",
                        row("same", "lower", "1000"),
                        row("worse", "lower", "1000"),
                        row("higher", "higher", "1000"),
                        row("unclear", "lower", "1000"),
                        row("gone", "lower", "1"));
        String ownRows =
                String.join(
                        ",",
                        row("same", "lower", "1020"),
                        row("worse", "lower", "1040"),
                        row("higher", "higher", "1040"),
                        row("unclear", "lower", "$((turn == 1 ? 900 : 1200))"),
                        row("new", "lower", "1"));
        TurnsReport report = run(3, build("other", rows), build("own", ownRows));
        assertEquals(1, report.count(Finding.SAME), report::table);
        assertEquals(1, report.count(Finding.WORSE), report::table);
        assertEquals(1, report.count(Finding.BETTER), report::table);
        assertEquals(1, report.count(Finding.UNCLEAR), report::table);
        assertEquals(2, report.count(Finding.MISSING), report::table);
        assertTrue(report.json().contains("\"load: worse\""), report::markdown);
    }

    @Test
    void whatAFailedBuildSaidIsInTheMessage() throws IOException {
        Path build = build("whole", row("uptime", "lower", "1"));
        Path broken = script("broken", "echo 'sluice: no room' >&2\nexit 6\n");
        SluiceException refusal = assertThrows(SluiceException.class, () -> run(1, build, broken));
        assertTrue(String.valueOf(refusal.getMessage()).contains("status 6: sluice: no room"));
        assertFalse(Files.exists(directory.resolve("turns")), "the folder is left");
    }

    @Test
    void aStopEndsTheTurnThatRuns() throws IOException {
        Path slow = script("slow", "[ $1 = --version ] && { echo slow; exit; }\nsleep 600\n");
        TurnsReport report =
                BenchmarkTurns.run(
                        List.of(TurnBenchmark.LOAD),
                        options(5),
                        List.of(slow.toString()),
                        List.of(slow.toString()),
                        () -> progress.size() > 1,
                        progress::add);
        assertFalse(report.isWhole());
        assertEquals(2, progress.size(), progress::toString);
    }

    @Test
    void aStopBeforeTheFirstRoundMeasuresNothing() throws IOException {
        Path slow = script("slow", "sleep 600\n");
        TurnsReport report =
                BenchmarkTurns.run(
                        List.of(TurnBenchmark.LOAD),
                        options(1),
                        List.of(slow.toString()),
                        List.of(slow.toString()),
                        () -> true,
                        progress::add);
        assertFalse(report.isWhole());
        assertEquals(1, progress.size(), progress::toString);
    }

    private TurnsReport run(int rounds, Path other, Path own) throws IOException {
        return BenchmarkTurns.run(
                List.of(TurnBenchmark.LOAD),
                options(rounds),
                List.of(other.toString()),
                List.of(own.toString()),
                () -> false,
                progress::add);
    }

    private TurnsOptions options(int rounds) {
        return new TurnsOptions(
                rounds, directory.resolve("turns"), 1000, List.of(), 1000, List.of(), 1, "sluice");
    }

    /** A launcher that answers {@code rows}, in which {@code turn} counts its runs from 1. */
    private Path build(String name, String rows) throws IOException {
        return script(
                name,
                """
                [ $1 = --version ] && { echo "sluice of %1$s"; exit; }
                echo >> '%2$s'
                turn=$(wc -l < '%2$s')
                for word in "$@"; do
                    case $word in --json=*) json=${word#--json=} ;; esac
                done
                cat > "$json" <<END
                {"rows":[%3$s]}
                END
                """
                        .formatted(name, directory.resolve(name + ".turns"), rows));
    }

    private static String row(String what, String better, String value) {
        return ROW.formatted(what, better, value);
    }

    private Path script(String name, String text) throws IOException {
        Path script = directory.resolve(name);
        Files.writeString(script, "#!/bin/sh\n" + text);
        if (!script.toFile().setExecutable(true)) {
            throw new IOException("cannot make a script executable");
        }
        return script;
    }
}
