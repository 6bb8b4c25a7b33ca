package sluice.cli.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.cli.CommandRun;
import sluice.cli.Main;

class StandardOutputTest {
    @TempDir private Path directory;

    private final StringWriter errors = new StringWriter();

    @Test
    void lostOutputIsNoSuccess() throws IOException {
        Path full = Path.of("/dev/full");
        Assumptions.assumeTrue(Files.exists(full));
        try (FileOutputStream process = new FileOutputStream(full.toFile())) {
            assertEquals(6, statusOf(new StandardOutput(process), "--version"));
        }
        assertTrue(errors.toString().contains("No space left on device"), errors::toString);
    }

    @Test
    void aFailureKeepsItsOwnStatus() throws IOException {
        assertEquals(2, statusOf(new StandardOutput(failing("Input/output error")), "nonsense"));
        assertTrue(errors.toString().contains("nonsense"), errors::toString);
    }

    @Test
    void aReaderThatHasSeenEnoughIsNoFailure() throws IOException {
        assertEquals(0, statusOf(new StandardOutput(failing("Broken pipe")), "--version"));
        assertEquals("", errors.toString());
    }

    @Test
    void whatIsWrittenArrives() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        assertEquals(0, statusOf(new StandardOutput(bytes), "--help"));
        assertEquals(
                CommandRun.of("--help").output(),
                bytes.toString(StandardCharsets.UTF_8).stripTrailing() + "\n");
    }

    @Test
    void aWatchEndsWithItsReader() throws IOException {
        String store = directory.resolve("graph").toString();
        Path source = directory.resolve("links.txt");
        Files.writeString(source, "1 2\n");
        CommandRun load = CommandRun.of(Terminal.none(), true, "load", store, source.toString());
        assertEquals(130, load.status(), load::errors);
        StandardOutput output = new StandardOutput(failing("Broken pipe"));
        assertEquals(0, statusOf(output, "status", store, "--watch"));
    }

    private int statusOf(StandardOutput output, String... arguments) {
        PrintWriter toOutput = new PrintWriter(output, true, StandardCharsets.UTF_8);
        PrintWriter toErrors = new PrintWriter(errors, true);
        StopSignal stop = new StopSignal(toErrors);
        int status = Main.run(Terminal.none(), stop, toOutput, toErrors, arguments);
        toOutput.flush();
        return output.statusAfter(status, toErrors);
    }

    private static OutputStream failing(String message) {
        return new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                throw new IOException(message);
            }
        };
    }
}
