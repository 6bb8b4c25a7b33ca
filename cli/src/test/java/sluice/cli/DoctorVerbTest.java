package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.cli.console.StopSignal;

/** The verb doctor: its exit status, its text and its JSON. The checks have a test of their own. */
class DoctorVerbTest {
    @TempDir private Path directory;

    @Test
    void aFaultIsStatusOneWithItsRemedyAndNothingIsChanged() throws IOException {
        Path file = directory.resolve("sluice.yaml");
        Files.writeString(
                file,
                "serve:\n  store: %s/none\n  port: 0\n  http-port: 0\n  token-file: %s/no\n"
                        .formatted(directory, directory));
        StringWriter output = new StringWriter();
        int status = run(Map.of(), output, "doctor", "--config", file.toString());
        assertEquals(1, status, output::toString);
        assertTrue(output.toString().contains("  fault    token-file "), output::toString);
        assertTrue(output.toString().contains("-> make one: umask 077; "), output::toString);
        output.toString().lines().forEach(line -> assertTrue(line.length() <= 110, line));
        assertTrue(!Files.exists(directory.resolve("none")), "doctor makes no store");
    }

    @Test
    void aWrongFileOfOptionsIsAFaultBesideTheOthers() throws IOException {
        Path file = Files.writeString(directory.resolve("a.yaml"), "serve:\n  prot: 1\n");
        StringWriter output = new StringWriter();
        Map<String, String> variables = Map.of("SLUICE_SERVE_CONFIG", file.toString());
        assertEquals(1, run(variables, output, "doctor", "--json"));
        String json = output.toString();
        assertTrue(json.contains("\"name\" : \"configuration\""), json);
        assertTrue(json.contains("a.yaml:2: found the key"), json);
        assertTrue(json.contains("\"name\" : \"memory\""), json);
    }

    private static int run(Map<String, String> variables, StringWriter output, String... words) {
        PrintWriter writer = new PrintWriter(output, true);
        return Main.run(new StopSignal(writer), variables, writer, writer, words);
    }
}
