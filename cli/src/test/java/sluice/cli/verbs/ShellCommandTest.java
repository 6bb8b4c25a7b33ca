package sluice.cli.verbs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.cli.CommandRun;

/** Many questions in one process: {@code sluice shell} and {@code sluice query --batch}. */
class ShellCommandTest {
    @TempDir private Path directory;

    @BeforeEach
    void load() throws IOException {
        Files.writeString(directory.resolve("pairs.txt"), "1\t2\n1\t3\n2\t3\n3\t1\n");
        Files.writeString(
                directory.resolve("people.csv"),
                "personId:ID(Person),name,:LABEL\nann lee,Ann,Person\nbob,Bob,Person\n");
        Files.writeString(
                directory.resolve("knows.csv"),
                ":START_ID(Person),:END_ID(Person),:TYPE\nann lee,bob,KNOWS\n");
        ok("load", path("graph"), path("pairs.txt"), "--progress", "none");
        ok("load", path("people"), path("people.csv"), path("knows.csv"), "--progress", "none");
    }

    @Test
    void aLineOfABatchIsAnsweredByALine() {
        CommandRun run =
                with(
                        """
                        # the first graph
                        count 1 0

                        links 1 0
                        links 9 0
                        types 1
                        node 1
                        """,
                        "query",
                        path("graph"),
                        "--batch");
        assertEquals(
                """
                complete\t2
                complete\t2 0 0\t3 0 0
                complete
                complete\t0 2
                complete
                """,
                run.output());
        assertEquals(0, run.status());
        assertEquals("", run.errors());
    }

    @Test
    void aBatchGoesOnBehindAQuestionThatFails() {
        CommandRun run =
                with(
                        "count 1 x\ncuont 1 0\ncount 1\ncount 1 0 --limit 3\nnode 'a\nlinks 1 0 --help\ncount 1 0\ncount 1 0 --server here\nlinks 1 0 --limit 1\n",
                        "query",
                        path("graph"),
                        "--batch");
        List<String> lines = run.output().lines().toList();
        assertEquals(9, lines.size(), run.output());
        assertTrue(lines.get(0).startsWith("error\t"), lines.get(0));
        assertEquals(
                "error\t\"cuont\" is no question; did you mean count; there are: find, walk, count, link, links, node, types",
                lines.get(1));
        assertTrue(lines.get(2).contains("TYPE"), lines.get(2));
        assertTrue(lines.get(3).contains("--limit"), lines.get(3));
        assertTrue(lines.get(4).contains("not closed"), lines.get(4));
        assertTrue(lines.get(5).startsWith("error\t"), lines.get(5));
        assertEquals("complete\t2", lines.get(6));
        assertTrue(lines.get(7).contains("named once"), lines.get(7));
        assertEquals("complete\t2 0 0", lines.get(8));
        assertEquals(2, run.status());
    }

    @Test
    void aBatchOfObjectsNamesItsQuestions() {
        CommandRun run =
                with(
                        "links 'Person:ann lee' KNOWS\nnode Person:cid\nnode Dog:rex\nlinks 'Person:ann lee' KNOWS --limit 1\n",
                        "query",
                        path("people"),
                        "--batch",
                        "--format",
                        "jsonl");
        List<String> lines = run.output().lines().toList();
        assertEquals(4, lines.size(), run.output());
        assertTrue(
                lines.get(0)
                        .startsWith(
                                "{\"question\":\"links 'Person:ann lee' KNOWS\",\"rows\":[{\"id2\":"),
                lines.get(0));
        assertTrue(lines.get(0).contains("\"id2_name\":\"Person:bob\",\"time\":0"), lines.get(0));
        assertTrue(lines.get(0).endsWith("}],\"complete\":true}"), lines.get(0));
        assertEquals(
                "{\"question\":\"node Person:cid\",\"rows\":[],\"complete\":true}", lines.get(1));
        assertTrue(
                lines.get(2).startsWith("{\"question\":\"node Dog:rex\",\"error\":\""),
                lines.get(2));
        assertEquals(2, run.status());
    }

    /** Errors quote the question: it must not move the cursor, nor fill the screen. */
    @Test
    void questionsAreQuotedWithoutControlBytesAndCut() {
        String escape = "\u001b[2Jcount\u0007\u009b31m \u202e1 0";
        String lengthy = "x".repeat(100_000);
        String asked =
                String.join(
                                "\n",
                                escape,
                                "count " + escape,
                                "count 1 '" + escape + "'",
                                "find '" + escape + "' eq 1",
                                "find age " + escape + " 1",
                                "walk 1 '" + escape + "'",
                                "node --" + escape,
                                "count 1 0 --limit=" + escape,
                                lengthy,
                                "node " + lengthy,
                                "node 1 " + lengthy,
                                "count 1 '" + lengthy,
                                "find " + lengthy + " eq 1",
                                "walk 1 '" + lengthy + "'")
                        + "\n";
        for (String graph : List.of("graph", "people")) {
            CommandRun shell = with(asked, "shell", path(graph));
            quoted(shell.errors(), 14);
            CommandRun batch = with(asked, "query", path(graph), "--batch");
            assertEquals(14, batch.output().lines().count(), batch.output());
            quoted(batch.output(), 14);
        }
        quoted(CommandRun.of("query", path("graph"), "count", escape, "0").errors(), 1);
        quoted(CommandRun.of("query", path("graph"), "find", lengthy, "eq", "1").errors(), 1);
        quoted(CommandRun.of("load", path("s"), escape).errors(), 1);
        quoted(CommandRun.of("map", escape).errors(), 1);
        quoted(CommandRun.of("doctor", "--config", escape).output(), 1);
        quoted(CommandRun.of("config", escape).errors(), 1);
        quoted(CommandRun.of(escape).errors(), 1);
        quoted(CommandRun.of(lengthy).errors(), 1);
    }

    private static void quoted(String told, int failures) {
        List<String> lines = told.lines().toList();
        assertTrue(lines.size() >= failures, told);
        for (String line : lines) {
            assertTrue(line.length() < 1_500, () -> "length " + line.length());
            assertTrue(
                    line.codePoints()
                            .allMatch(
                                    point ->
                                            point == '\t'
                                                    || !Character.isISOControl(point)
                                                            && Character.getType(point)
                                                                    != Character.FORMAT),
                    line);
        }
    }

    @Test
    void aBatchIsNotOfCsv() {
        CommandRun run = with("", "query", path("graph"), "--batch", "--format", "csv");
        assertEquals(2, run.status());
        assertTrue(run.errors().contains("--format jsonl"), run.errors());
    }

    @Test
    void manyQuestionsAreAnsweredByOneProcess() {
        String questions =
                String.join(
                        "", IntStream.range(0, 2000).mapToObj(i -> "count " + i + " 0\n").toList());
        CommandRun run = with(questions, "query", path("graph"), "--batch");
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            expected.add("complete\t" + (i == 1 ? 2 : i == 2 || i == 3 ? 1 : 0));
        }
        assertEquals(String.join("\n", expected) + "\n", run.output());
    }

    @Test
    void theShellAnswersLinesOfAPipeAsQueryDoes() {
        CommandRun run =
                with(
                        "count 1 0\nlinks 1 0 --limit 1 --format jsonl\n\nquit\ncount 1 0\n",
                        "shell",
                        path("graph"));
        assertEquals(
                """
                count  2
                complete
                {"id2":2,"time":0,"version":0,"data":""}
                {"found":1,"next_offset":1,"complete":true}
                """,
                run.output());
        assertEquals(0, run.status());
    }

    @Test
    void theShellGoesOnAndEndsWithTheFirstFailure() {
        CommandRun run = with("count 1\nlniks 1 0\ncount 1 0\n", "shell", path("graph"));
        assertEquals("count  2\ncomplete\n", run.output());
        assertTrue(run.errors().contains("try: help count"), run.errors());
        assertTrue(run.errors().contains("did you mean links"), run.errors());
        assertTrue(run.errors().contains("try: help\n"), run.errors());
        assertEquals(2, run.status());
    }

    @Test
    void theShellHelps() {
        CommandRun all = with("help\n", "shell", path("graph"));
        for (String question : List.of("links ID1 TYPE ", "node ID ", "help QUESTION", "exit")) {
            assertTrue(all.output().contains("  " + question), all.output());
        }
        CommandRun one = with("help links", "shell", path("graph"));
        assertTrue(one.output().contains("Usage: links ID1 TYPE [OPTIONS]"), one.output());
        assertTrue(one.output().contains("--min-time"), one.output());
        all.output().lines().forEach(line -> assertTrue(line.length() <= 80, line));
    }

    @Test
    void aLoadThatEndsMeanwhileShows() throws IOException {
        InputStream questions =
                new InputStream() {
                    private final byte[] first = "count 1 0\n".getBytes(UTF_8);
                    private int at;

                    @Override
                    public int read() {
                        throw new UnsupportedOperationException();
                    }

                    @Override
                    public int read(byte[] into, int offset, int length) throws IOException {
                        if (at == 1) {
                            Files.writeString(directory.resolve("more.txt"), "1\t9\n");
                            ok("load", path("graph"), path("more.txt"), "--progress", "none");
                            waitUntilStoresAreLookedAtAnew();
                        }
                        at++;
                        if (at > 2) {
                            return -1;
                        }
                        System.arraycopy(first, 0, into, offset, first.length);
                        return first.length;
                    }
                };
        CommandRun run = with(questions, "query", path("graph"), "--batch");
        assertEquals("complete\t2\ncomplete\t3\n", run.output());
    }

    private static void waitUntilStoresAreLookedAtAnew() {
        long until = System.nanoTime() + 1_100_000_000;
        while (System.nanoTime() < until) {
            LockSupport.parkNanos(until - System.nanoTime());
        }
    }

    private void ok(String... arguments) {
        CommandRun run = CommandRun.of(arguments);
        assertEquals(0, run.status(), run::errors);
    }

    private String path(String name) {
        return directory.resolve(name).toString();
    }

    private static CommandRun with(String input, String... arguments) {
        return with(new ByteArrayInputStream(input.getBytes(UTF_8)), arguments);
    }

    private static CommandRun with(InputStream input, String... arguments) {
        InputStream before = System.in;
        System.setIn(input);
        try {
            return CommandRun.of(arguments);
        } finally {
            System.setIn(before);
        }
    }
}
