package sluice.coordinator;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import sluice.coordinator.decision.DecisionOptions;
import sluice.hot.mysql.MySqlAddress;
import sluice.hot.mysql.MySqlBuildJobs;
import sluice.hot.mysql.MySqlHotStore;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.load.remote.RemoteStore;
import sluice.model.BucketStore;
import sluice.model.BucketStoreProvider;
import sluice.model.BuildJobs;
import sluice.model.Deletion;
import sluice.model.GraphStore;
import sluice.model.GraphStoreConformance;
import sluice.model.HotStore;
import sluice.model.Link;
import sluice.model.Visibility;
import sluice.servers.WaitsForServers;
import sluice.servers.hbase.HBaseServers;
import sluice.servers.mariadb.MariaDbOptions;
import sluice.servers.mariadb.MariaDbPrograms;
import sluice.servers.mariadb.MariaDbServer;

/**
 * MySQL × HBase: a real MariaDB is the hot store and has the build jobs, a real HBase is the cold
 * one. Groups of tests run beside each other, each with databases and tables of its own; the lock
 * of a group keeps its tests apart.
 */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "the jar holds no other")
@WaitsForServers
class RemoteOverServersTest {
    private static final long LEASE_MILLIS = 3_000;
    private static final AtomicInteger NAMES = new AtomicInteger();

    @TempDir static Path directory;
    private static MariaDbServer mysql;
    private static HBaseServers hbase;
    private static ClassLoader libraries;

    @BeforeAll
    static void start() throws IOException {
        mysql = MariaDbServer.startTemporary(MariaDbPrograms.home(), MariaDbOptions.DEFAULT);
        hbase = HBaseServers.start(directory.resolve("hbase"), HBaseServers.Shape.ONE_PROCESS);
        List<URL> places = new ArrayList<>();
        Path module = Path.of("../cold-hbase/target");
        places.add(module.resolve("classes").toUri().toURL());
        try (Stream<Path> jars = Files.list(module.resolve("lib"))) {
            for (Path jar : jars.toList()) {
                places.add(jar.toUri().toURL());
            }
        }
        libraries =
                new URLClassLoader(
                        places.toArray(URL[]::new), RemoteOverServersTest.class.getClassLoader());
    }

    @AfterAll
    static void stop() throws IOException {
        try (HBaseServers _ = hbase) {
            mysql.close();
        }
    }

    /** HBase's threads look for its parts by the loader that they inherit. */
    @BeforeEach
    void findLibraries() {
        Thread.currentThread().setContextClassLoader(libraries);
    }

    @AfterEach
    void forgetLibraries() {
        Thread.currentThread().setContextClassLoader(RemoteOverServersTest.class.getClassLoader());
    }

    private static String newDatabase() throws IOException {
        String database = "graph_" + NAMES.getAndIncrement();
        mysql.createDatabase(database);
        return database;
    }

    private static MySqlAddress address(String database) {
        return MySqlAddress.parse(mysql.uri(database));
    }

    private static BucketStore newTable() throws IOException {
        String address = hbase.address("table_" + NAMES.getAndIncrement(), "");
        return BucketStoreProvider.open(address, libraries);
    }

    /** Buckets, leases and two processes, as over stores in memory. */
    @Nested
    @ResourceLock("buckets")
    class Buckets extends RemoteStoreTest {
        private final List<BucketStore> opened = new ArrayList<>();
        private Optional<String> database = Optional.empty();

        private String database() throws IOException {
            if (database.isEmpty()) {
                database = Optional.of(newDatabase());
            }
            return database.get();
        }

        @Override
        long leaseMillis() {
            return LEASE_MILLIS;
        }

        @Override
        BucketStore newStore() throws IOException {
            BucketStore store = newTable();
            opened.add(store);
            return store;
        }

        @Override
        BuildJobs openJobs() throws IOException {
            return MySqlBuildJobs.open(address(database()));
        }

        @Override
        HotStore openHot(String name) throws IOException {
            return MySqlHotStore.open(address(name.equals("hot") ? database() : newDatabase()));
        }

        @AfterEach
        void closeTables() throws IOException {
            for (BucketStore store : opened) {
                store.close();
            }
        }
    }

    /** Later loads, as over stores in memory. At the long sizes only: it takes minutes. */
    @Nested
    @Tag("reliability")
    @EnabledIfSystemProperty(named = "reliability", matches = "long")
    class Later extends LaterLoadsTest {
        @Override
        Place newPlace() {
            return new Servers();
        }
    }

    /** What is absorbed, as over stores in memory. At the long sizes only: it takes minutes. */
    @Nested
    @Tag("reliability")
    @EnabledIfSystemProperty(named = "reliability", matches = "long")
    class Absorbed extends AbsorbedRemotelyTest {
        @Override
        Place newPlace() {
            return new Servers();
        }
    }

    /** A table after the other, each with a database of its own. */
    private static final class Servers implements LaterLoadsFixture.Place {
        private final List<BucketStore> opened = new ArrayList<>();
        private String database = "";

        @Override
        public BucketStore newStore() throws IOException {
            BucketStore store = newTable();
            opened.add(store);
            database = newDatabase();
            return store;
        }

        @Override
        public BuildJobs openJobs() throws IOException {
            return MySqlBuildJobs.open(address(database));
        }

        @Override
        public HotStore openHot(String name) throws IOException {
            return MySqlHotStore.open(address(name.equals("hot2") ? newDatabase() : database));
        }

        @Override
        public long leaseMillis() {
            return LEASE_MILLIS;
        }

        @Override
        public int stride() {
            return 40;
        }

        @Override
        public int seeds() {
            return 2;
        }

        @Override
        public void close() throws IOException {
            for (BucketStore store : opened) {
                store.close();
            }
        }
    }

    /** What every graph does, over a table that says of each key that it is not there. */
    @Nested
    @ResourceLock("conformance")
    class Conformance extends GraphStoreConformance {
        private static final long ELSEWHERE = 1L << 50;

        @TempDir private Path source;
        private Optional<LiveStore> store = Optional.empty();
        private Optional<RemoteStore> remote = Optional.empty();
        private Optional<HotStore> hot = Optional.empty();

        @Override
        protected GraphStore open(long firstNodeId) throws IOException {
            Link only = new Link(ELSEWHERE, 1, 1, Visibility.VISIBLE, 0, 0, new byte[0]);
            LoadedStore loaded = new LoadedStore(source, List.of(), List.of(only), 1 << 20);
            MySqlAddress address = address(newDatabase());
            hot = Optional.of(MySqlHotStore.open(address));
            remote =
                    Optional.of(
                            new RemoteStore(
                                    newTable(),
                                    MySqlBuildJobs.open(address),
                                    "a",
                                    LEASE_MILLIS,
                                    1));
            LoadOptions options = LoadOptions.defaults().withMemory(256L << 20, 64L << 20);
            LiveStore opened =
                    LiveStore.open(
                            loaded.storage(),
                            hot.get(),
                            LiveStoreOptions.of(options, DecisionOptions.DEFAULT)
                                    .buildingInto(remote.get(), false)
                                    .numberingNodesFrom(firstNodeId),
                            System::nanoTime);
            store = Optional.of(opened);
            opened.load(loaded.source(), options, new LoadProgress(), LoadEvents.NONE);
            // Now the graph is empty, and HBase is asked all the same.
            opened.graph().deleteLink(ELSEWHERE, 1, 1, Deletion.EXPUNGE);
            return opened.graph();
        }

        @Override
        protected void closeStores() throws IOException {
            if (store.isPresent()) {
                store.get().close();
            }
            if (remote.isPresent()) {
                remote.get().close();
            }
            if (hot.isPresent()) {
                hot.get().close();
            }
        }
    }
}
