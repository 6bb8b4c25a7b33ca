package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.cli.verbs.WhenCommand;
import sluice.coordinator.LiveStore;
import sluice.coordinator.LiveStoreOptions;
import sluice.coordinator.decision.DecisionOptions;
import sluice.hot.rocksdb.Durability;
import sluice.hot.rocksdb.HotOptions;
import sluice.hot.rocksdb.RocksHotStore;
import sluice.live.LiveStatus;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.protocol.Outlook;
import sluice.server.ServerOptions;
import sluice.server.SluiceServer;
import sluice.storage.DirectoryStorage;

/** {@code when} and {@code pin} against a server of this process. */
class BuildVerbsTest {
    private static final String LAST = "18446744073709551615";

    @TempDir Path directory;

    @Test
    void rangesArePinnedAndUnpinnedAndAnIdIsToldOf() throws IOException {
        HotOptions options = new HotOptions(16L << 20, Durability.SYNC);
        try (RocksHotStore hot = RocksHotStore.open(directory.resolve("hot"), options);
                LiveStore live =
                        LiveStore.open(
                                DirectoryStorage.create(directory.resolve("graph")),
                                hot,
                                LiveStoreOptions.of(
                                        LoadOptions.defaults(), DecisionOptions.DEFAULT),
                                System::nanoTime);
                SluiceServer server =
                        SluiceServer.start(
                                ServerOptions.LOCAL.at("127.0.0.1", 0, ServerOptions.NO_HTTP),
                                live.graph(),
                                new LiveStatus(
                                        live,
                                        Optional::empty,
                                        new LoadProgress(),
                                        System::nanoTime))) {
            String address = "localhost:" + server.port();
            assertEquals(
                    "id 7: the load is still copying its source; buckets are put in order at"
                            + " uptime\n",
                    output("when", "7", "--server", address));
            assertEquals(
                    "pinned:\n  5 to %s\n".formatted(LAST),
                    output("pin", "5", LAST, "--server", address));
            JsonNode left =
                    json("pin", "8", LAST, "--unpin", "--server", address, "--format", "json");
            assertEquals("7", left.get("pinned").get(0).get("last_id").asText());
            CommandRun backwards = CommandRun.of("pin", "5", "4", "--server", address);
            assertEquals(2, backwards.status());
            assertTrue(backwards.errors().contains("runs backwards"), backwards.errors());
            CommandRun name = CommandRun.of("when", "Person:5", "--server", address);
            assertEquals(2, name.status());
            assertTrue(name.errors().contains("are unsigned numbers"), name.errors());
            live.completeIfEmpty();
            assertEquals("id 7: built\n", output("when", "7", "--server", address));
            JsonNode built = json("when", LAST, "--server", address, "--format", "json");
            assertEquals(LAST, built.get("id").asText());
            assertTrue(built.get("built").asBoolean());
            assertEquals(
                    "nothing is pinned\n",
                    output("pin", "0", LAST, "--unpin", "--server", address));
        }
    }

    @Test
    void anOutlookIsToldInWords() {
        assertEquals(
                "id 7: in about 4.00 s, behind 2 buckets with 1,000 rows",
                WhenCommand.text("7", new Outlook(true, false, 2, 1000, 4_000_000)));
        assertEquals(
                "id 7: behind 1 bucket with 1 row; no bucket has been built yet to tell the time"
                        + " by",
                WhenCommand.text("7", new Outlook(true, false, 1, 1, Outlook.UNKNOWN)));
        assertEquals(
                "id 7: in about 0.50 s, next",
                WhenCommand.text("7", new Outlook(true, false, 0, 0, 500_000)));
    }

    @Test
    void aMissingServerIsRefused() {
        CommandRun nowhere = CommandRun.of("when", "5");
        assertEquals(2, nowhere.status());
        assertTrue(nowhere.errors().contains("name a server"), nowhere.errors());
    }

    private static String output(String... arguments) {
        CommandRun run = CommandRun.of(arguments);
        assertEquals(0, run.status(), run.errors());
        return run.output();
    }

    private static JsonNode json(String... arguments) throws IOException {
        return new ObjectMapper().readTree(output(arguments));
    }
}
