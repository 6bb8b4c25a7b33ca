package sluice.spark.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import sluice.ingest.file.SharedStorages;
import sluice.servers.shared.HdfsServers;
import sluice.servers.shared.S3Server;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;
import sluice.storage.publish.PublishedFiles;
import sluice.storage.publish.WholeFiles;
import sluice.storage.shared.SharedSettings;
import sluice.store.packed.RunPacking;
import sluice.testkit.Experiment;

/**
 * Loads by {@code spark-submit} from and into real HDFS and S3, with executors in other processes,
 * leave the segments of a load on one machine: undisturbed, if an executor is killed, if the driver
 * is killed and the command is given again. No process has a directory of the store or the source.
 *
 * <p>{@code -Dshared.kills=} says how many processes are killed at each.
 */
@EnabledOnOs(OS.LINUX)
@Tag(Experiment.TAG)
class SharedLoadTest {
    private static final long SEED = Long.getLong("seed", 1);
    private static final int KILLS = Experiment.size("shared.kills", 0, 4);
    private static final int LINKS = 60_000;

    @TempDir Path directory;
    private final SplittableRandom random = new SplittableRandom(SEED);
    private TreeMap<String, UUID> expected = new TreeMap<>();
    private Path source = Path.of("");

    /**
     * A place for sources and stores.
     *
     * @param settings of Spark, by which its processes reach it
     * @param shared by which this process does
     */
    private record Place(String root, List<String> settings, SharedSettings shared) {
        PublishedFiles folder(String name) throws IOException {
            return SharedStorages.folder(root + "/" + name, shared);
        }
    }

    @BeforeEach
    void loadOnOneMachine() throws IOException {
        Assumptions.assumeTrue(KILLS > 0);
        source = EngineFixture.writeSource(directory.resolve("source"), LINKS, SEED);
        expected = EngineFixture.alone(directory.resolve("alone"), source);
        expected.keySet().removeIf(name -> !name.startsWith("segment-"));
    }

    @Test
    void killedProcessesChangeNothingInHdfs() throws IOException, InterruptedException {
        try (HdfsServers servers = HdfsServers.start(directory.resolve("hdfs"))) {
            Place place = new Place(servers.address(), List.of(), new SharedSettings(Map.of()));
            load(place);
        }
    }

    @Test
    void killedProcessesChangeNothingInAnObjectStore() throws IOException, InterruptedException {
        try (S3Server server = S3Server.start(directory.resolve("s3"))) {
            server.makeBucket("data");
            Map<String, String> variables = server.environment();
            String secret = variables.get("AWS_SECRET_ACCESS_KEY");
            Place place =
                    new Place(
                            "s3a://data",
                            settings(variables, secret),
                            new SharedSettings(variables));
            load(place);
            refusesAWrongKey(place, variables);
        }
    }

    /** As users of Spark give them; the environment of the processes has none. */
    private static List<String> settings(Map<String, String> variables, String secret) {
        return List.of(
                "spark.hadoop.fs.s3a.endpoint=" + variables.get("AWS_ENDPOINT_URL_S3"),
                "spark.hadoop.fs.s3a.endpoint.region=us-east-1",
                "spark.hadoop.fs.s3a.path.style.access=true",
                "spark.hadoop.fs.s3a.access.key=" + variables.get("AWS_ACCESS_KEY_ID"),
                "spark.hadoop.fs.s3a.secret.key=" + secret);
    }

    private void refusesAWrongKey(Place place, Map<String, String> variables)
            throws IOException, InterruptedException {
        Place wrong =
                new Place(place.root(), settings(variables, "not-the-secret"), place.shared());
        SubmittedLoad refused = start(wrong, "refused", RunPacking.NONE);
        assertEquals(3, refused.waitForEnd(), refused.text());
        assertTrue(refused.text().contains("no permission to"), refused.text());
        assertFalse(refused.text().contains("not-the-secret"), refused.text());
    }

    private void load(Place place) throws IOException, InterruptedException {
        try (Stream<Path> files = Files.list(source)) {
            for (Path file : files.toList()) {
                WholeFiles.publishIfAbsent(
                        place.folder("in"),
                        file.getFileName().toString(),
                        Files.readAllBytes(file));
            }
        }
        SubmittedLoad whole = start(place, "undisturbed", RunPacking.NONE);
        assertEquals(0, whole.waitForEnd(), whole.text());
        assertEquals(expected, segments(place, "undisturbed"));
        assertTrue(whole.text().contains("0 rejected"), whole.text());
        int met = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            String store = "store-" + kill;
            RunPacking packing = kill % 3 == 1 ? RunPacking.NONE : RunPacking.ZSTD;
            SubmittedLoad load = start(place, store, packing);
            boolean isStaging = kill % 4 < 2;
            waitForFiles(
                    load,
                    place.folder(store),
                    isStaging ? "run-" : "segment-",
                    random.nextInt(1, isStaging ? 4 : 12));
            if (kill % 2 == 0) {
                load.executors().stream().limit(1).forEach(ProcessHandle::destroyForcibly);
                assertEquals(0, load.waitForEnd(), load.text());
                met += load.text().contains("the executor was lost") ? 1 : 0;
            } else {
                met += load.process().isAlive() ? 1 : 0;
                load.kill();
                SubmittedLoad again = start(place, store, packing);
                assertEquals(0, again.waitForEnd(), again.text());
            }
            assertEquals(expected, segments(place, store), "kill %d".formatted(kill));
        }
        assertTrue(met > 0, "no process was killed in the middle");
    }

    private SubmittedLoad start(Place place, String store, RunPacking packing) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("--tasks", "12", "--task-memory", "64m"));
        arguments.addAll(List.of("--bucket-size", EngineFixture.BUCKET_BYTES + ""));
        arguments.addAll(List.of("--pack-runs", packing.name().toLowerCase(Locale.ROOT)));
        arguments.addAll(List.of(place.root() + "/" + store, place.root() + "/in"));
        return SubmittedLoad.start(
                directory, SubmittedLoad.CLUSTER, "512m", place.settings(), arguments);
    }

    /** Waits until there are some files, or the load has ended. */
    private static void waitForFiles(
            SubmittedLoad load, PublishedFiles folder, String prefix, int count)
            throws IOException, InterruptedException {
        while (load.process().isAlive() && folder.list(prefix).size() < count) {
            load.process().waitFor(20, TimeUnit.MILLISECONDS);
        }
    }

    private static TreeMap<String, UUID> segments(Place place, String store) throws IOException {
        PublishedFiles folder = place.folder(store);
        assertEquals(List.of(), folder.list("run-"), "runs that a complete load left");
        TreeMap<String, UUID> segments = new TreeMap<>();
        for (String name : folder.list("segment-")) {
            try (Storage.Source file = folder.open(name)) {
                ByteBuffer bytes = ByteBuffer.allocate((int) file.lengthBytes());
                StorageFiles.readFully(file, bytes, 0);
                segments.put(name, UUID.nameUUIDFromBytes(bytes.array()));
            }
        }
        return segments;
    }
}
