package sluice.cli.ask;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.cli.CommandRun;
import sluice.coordinator.LiveStore;
import sluice.coordinator.LiveStoreOptions;
import sluice.coordinator.decision.DecisionOptions;
import sluice.hot.rocksdb.Durability;
import sluice.hot.rocksdb.HotOptions;
import sluice.hot.rocksdb.RocksHotStore;
import sluice.live.Live;
import sluice.live.LiveSettings;
import sluice.live.OwnHotStore;
import sluice.load.job.LoadOptions;
import sluice.model.HotHeader;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.Visibility;
import sluice.server.ServerOptions;
import sluice.server.SluiceServer;
import sluice.server.StatusReport;
import sluice.storage.DirectoryStorage;
import sluice.storage.Storage;

/** What the verbs say of online writes: those that read the directory, and those that ask. */
class OnlineWritesTest {
    private static final HotOptions HOT = new HotOptions(16L << 20, Durability.SYNC);
    private static final String ADVICE = "sluice absorb";

    @TempDir Path directory;
    private Path store = Path.of("");

    @BeforeEach
    void load() throws IOException {
        store = directory.resolve("graph");
        Path edges = Files.writeString(directory.resolve("edges.txt"), "1 2\n1 3\n2 3\n");
        CommandRun load =
                CommandRun.of("load", store.toString(), edges.toString(), "--progress", "none");
        assertEquals(0, load.status(), load.errors());
    }

    @Test
    void verbsThatReadTheDirectorySayWhatTheyLeaveOut() throws IOException {
        writeOnline();
        for (List<String> verb : verbs()) {
            CommandRun run = CommandRun.of(verb.toArray(String[]::new));
            assertEquals(0, run.status(), run.errors());
            assertTrue(run.errors().contains(ADVICE), () -> verb + ": " + run.errors());
        }
        assertTrue(left(json("hash", store.toString(), "--format", "json")));
        assertTrue(left(json("stats", store.toString(), "--format", "json")));
        assertTrue(left(json("query", store.toString(), "count", "1", "0", "--format", "jsonl")));
        assertEquals("2\n", count());

        assertEquals(0, CommandRun.of("absorb", store.toString()).status());

        for (List<String> verb : verbs()) {
            CommandRun run = CommandRun.of(verb.toArray(String[]::new));
            assertFalse(run.errors().contains(ADVICE), () -> verb + ": " + run.errors());
        }
        assertFalse(left(json("hash", store.toString(), "--format", "json")));
        assertEquals("3\n", count());
    }

    /** Else the hot store that was made in it would be a source of the next load of its files. */
    @Test
    void aDirectoryOfOtherFilesIsLeftAsItIs() throws IOException {
        Path dump = Files.createDirectory(directory.resolve("dump"));
        Path edges = Files.writeString(dump.resolve("edges.txt"), "1 2\n");
        for (List<String> verb :
                List.of(
                        List.of("serve", dump.toString(), "--port", "0", "--http-port", "-1"),
                        List.of(
                                "load",
                                dump.toString(),
                                edges.toString(),
                                "--serve",
                                "--port",
                                "0",
                                "--http-port",
                                "-1"),
                        List.of("absorb", dump.toString()))) {
            CommandRun run = CommandRun.of(verb.toArray(String[]::new));
            assertEquals(4, run.status(), run.errors());
            assertTrue(run.errors().contains("edges.txt"), run.errors());
            try (Stream<Path> files = Files.list(dump)) {
                assertEquals(List.of(edges), files.toList(), verb::toString);
            }
        }
    }

    /** It has a number and no name, so that only a copy of the store can have it. */
    @Test
    void aNodeThatIsAddedToAStoreWithNamesIsCountedAndNotExported() throws IOException {
        String named = directory.resolve("named").toString();
        Path people =
                Files.writeString(directory.resolve("people.csv"), "id1(P),id2(P)\nann,bob\n");
        assertEquals(0, CommandRun.of("load", named, people.toString()).status());
        try (Live live = Live.open(Path.of(named), LiveSettings.usual())) {
            long id = live.graph().addNode(new Node(0, 1, 0, 5, new byte[0]));
            live.graph().addLink(new Link(id, 0, 0, Visibility.VISIBLE, 0, 1, new byte[0]));
        }
        assertEquals(0, CommandRun.of("absorb", named).status());
        CommandRun hash = CommandRun.of("hash", named);
        assertTrue(hash.output().endsWith("  1 node, 2 links\n"), hash::toString);
        CommandRun stats = CommandRun.of("stats", named);
        assertTrue(stats.output().contains("4611686018427387904"), stats::toString);
        CommandRun export = CommandRun.of("export", named, directory.resolve("out").toString());
        assertEquals(4, export.status(), export.errors());
        assertTrue(export.errors().contains("has no name"), export.errors());
    }

    private List<List<String>> verbs() {
        String out = directory.resolve("out-" + System.nanoTime()).toString();
        return List.of(
                List.of("query", store.toString(), "count", "1", "0"),
                List.of("hash", store.toString()),
                List.of("stats", store.toString()),
                List.of("export", store.toString(), out));
    }

    private String count() {
        String csv =
                CommandRun.of("query", store.toString(), "count", "1", "0", "--format", "csv")
                        .output();
        return csv.substring(csv.indexOf('\n') + 1);
    }

    private static boolean left(JsonNode answer) {
        return answer.path("online_writes_left_out").asBoolean();
    }

    private static JsonNode json(String... arguments) throws IOException {
        String output = CommandRun.of(arguments).output().strip();
        boolean lines = arguments[arguments.length - 1].equals("jsonl");
        return new ObjectMapper()
                .readTree(lines ? output.substring(output.lastIndexOf('\n') + 1) : output);
    }

    @Test
    void verifyCountsThem() throws IOException {
        writeOnline();
        CommandRun good = CommandRun.of("verify", store.toString());
        assertEquals(0, good.status(), good.errors());
        assertTrue(good.output().contains("online writes: 1 link row, 0 node rows"), good.output());
        JsonNode found = json("verify", store.toString(), "--format", "json");
        assertEquals(1, found.get("online_link_rows").asLong());
    }

    @Test
    void verifyFindsAWrongCountOfThem() throws IOException {
        writeOnline();
        try (RocksHotStore hot = RocksHotStore.open(store.resolve(OwnHotStore.HOT), HOT)) {
            hot.putHeader(1, 0, new HotHeader(2, 2, 0, 0));
        }
        CommandRun bad = CommandRun.of("verify", store.toString());
        assertEquals(5, bad.status());
        assertTrue(bad.output().contains("hot: list (1, 0): its header says 2"), bad.output());
        assertTrue(bad.errors().contains("is damaged: 1 finding;"), bad.errors());
        JsonNode found = json("verify", store.toString(), "--format", "json");
        assertFalse(found.get("good").asBoolean());
        assertEquals("hot", found.get("findings").get(0).get("file").asText());
    }

    @Test
    void aServerIsAskedForAllOfThemAndSaysWhatIsComplete() throws IOException {
        Storage storage = DirectoryStorage.create(directory.resolve("empty"));
        try (RocksHotStore hot = RocksHotStore.open(directory.resolve("hot"), HOT);
                LiveStore live = open(storage, hot);
                SluiceServer server = serve(live)) {
            live.graph().addLink(link());
            String address = "localhost:" + server.port();
            CommandRun partial = ask(address);
            assertEquals("count  1\n", partial.output().replaceAll("partial.*\n", ""));
            assertTrue(partial.output().contains("partial"), partial.output());
            CommandRun fails = ask(address, "--mode", "fail");
            assertEquals(7, fails.status(), fails.errors());
            CommandRun waits = ask(address, "--mode", "wait", "--deadline", "100");
            assertEquals(7, waits.status(), waits.errors());
            live.absorb();
            CommandRun complete = ask(address, "--mode", "wait");
            assertEquals("count  1\ncomplete\n", complete.output(), complete.errors());
        }
    }

    @Test
    void optionsOfAServerNeedOne() {
        CommandRun mode = CommandRun.of("query", store.toString(), "node", "1", "--mode", "wait");
        assertEquals(2, mode.status());
        CommandRun both =
                CommandRun.of("query", store.toString(), "node", "1", "--server", "localhost");
        assertEquals(2, both.status());
        CommandRun address = CommandRun.of("query", "node", "1", "--server", "::1:7411");
        assertEquals(2, address.status());
        assertTrue(address.errors().contains("[IPV6]:PORT"), address.errors());
    }

    private static CommandRun ask(String address, String... more) {
        String[] arguments = new String[6 + more.length];
        List<String> question = List.of("query", "--server", address, "count", "1", "0");
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = i < 6 ? question.get(i) : more[i - 6];
        }
        return CommandRun.of(arguments);
    }

    private void writeOnline() throws IOException {
        try (RocksHotStore hot = RocksHotStore.open(store.resolve(OwnHotStore.HOT), HOT);
                LiveStore live = open(DirectoryStorage.open(store), hot)) {
            live.graph().addLink(link());
        }
    }

    private static Link link() {
        return new Link(1, 0, 9, Visibility.VISIBLE, 0, 5, new byte[0]);
    }

    @Test
    void aLostHotStoreIsToldAndNeverMadeAnew() throws IOException {
        Path hot = store.resolve(OwnHotStore.HOT);
        writeOnline();
        // As the first start of a server does, also over a hot store without a mark.
        OwnHotStore.open(store, DirectoryStorage.open(store), HOT).close();
        assertEquals(0, CommandRun.of("verify", store.toString()).status());

        Path away = directory.resolve("away");
        Files.move(hot, away);
        assertLost(List.of("verify", store.toString()));
        assertLost(List.of("absorb", store.toString()));
        assertLost(List.of("serve", store.toString(), "--port", "0", "--http-port", "-1"));
        CommandRun query = CommandRun.of("query", store.toString(), "count", "1", "0");
        assertTrue(query.errors().contains("may hold online writes"), query.errors());
        assertFalse(Files.exists(hot));

        Files.move(away, hot);
        Files.delete(hot.resolve("CURRENT"));
        assertLost(List.of("verify", store.toString()));
        assertLost(List.of("serve", store.toString(), "--port", "0", "--http-port", "-1"));
        assertFalse(Files.exists(hot.resolve("CURRENT")));
    }

    private static void assertLost(List<String> verb) {
        CommandRun run = CommandRun.of(verb.toArray(String[]::new));
        assertEquals(5, run.status(), run.errors());
        String said = run.output() + run.errors();
        assertTrue(said.contains("missing"), said);
    }

    private static LiveStore open(Storage storage, RocksHotStore hot) throws IOException {
        return LiveStore.open(
                storage,
                hot,
                LiveStoreOptions.of(LoadOptions.defaults(), DecisionOptions.DEFAULT),
                System::nanoTime);
    }

    private static SluiceServer serve(LiveStore live) {
        ServerOptions anyPort = ServerOptions.LOCAL.at("127.0.0.1", 0, ServerOptions.NO_HTTP);
        return SluiceServer.start(anyPort, live.graph(), () -> StatusReport.COMPLETE);
    }
}
