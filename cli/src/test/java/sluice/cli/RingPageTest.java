package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import sluice.servers.WaitsForServers;

/** Follows docs/ring.md, with a process for each node, one of which is killed. */
@WaitsForServers
@ResourceLock(WaitsForServers.PROCESSES)
class RingPageTest {
    private static final Path PAGE = Path.of("../docs/ring.md");
    private static final int COMMANDS_MIN = 7;
    private static final int LOOKS_MAX = 300;
    private static final long LOOK_NANOS = 100_000_000;

    @TempDir private Path directory;

    /** Nodes in the order in which they were started, as jobs of a shell. */
    private final List<Process> jobs = new ArrayList<>();

    /** Those that have not said yet where they listen. */
    private final List<Process> starting = new ArrayList<>();

    /** The ports of the page, and those that were free. */
    private final Map<String, String> ports = new HashMap<>();

    /** How often each query was asked. */
    private final Map<String, Integer> asked = new HashMap<>();

    @AfterEach
    void stopNodes() throws InterruptedException {
        for (Process job : jobs) {
            job.destroyForcibly().waitFor();
        }
    }

    @Test
    void everyCommandPrintsWhatThePageShows() throws IOException, InterruptedException {
        FollowedPage.Commands commands =
                new FollowedPage.Commands() {
                    @Override
                    public String script(String script) throws IOException, InterruptedException {
                        if (script.startsWith("cat ")) {
                            return shell(script);
                        }
                        for (String line : script.lines().toList()) {
                            carryOut(line);
                        }
                        return "";
                    }

                    @Override
                    public String command(String command) throws IOException {
                        awaitStarts();
                        return printed(command);
                    }
                };
        new FollowedPage(PAGE, commands).follow(COMMANDS_MIN);
    }

    @Test
    void aPushThatNoNodeBeginsEndsAfterItsDeadline() throws IOException {
        String graph = directory.resolve("graph").toString();
        String ring = directory.resolve("ring").toString();
        Path links = Files.writeString(directory.resolve("links.csv"), "id1,id2\n1,2\n");
        for (List<String> words :
                List.of(
                        List.of("load", graph, links.toString(), "--memory", "256m"),
                        List.of("publish", graph),
                        List.of(
                                "ring",
                                "create",
                                ring,
                                graph,
                                "--nodes",
                                "a,b",
                                "--push-deadline",
                                "1"))) {
            CommandRun run = CommandRun.of(words.toArray(String[]::new));
            assertEquals(0, run.status(), run::errors);
        }
        CommandRun push = CommandRun.of("ring", "push", ring);
        assertEquals(4, push.status(), push::errors);
        assertTrue(push.errors().contains("no node of the ring runs"), push::errors);
    }

    private void carryOut(String line) throws IOException, InterruptedException {
        if (line.startsWith("kill -9 %")) {
            int job = Integer.parseInt(line.substring("kill -9 %".length()));
            jobs.get(job - 1).destroyForcibly().waitFor();
        } else if (line.endsWith(" &")) {
            startNode(words(line.substring(0, line.length() - 2)));
        } else {
            awaitStarts();
            boolean isLoad = line.startsWith("sluice load");
            CommandRun run =
                    CommandRun.of(words(line + (isLoad ? " --memory 256m --threads 1" : "")));
            assertEquals(0, run.status(), run::errors);
        }
    }

    /** A rollback reaches the nodes within moments; a query is repeated until it prints so. */
    private String printed(String command) {
        CommandRun run = CommandRun.of(words(command));
        String wanted = command.contains("query") ? expected(command) : "";
        for (int look = 0;
                look < LOOKS_MAX && !wanted.isEmpty() && !run.output().equals(wanted);
                look++) {
            LockSupport.parkNanos(LOOK_NANOS);
            run = CommandRun.of(words(command));
        }
        asked.merge(command, 1, Integer::sum);
        return (run.output() + run.errors()).replace(directory + "/", "");
    }

    /** The answer that the page shows for a query the next time. */
    private String expected(String command) {
        try {
            String text = Files.readString(PAGE);
            int at = -1;
            for (int i = 0; i <= asked.getOrDefault(command, 0); i++) {
                at = text.indexOf("$ " + command + "\n", at + 1);
            }
            int begin = text.indexOf('\n', at) + 1;
            int end = Math.min(end(text, "\n\n", begin) + 1, end(text, "```", begin));
            return text.substring(begin, end);
        } catch (IOException _) {
            return "";
        }
    }

    private static int end(String text, String mark, int from) {
        int at = text.indexOf(mark, from);
        return at < 0 ? text.length() : at;
    }

    private String[] words(String line) {
        List<String> words = new ArrayList<>(List.of(line.split(" ")));
        words.removeFirst();
        for (int i = 1; i < words.size(); i++) {
            String word = words.get(i);
            boolean isPath = word.matches("ring|graph|data-.|.*\\.csv");
            if (isPath) {
                words.set(i, directory.resolve(word).toString());
            } else if (word.matches("(localhost:)?743[0-9]")) {
                String port = word.substring(word.length() - 4);
                words.set(i, word.replace(port, ports.computeIfAbsent(port, _ -> freePort())));
            }
        }
        return words.toArray(String[]::new);
    }

    private static String freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return String.valueOf(socket.getLocalPort());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void startNode(String[] arguments) throws IOException {
        List<String> command = MainLaunch.withHeap(96);
        command.addAll(List.of(arguments));
        Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        jobs.add(process);
        starting.add(process);
    }

    /** Nodes of one machine start beside each other. */
    private void awaitStarts() throws IOException {
        for (Process process : starting) {
            BufferedReader output =
                    new BufferedReader(
                            new InputStreamReader(
                                    process.getInputStream(), StandardCharsets.UTF_8));
            assertNotNull(output.readLine(), "the node did not start");
            // The rest is a few lines, which the pipe holds.
        }
        starting.clear();
    }

    private String shell(String script) throws IOException, InterruptedException {
        Process shell =
                new ProcessBuilder("sh", "-e", "-c", script)
                        .directory(directory.toFile())
                        .redirectErrorStream(true)
                        .start();
        String printed = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(true, shell.waitFor(1, TimeUnit.MINUTES), printed);
        assertEquals(0, shell.exitValue(), printed);
        return printed;
    }
}
