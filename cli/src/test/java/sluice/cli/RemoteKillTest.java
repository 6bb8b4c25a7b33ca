package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import sluice.client.ClientOptions;
import sluice.client.SluiceClient;
import sluice.servers.WaitsForServers;
import sluice.servers.hbase.HBaseServers;
import sluice.servers.hbase.SharedHBase;
import sluice.servers.mariadb.MariaDbOptions;
import sluice.servers.mariadb.MariaDbPrograms;
import sluice.servers.mariadb.MariaDbServer;
import sluice.testkit.Experiment;

/**
 * Each part of MySQL × HBase is killed while a load runs that two processes share and that is read
 * and written: the one that loads and serves, the one that helps to build, MariaDB, a region
 * server. Whatever is answered meanwhile is right; in the end all is built, and each list is what
 * was loaded with the acknowledged writes over it.
 *
 * <p>{@code -DoutsideKills=} sets how often each is killed, {@code -DoutsideRegionKills=} how often
 * a region server, for which HBase runs in processes as in earnest, {@code -DoutsideIds=} of how
 * many ids a load is; {@code -Dseed=} when. A kill that would come when all is built is not done:
 * another load follows for it.
 */
@Tag(Experiment.TAG)
@EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "the jar holds no other")
@WaitsForServers
@ResourceLock(WaitsForServers.HBASE)
class RemoteKillTest {
    private static final int KILLS = Experiment.size("outsideKills", 1, 20);
    private static final int REGION_KILLS = Experiment.size("outsideRegionKills", 0, 20);
    private static final int IDS = Experiment.size("outsideIds", 2_000, 4_000);
    private static final long SEED = Long.getLong("seed", 1);
    private static final int LOADS_PER_KILL_MAX = 5;
    private static final int CHECKERS = 8;
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    @TempDir private Path directory;

    private final Random random = new Random(SEED);
    private final Map<RemoteVictim, Integer> left = new EnumMap<>(RemoteVictim.class);

    @Test
    void whatIsAnsweredIsRightWhoeverIsKilled() throws Exception {
        left.put(RemoteVictim.LOADER, KILLS);
        left.put(RemoteVictim.BUILDER, KILLS);
        left.put(RemoteVictim.MYSQL, KILLS);
        left.put(RemoteVictim.REGION_SERVER, REGION_KILLS);
        left.values().removeIf(kills -> kills == 0);
        Counts counts = new Counts();
        try (Experiment experiment = new Experiment("E2 kill -9 under MySQL × HBase", SEED);
                MariaDbServer mysql =
                        MariaDbServer.start(
                                MariaDbPrograms.home(),
                                directory.resolve("mysql"),
                                MariaDbOptions.DEFAULT);
                RemoteServers servers = new RemoteServers(mysql, hbase())) {
            for (int load = 0; !left.isEmpty(); load++) {
                assertTrue(
                        load < LOADS_PER_KILL_MAX * Math.max(KILLS, REGION_KILLS),
                        "loads end before " + left + " are killed");
                load(servers, load, experiment, counts);
                counts.loads++;
            }
            experiment
                    .fact("loads", counts.loads)
                    .fact("writes acknowledged", counts.acknowledged)
                    .fact("writes of unknown fate", counts.unknown)
                    .fact("answers", counts.answers)
                    .fact("partial ones", counts.partial)
                    .fact("errors", counts.errors)
                    .fact("ended by themselves", counts.ended);
            assertTrue(counts.acknowledged > 0, "nothing was written");
            experiment.passed();
        }
    }

    /** Where region servers are killed, one that ends with the process and is for this alone. */
    private HBaseServers hbase() throws IOException {
        return REGION_KILLS == 0
                ? SharedHBase.servers()
                : HBaseServers.start(directory.resolve("hbase"), HBaseServers.Shape.PROCESSES);
    }

    /** Of all loads. */
    private static final class Counts {
        private long loads;
        private long acknowledged;
        private long unknown;
        private long answers;
        private long partial;
        private long errors;
        private long ended;
    }

    /** One load, in which each of those is killed that are left. */
    private void load(RemoteServers servers, int number, Experiment experiment, Counts counts)
            throws Exception {
        RemoteBook book = new RemoteBook(IDS);
        Path home = Files.createDirectory(directory.resolve("load-" + number));
        Path store = home.resolve("store");
        List<String> addresses = servers.newAddresses(number);
        try (RemoteUser user = new RemoteUser(book, random.nextLong());
                RemoteLoad load = new RemoteLoad(home, book, servers, addresses, user, random)) {
            List<RemoteVictim> victims = new ArrayList<>(left.keySet());
            Collections.shuffle(victims, random);
            for (RemoteVictim victim : victims) {
                if (load.kill(victim)) {
                    left.computeIfPresent(victim, (_, kills) -> kills == 1 ? null : kills - 1);
                    experiment.ran(1);
                }
            }
            load.finish();
            counts.answers += user.answers();
            counts.partial += user.partialAnswers();
            counts.errors += user.errors();
            counts.ended += load.endedByThemselves();
        }
        counts.acknowledged += book.acknowledged();
        counts.unknown += book.unknown();
        checkAllBuilt(store);
        checkAll(home, store, addresses, book);
    }

    private static void checkAllBuilt(Path store) throws IOException {
        CommandRun run = CommandRun.of("status", store.toString(), "--format", "json");
        assertEquals(0, run.status(), run.errors());
        JsonNode status = new ObjectMapper().readTree(run.output());
        int buckets = status.get("buckets").size();
        assertTrue(buckets > 10, () -> "buckets: " + buckets);
        assertEquals(buckets, status.get("buckets_built").asInt());
    }

    /** By a server that has seen nothing of the load. */
    private static void checkAll(Path home, Path store, List<String> addresses, RemoteBook book)
            throws Exception {
        List<String> serve = new ArrayList<>(List.of("serve", store.toString()));
        serve.addAll(List.of("--port", "0", "--http-port", "-1"));
        serve.addAll(addresses);
        try (RepeatedCommand server = new RepeatedCommand(home.resolve("serve"), serve);
                ExecutorService checkers = Executors.newFixedThreadPool(CHECKERS)) {
            server.start();
            Waiting.until(
                    "it serves",
                    () -> {
                        assertTrue(server.isRunning(), () -> "it ended: " + server.lastErrors());
                        return server.port() != 0;
                    });
            // A server reads for one connection on one thread.
            ClientOptions options =
                    ClientOptions.of("127.0.0.1", server.port()).over(CHECKERS, 1).within(DEADLINE);
            try (SluiceClient client = SluiceClient.open(options)) {
                List<Future<?>> checks = new ArrayList<>();
                for (int part = 0; part < CHECKERS; part++) {
                    int first = part;
                    checks.add(checkers.submit(() -> checkEvery(client, book, first)));
                }
                for (Future<?> check : checks) {
                    check.get();
                }
            }
            server.stop();
        }
    }

    private static void checkEvery(SluiceClient client, RemoteBook book, int first) {
        for (long id = first; id < book.ids(); id += CHECKERS) {
            var list = client.linkList(RemoteBook.query(id));
            assertTrue(list.complete(), "the list is partial");
            book.check(id, list);
            var count = client.count(id, RemoteBook.TYPE);
            assertTrue(count.complete(), "the count is partial");
            assertEquals(list.value().size(), count.value(), "of " + id);
        }
    }
}
