package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Closeable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.load.files.CheckedLines;
import sluice.load.files.LoadLock;
import sluice.load.files.StoreFiles;
import sluice.storage.DirectoryStorage;
import sluice.storage.Storage;

/** After a planned load was killed, the balancer of HBase is off: commands on the store say so. */
class InterruptedPlanTest {
    @TempDir private Path directory;

    @Test
    void commandsOnTheStoreSayThatTheBalancerIsOffUnlessALoadGoesOn() throws Exception {
        Path source = Files.writeString(directory.resolve("links.txt"), "1 2\n");
        Path store = directory.resolve("graph");
        assertEquals(0, CommandRun.of("load", store.toString(), source.toString()).status());
        Storage storage = DirectoryStorage.open(store);
        CheckedLines.publish(
                storage,
                StoreFiles.PLAN,
                List.of("sluice plan journal 1", "load", "plan 0", "off"));
        String said = errors(store);
        assertTrue(said.contains("balancer and normalizer of the cluster stay off"), said);
        assertTrue(said.contains("sluice plan " + store + " --restore --cold"), said);
        try (Closeable _ = LoadLock.take(storage)) {
            assertFalse(errors(store).contains("balancer"), "a load runs");
        }
        CheckedLines.publish(
                storage,
                StoreFiles.PLAN,
                List.of("sluice plan journal 1", "load", "plan 0", "off", "back"));
        assertFalse(errors(store).contains("balancer"), "it was given back");
    }

    private String errors(Path store) throws Exception {
        Path folder = Files.createTempDirectory(directory, "run").resolve("status");
        try (RepeatedCommand command =
                new RepeatedCommand(folder, List.of("status", store.toString()))) {
            command.start();
            command.await();
            return command.lastErrors();
        }
    }
}
