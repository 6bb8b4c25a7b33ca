package sluice.cli.help;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.cli.CommandRun;

/** The completion script in real shells. */
class CompletionScriptTest {
    private static final String FILES = "(files)";

    @TempDir private Path directory;
    private Path script = Path.of("");

    @BeforeEach
    void writeScript() throws IOException {
        script = directory.resolve("completion");
        Files.writeString(script, CommandRun.of("completion").output());
    }

    @Test
    void bashOffersTheValuesOfTheOptionItself() throws Exception {
        offersValues("bash");
    }

    @Test
    void zshOffersTheValuesOfTheOptionItself() throws Exception {
        offersValues("zsh");
    }

    private void offersValues(String shell) throws Exception {
        assertEquals("fail skip divert", offered(shell, "sluice load st g --on-error ''"));
        assertEquals("accept report reject", offered(shell, "sluice load st g --dangling ''"));
        assertEquals("auto bar plain json none", offered(shell, "sluice load st --progress ''"));
        assertEquals("runs wait", offered(shell, "sluice load st g --unbuilt ''"));
        assertEquals("jsonl", offered(shell, "sluice query graph links 1 2 --format j"));
        assertEquals("names uid auto", offered(shell, "sluice load st g --ids ''"));
        assertEquals("w3c dgraph", offered(shell, "sluice export st out --rdf ''"));
        assertEquals("sync async", offered(shell, "sluice serve st --durability ''"));
        assertEquals(
                "legacy corrected", offered(shell, "sluice generate linkbench f --profile ''"));
        assertEquals("edges edges-tab", offered(shell, "sluice generate rmat f --format e"));
        assertEquals("", offered(shell, "sluice query graph links 1 2 --limit ''"));
    }

    @Test
    void bashOffersVerbsQuestionsAndOptions() throws Exception {
        offersWords("bash");
    }

    @Test
    void zshOffersVerbsQuestionsAndOptions() throws Exception {
        offersWords("zsh");
    }

    private void offersWords(String shell) throws Exception {
        assertEquals("shell", offered(shell, "sluice sh"));
        assertEquals("link links", offered(shell, "sluice query graph li"));
        assertEquals("link links", offered(shell, "sluice query --server localhost:7411 li"));
        assertEquals("", offered(shell, "sluice query graph links 1"));
        assertEquals("--on-error", offered(shell, "sluice load --on-e"));
        assertEquals("--offset", offered(shell, "sluice query graph links 1 2 --of"));
        assertEquals("--quick", offered(shell, "sluice demo --qu"));
        assertEquals("serve load", offered(shell, "sluice config ''"));
        assertEquals("--port", offered(shell, "sluice config serve --po"));
        assertEquals(
                "load linkbench serve serving debl plan rdf compare",
                offered(shell, "sluice bench ''"));
    }

    @Test
    void bashLeavesFilesToTheShell() throws Exception {
        for (String line :
                List.of(
                        "sluice load ''",
                        "sluice load st ''",
                        "sluice load st lsqb.y",
                        "sluice load st a lsqb.y",
                        "sluice load --on-error divert st a",
                        "sluice load st a --mapping ''",
                        "sluice query ''",
                        "sluice verify ''")) {
            assertEquals(FILES, offered("bash", line), line);
        }
        assertEquals("", offered("bash", "sluice query graph node ''"));
    }

    @Test
    void bashSplitsAnOptionAtItsSignOfEquality() throws Exception {
        assertEquals("jsonl", offered("bash", "sluice query graph --format = j"));
        assertEquals("table jsonl csv", offered("bash", "sluice query graph links 1 2 --format ="));
    }

    /** Keys as a user types them, into a shell that edits its lines. */
    @Test
    void theFirstSourceBehindTheStoreIsCompleted() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "no script(1)");
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "no bash");
        Files.createFile(directory.resolve("lsqb.yaml"));
        Files.createDirectory(directory.resolve("load"));
        String typed =
                typed(
                        "sluice() { printf '<%s>' \"$@\"; echo; }\n"
                                + "source "
                                + script
                                + "\n"
                                + "sluice lo\tx lsqb.y\t\n"
                                + "sluice load x --on-error di\tls\t\n"
                                + "sluice query loa\t cou\t1 1 --format=js\t\n"
                                + "exit\n");
        assertTrue(typed.contains("<load><x><lsqb.yaml>"), typed);
        assertTrue(typed.contains("<load><x><--on-error><divert><lsqb.yaml>"), typed);
        assertTrue(typed.contains("<query><load/><count><1><1><--format=jsonl>"), typed);
    }

    private String typed(String keys) throws IOException, InterruptedException {
        Process shell =
                new ProcessBuilder("script", "-qec", "bash --noprofile --norc -i", "/dev/null")
                        .directory(directory.toFile())
                        .redirectErrorStream(true)
                        .start();
        try (OutputStream input = shell.getOutputStream()) {
            input.write(keys.getBytes(UTF_8));
        }
        String output = new String(shell.getInputStream().readAllBytes(), UTF_8);
        shell.waitFor();
        return output;
    }

    /** What {@code shell} offers for the last word of {@code line}. */
    private String offered(String shell, String line) throws IOException, InterruptedException {
        assumeTrue(isInstalled(shell), () -> shell + " is not installed");
        List<String> command = new ArrayList<>();
        if (shell.equals("zsh")) {
            // As bashcompinit calls it.
            command.addAll(List.of("zsh", "-f", "-c"));
            command.add(
                    "compopt() { :; }; source %1$s; try() { emulate -L sh; setopt kshglob noshglob braceexpand ksharrays; COMP_WORDS=(%2$s); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _sluice; echo \"${COMPREPLY[@]}\"; }; try"
                            .formatted(script, line));
        } else {
            command.addAll(List.of("bash", "--norc", "-c"));
            command.add(
                    "none=; compopt() { none=yes; }; source %s; COMP_WORDS=(%s); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _sluice; if [ ${#COMPREPLY[@]} = 0 ] && [ -z \"$none\" ]; then echo '%s'; else echo \"${COMPREPLY[@]}\"; fi"
                            .formatted(script, line, FILES));
        }
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertEquals(0, process.waitFor(), output);
        return output.strip();
    }

    private static boolean isInstalled(String shell) {
        return List.of("/bin", "/usr/bin", "/usr/local/bin").stream()
                .anyMatch(path -> Files.isExecutable(Path.of(path, shell)));
    }
}
