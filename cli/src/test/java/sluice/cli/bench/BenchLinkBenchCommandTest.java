package sluice.cli.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.cli.CommandRun;
import sluice.cli.console.Terminal;

final class BenchLinkBenchCommandTest {
    private static final List<String> SMALL =
            List.of(
                    "-Dmaxid1=501",
                    "-Dnlinks_func=CONST",
                    "-Dnlinks_config=0",
                    "-Dnlinks_default=4",
                    "-Drequests=1000",
                    "--warmup=0");

    @TempDir private Path directory;

    private static CommandRun linkBench(String... more) {
        List<String> arguments = new ArrayList<>(List.of("bench", "linkbench"));
        arguments.addAll(SMALL);
        arguments.addAll(List.of(more));
        return run(arguments.toArray(String[]::new));
    }

    private static CommandRun run(String... arguments) {
        return CommandRun.of(Terminal.none(), false, arguments);
    }

    private static void assertContains(String part, String text) {
        assertTrue(text.contains(part), () -> "no \"" + part + "\" in: " + text);
    }

    @Test
    void twoRunsAreMeasuredAndCompared() throws IOException {
        Path first = directory.resolve("a.json");
        Path second = directory.resolve("b.json");
        Path page = directory.resolve("a.html");
        Path stats = directory.resolve("stats.csv");
        Path stream = directory.resolve("stream.csv");
        CommandRun memory =
                linkBench(
                        "--json=" + first,
                        "--html=" + page,
                        "--csv-stats=" + stats,
                        "--csv-stream=" + stream);
        assertContains("\nGET_LINKS_LIST,", Files.readString(stats));
        assertContains("\n1,", Files.readString(stream));
        assertEquals(0, memory.status(), memory::errors);
        assertContains("get_links_list", memory.output());
        assertContains("0 counts wrong", memory.output());
        assertContains("loaded 500 nodes and 2,000 links", memory.errors());
        assertTrue(Files.readString(page).startsWith("<!DOCTYPE html>"));
        CommandRun none =
                linkBench(
                        "--store=none",
                        "--profile=legacy",
                        "--requesters=3",
                        "--rate=10k",
                        "--time=1",
                        "--no-verify",
                        "--json=" + second);
        assertEquals(0, none.status(), none::errors);
        Path both = directory.resolve("both.html");
        CommandRun compared =
                run("bench", "compare", first.toString(), second.toString(), "--html=" + both);
        assertEquals(0, compared.status(), compared::errors);
        assertContains("B by A", compared.output());
        assertContains("profile: corrected, legacy", compared.output());
        assertContains("requesters: 2, 3", compared.output());
        assertContains("two runs", Files.readString(both));
    }

    @Test
    void whatAFileLacksIsNamed() throws IOException {
        Path main = directory.resolve("main.properties");
        Files.writeString(main, "startid1 = 1\nrequesters = 1\n");
        CommandRun failed = run("bench", "linkbench", "--config=" + main);
        assertEquals(2, failed.status());
        assertContains(main + ": the setting \"maxid1\" is missing", failed.errors());
    }

    /** Not after hours of measuring. */
    @Test
    void aFileThatCannotBeWrittenIsToldBeforeTheRun() throws IOException {
        Path file = directory.resolve("file");
        Files.writeString(file, "a");
        for (Path wrong : List.of(directory.resolve("not/there"), file.resolve("in"), directory)) {
            for (String option : List.of("--json=", "--html=", "--csv-stats=")) {
                CommandRun failed = linkBench("--store=none", "--time=1", option + wrong);
                assertEquals(6, failed.status(), failed::errors);
                assertContains(wrong + " cannot be written", failed.errors());
                assertFalse(failed.errors().contains("requests/s"), failed::errors);
            }
        }
        assertEquals("a", Files.readString(file));
    }

    @Test
    void mistakesAreAnswered() {
        CommandRun key = linkBench("-Drequestors=3");
        assertEquals(2, key.status());
        assertContains("the nearest is \"requesters\"", key.errors());
        CommandRun rate = linkBench("--rate=0");
        assertEquals(2, rate.status());
        assertContains("--rate must be 1 or more", rate.errors());
        CommandRun store = linkBench("--store=oracle");
        assertEquals(2, store.status());
        assertContains("there are memory, sluice, grpc, mariadb, none", store.errors());
        CommandRun nowhere = linkBench("--store=memory:somewhere");
        assertEquals(2, nowhere.status());
        assertContains("takes nothing behind its name", nowhere.errors());
        assertEquals(2, linkBench("--profile=new").status());
        assertEquals(2, run("bench", "compare", "one.json").status());
    }
}
