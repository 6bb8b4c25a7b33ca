package sluice.storage.hadoop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import sluice.cluster.load.ClusterLoad;
import sluice.cluster.load.ClusterSettings;
import sluice.cluster.load.ThreadEngine;
import sluice.cluster.load.place.DriverName;
import sluice.cluster.load.place.StorePlace;
import sluice.cluster.load.plan.SourceRecipe;
import sluice.ingest.Source;
import sluice.load.Load;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.servers.WaitsForServers;
import sluice.servers.shared.HdfsServers;
import sluice.storage.DirectoryStorage;
import sluice.storage.MemoryStorage;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;
import sluice.storage.shared.SharedSettings;
import sluice.store.Manifest;
import sluice.store.shared.CacheSettings;
import sluice.store.shared.SharedStorage;
import sluice.testkit.Experiment;

/**
 * Loads into HDFS whose DataNodes are killed in the middle: with another replica they go on, with
 * none they stop, say so, and go on once it is back. The segments are those of a load on one
 * machine.
 */
@WaitsForServers
@ResourceLock(WaitsForServers.PROCESSES)
@Tag(Experiment.TAG)
class KilledDataNodeTest {
    private static final int KILLS = Experiment.size("datanodes", 0, 4);
    private static final SharedSettings QUICK =
            new SharedSettings(Map.of(), Map.of("dfs.client.retry.window.base", "200"));

    @TempDir Path home;
    private SourceRecipe recipe = SourceRecipe.of(List.of());
    private TreeMap<String, UUID> expected = new TreeMap<>();

    @BeforeEach
    void loadOnOneMachine() throws IOException {
        Assumptions.assumeTrue(KILLS > 0);
        StringBuilder rows = new StringBuilder("id1,id2,time\n");
        for (int i = 0; i < 60_000; i++) {
            rows.append(i % 1009).append(',').append(i % 997).append(',').append(i).append('\n');
        }
        Path file = Files.writeString(home.resolve("links.csv"), rows);
        recipe = SourceRecipe.of(List.of(file.toString()));
        MemoryStorage alone = MemoryStorage.create();
        Load.run(
                alone,
                Source.open(recipe.inputs(), null),
                options(),
                new LoadProgress(),
                LoadEvents.NONE,
                new Demand());
        for (String name : alone.list()) {
            if (name.startsWith("segment-")) {
                try (Storage.Source segment = alone.open(name)) {
                    expected.put(name, digest(segment));
                }
            }
        }
    }

    private static LoadOptions options() {
        return LoadOptions.defaults()
                .withThreads(2)
                .withChunkBytes(64 << 10)
                .withBucketBytes(64 << 10);
    }

    private static UUID digest(Storage.Source source) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate((int) source.lengthBytes());
        StorageFiles.readFully(source, bytes, 0);
        return UUID.nameUUIDFromBytes(bytes.array());
    }

    @Test
    void anotherReplicaIsEnough() throws IOException {
        try (HdfsServers servers = HdfsServers.start(home.resolve("hdfs"), 2)) {
            for (int kill = 0; kill < KILLS; kill++) {
                String store = servers.address() + "/two-" + kill;
                int victim = kill % 2;
                load(store, afterManifests(2 + kill, () -> servers.killDataNode(victim)));
                checkSegments(store);
                servers.restartDataNode(victim);
            }
        }
    }

    @Test
    void withoutAReplicaTheLoadStopsAndGoesOnLater() throws IOException {
        int stopped = 0;
        try (HdfsServers servers = HdfsServers.start(home.resolve("hdfs"), 1)) {
            for (int kill = 0; kill < KILLS; kill++) {
                String store = servers.address() + "/one-" + kill;
                LoadEvents events = afterManifests(2 + kill, () -> servers.killDataNode(0));
                try {
                    load(store, events);
                } catch (SluiceException failure) {
                    assertEquals(ErrorCode.STORE, failure.code(), failure::toString);
                    assertTrue(
                            String.valueOf(failure.getMessage()).contains("repeat the command"),
                            failure::toString);
                    stopped++;
                } catch (IOException failure) {
                    assertTrue(
                            String.valueOf(failure.getMessage()).contains(store),
                            failure::toString);
                    stopped++;
                }
                servers.restartDataNode(0);
                load(store, LoadEvents.NONE);
                checkSegments(store);
            }
        }
        assertTrue(stopped > 0, "no load was stopped");
    }

    private void load(String store, LoadEvents events) throws IOException {
        UUID epoch = UUID.randomUUID();
        String process = "p" + epoch;
        try (SharedStorage shared = open(store)) {
            ClusterLoad.run(
                    StorePlace.probed(shared, process),
                    recipe,
                    new ThreadEngine(2, process),
                    new ClusterSettings(
                            options(),
                            0,
                            new DriverName(epoch, process, System::currentTimeMillis),
                            new LoadProgress(),
                            events));
        }
    }

    private SharedStorage open(String store) throws IOException {
        Path cache = Files.createTempDirectory(home, "cache");
        HadoopFilesProvider provider = new HadoopFilesProvider();
        return SharedStorage.open(
                provider.open(QUICK),
                provider.folder(store, QUICK),
                () -> DirectoryStorage.create(cache),
                new CacheSettings(64 << 20, 16 << 20),
                System::nanoTime);
    }

    private void checkSegments(String store) throws IOException {
        TreeMap<String, UUID> found = new TreeMap<>();
        try (SharedStorage shared = open(store)) {
            for (String name : shared.folder().list("segment-")) {
                try (Storage.Source segment = shared.folder().open(name)) {
                    found.put(name, digest(segment));
                }
            }
        }
        assertEquals(expected, found);
    }

    private static LoadEvents afterManifests(int manifests, Runnable what) {
        AtomicInteger left = new AtomicInteger(manifests);
        return new LoadEvents() {
            @Override
            public void published(Manifest manifest) {
                if (left.decrementAndGet() == 0) {
                    what.run();
                }
            }
        };
    }
}
