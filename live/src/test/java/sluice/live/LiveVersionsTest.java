package sluice.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.hot.rocksdb.HotOptions;
import sluice.ingest.Source;
import sluice.load.Load;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.load.version.VersionLoad;
import sluice.load.version.Versions;
import sluice.model.ErrorCode;
import sluice.model.Link;
import sluice.model.LinkQuery;
import sluice.model.Node;
import sluice.model.SluiceException;
import sluice.model.Visibility;
import sluice.server.ServerOptions;
import sluice.storage.DirectoryStorage;
import sluice.storage.NamedStorage;
import sluice.storage.Storage;

/** A store with versions is served from one of them, follows the next, and takes no writes. */
class LiveVersionsTest {
    private static final int LOOKS_MAX = 1000;

    @TempDir Path directory;

    @Test
    void whatIsPublishedIsFollowedWithoutARestart() throws Exception {
        Storage storage = twoVersions();
        ServerOptions where = ServerOptions.LOCAL.at("127.0.0.1", 0, 0);
        try (Live live = Live.open(store(), LiveSettings.usual().servedAt(where))) {
            int port = live.server().orElseThrow().httpPort();
            assertTrue(get(port, "/api/status").contains("\"store_version\":1"));
            assertEquals(1, links(live));

            Versions.publish(storage, OptionalInt.empty(), 1);
            await(live, 2);
            assertEquals(2, links(live));
            assertTrue(get(port, "/metrics").contains("sluice_store_version 2"));
            assertTrue(get(port, "/healthz").startsWith("serving"));

            Versions.rollback(storage, OptionalInt.empty(), 1);
            await(live, 1);
            assertEquals(1, links(live));
        }
        assertFalse(Files.exists(store().resolve(OwnHotStore.HOT)), "a hot store");
    }

    @Test
    void everyWriteIsRefused() throws IOException {
        twoVersions();
        try (Live live = Live.open(store(), LiveSettings.usual())) {
            Link link = new Link(1, 0, 7, Visibility.VISIBLE, 0, 1, new byte[0]);
            assertRefused(() -> live.graph().addLink(link));
            assertRefused(
                    () ->
                            live.graph()
                                    .updateLink(
                                            new Link(
                                                    1,
                                                    0,
                                                    2,
                                                    Visibility.HIDDEN,
                                                    1,
                                                    1,
                                                    new byte[0])));
            assertRefused(() -> live.graph().addNode(new Node(0, 1, 1, 1, new byte[0])));
            assertRefused(() -> live.load(source("c.csv", "5,6,7")));
            assertEquals(1, links(live));
        }
    }

    @Test
    void anyNumberOfProcessesMayServeIt() throws IOException {
        twoVersions();
        try (Live one = Live.open(store(), LiveSettings.usual());
                Live other = Live.open(store(), LiveSettings.usual())) {
            assertEquals(links(one), links(other));
        }
    }

    @Test
    void aStoreWithoutAPublishedVersionIsNotServed() throws IOException {
        loadVersion(DirectoryStorage.create(store()), source("a.csv", "1,2,3"));
        SluiceException refused =
                assertThrows(SluiceException.class, () -> Live.open(store(), LiveSettings.usual()));
        assertTrue(refused.getMessage().contains("sluice publish"), refused.getMessage());
    }

    /** Else it would take writes that no version has. */
    @Test
    void aStoreThatGetsItsFirstVersionWhileItIsOpenedIsSealed() throws IOException {
        Storage storage = DirectoryStorage.create(store());
        load(storage, source("a.csv", "1,2,3"));
        Storage overtaken =
                new NamedStorage(storage) {
                    @Override
                    protected String named(String name) {
                        return name;
                    }

                    @Override
                    public List<String> list() throws IOException {
                        return storage.list();
                    }

                    @Override
                    public Optional<Closeable> lock(String name) throws IOException {
                        Versions.publish(storage, OptionalInt.empty(), 1);
                        return super.lock(name);
                    }
                };
        try (Live live = Live.open(store(), overtaken, LiveSettings.usual(), new LoadProgress())) {
            Link link = new Link(1, 0, 7, Visibility.VISIBLE, 0, 1, new byte[0]);
            assertRefused(() -> live.graph().addLink(link));
            assertEquals(1, links(live));
        }
    }

    @Test
    void aStoreThatIsToGetVersionsIsNotOpenedForWrites() throws IOException {
        Storage storage = DirectoryStorage.create(store());
        load(storage, source("a.csv", "1,2,3"));
        HotOptions hot = LiveSettings.usual().hot();
        try (Closeable _ = OwnHotStore.keepEmpty(store(), storage, hot)) {
            SluiceException refused =
                    assertThrows(
                            SluiceException.class, () -> Live.open(store(), LiveSettings.usual()));
            assertTrue(refused.getMessage().contains("repeat when it has ended"));
        }
        try (Live _ = Live.open(store(), LiveSettings.usual())) {
            assertThrows(
                    SluiceException.class,
                    () -> OwnHotStore.keepEmpty(store(), storage, hot).close());
        }
    }

    private interface Write {
        void run() throws IOException;
    }

    private static void assertRefused(Write write) {
        SluiceException refused = assertThrows(SluiceException.class, write::run);
        assertEquals(ErrorCode.STORE, refused.code());
        assertTrue(refused.getMessage().contains("--new-version"), refused.getMessage());
    }

    private Path store() {
        return directory.resolve("store");
    }

    private Storage twoVersions() throws IOException {
        Storage storage = DirectoryStorage.create(store());
        load(storage, source("a.csv", "1,2,3"));
        loadVersion(storage, source("b.csv", "1,3,4"));
        return storage;
    }

    private static void load(Storage storage, Source source) throws IOException {
        Load.run(storage, source, options(), new LoadProgress(), LoadEvents.NONE, new Demand());
    }

    private static LoadOptions options() {
        return LoadOptions.defaults().withMemory(256L << 20, 64L << 20).withThreads(1);
    }

    private static void loadVersion(Storage storage, Source source) throws IOException {
        VersionLoad.run(
                storage,
                source,
                options(),
                false,
                () -> 1,
                draft ->
                        Load.run(
                                draft,
                                source,
                                options(),
                                new LoadProgress(),
                                LoadEvents.NONE,
                                new Demand()));
    }

    private Source source(String name, String row) throws IOException {
        Path file = Files.writeString(directory.resolve(name), "id1,id2,time\n" + row + "\n");
        return Source.open(List.of(file.toString()), null);
    }

    private static int links(Live live) throws IOException {
        return live.graph().linkList(LinkQuery.newest(1, 0, 10)).value().size();
    }

    private static void await(Live live, int version) throws InterruptedException {
        for (int look = 0; look < LOOKS_MAX; look++) {
            var manifest = live.store().manifest();
            if (manifest != null && manifest.versionNumber() == version) {
                return;
            }
            assertFalse(new CountDownLatch(1).await(20, TimeUnit.MILLISECONDS));
        }
        throw new AssertionError("version %d is not served".formatted(version));
    }

    private static String get(int port, String path) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, BodyHandlers.ofString()).body();
        }
    }
}
