package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Options of a server that it must not start with. */
class ServeArgumentsTest {
    @TempDir Path directory;

    @Test
    void limitsOutOfRangeAreRefused() {
        refused("--read-p99 must be", "--read-p99=-1");
        refused("--read-p99 must be", "--read-p99=NaN");
        refused("--absorb-at must be", "--absorb-at=1k");
        refused("--hot-lists needs --cold", "--hot-lists=1m");
        refused("port is 70000", "--port=70000");
    }

    private void refused(String words, String option) {
        CommandRun run =
                CommandRun.of(
                        "serve", directory.resolve("graph").toString(), option, "--http-port=-1");
        assertEquals(2, run.status(), run.errors());
        assertTrue(run.errors().contains(words), run.errors());
    }
}
