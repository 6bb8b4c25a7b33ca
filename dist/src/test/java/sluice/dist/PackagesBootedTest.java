package sluice.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The Debian package in a Debian whose init is systemd: the unit starts, answers, has the limits
 * that it promises, comes back after a kill, stops in time, and starts with the machine. Skipped
 * where no container can be booted; {@code src/test/systemd/boot.sh} says what is missing. The
 * small Debian that it boots stays in {@code target/systemd} for the next time.
 */
@Tag("packages")
class PackagesBootedTest {
    private static final int SKIPPED = 77;

    @Test
    void theUnitRunsUnderSystemd() throws IOException, InterruptedException {
        assumeTrue(
                Files.isExecutable(Path.of("/usr/bin/systemd-nspawn")),
                "no systemd-nspawn here: apt-get install systemd-container debootstrap");
        Path target = Path.of("target", "systemd").toAbsolutePath();
        Path said = Files.createDirectories(target).resolve("walk.log");
        List<String> words =
                List.of(
                        "bash",
                        "src/test/systemd/boot.sh",
                        PackagesTest.written(".deb").toString(),
                        target.toString());
        Process process =
                new ProcessBuilder(words)
                        .redirectErrorStream(true)
                        .redirectOutput(said.toFile())
                        .start();
        process.getOutputStream().close();
        int status = process.waitFor();
        String walked = Files.readString(said);
        assumeTrue(status != SKIPPED, walked);
        assertEquals(0, status, walked);
    }
}
