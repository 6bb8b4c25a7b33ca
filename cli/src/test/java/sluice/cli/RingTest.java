package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import sluice.client.SluiceClient;
import sluice.model.SluiceException;
import sluice.servers.WaitsForServers;
import sluice.storage.DirectoryStorage;
import sluice.store.StoreReader;
import sluice.testkit.Experiment;

/**
 * E9: rings of nodes are loaded, part after part, by a process that serves meanwhile and is killed
 * again and again; the rings of what was loaded before are closed online at the same time, and a
 * link is not written again once it was acknowledged. In the end no node is missing that is named,
 * and no node is unnamed but those that the generator leaves so.
 *
 * <p>{@code -DringLinks=} says how many links, {@code -DringLoads=} in how many loads, {@code
 * -DringKillMillis=} how long a process lives, about; it publishes a manifest, or acknowledges half
 * of what is left to be written, before it is killed, so that there is an end. A run takes 25 bytes
 * of disk for each link of a load, and about as many for each link of all.
 */
@Tag(Experiment.TAG)
@WaitsForServers
@ResourceLock(WaitsForServers.PROCESSES)
class RingTest {
    private static final int LINKS = Experiment.size("ringLinks", 100_000, 100_000_000);
    private static final int LOADS = Experiment.size("ringLoads", 2, 10);
    private static final int KILL_MILLIS = Experiment.size("ringKillMillis", 3_000, 30_000);
    private static final long SEED = Long.getLong("seed", 1);
    private static final int WRITERS = 4;
    private static final Duration DEADLINE = Duration.ofMinutes(1);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private static final boolean IS_SMALL = LINKS < 10_000_000;

    @TempDir Path directory;

    private final Rings rings =
            IS_SMALL ? Rings.of(LINKS, LOADS, 100, 100) : Rings.of(LINKS, LOADS, 100, 1000);
    private final SplittableRandom random = new SplittableRandom(SEED);
    private long kills;
    private long unknown;

    @Test
    void noRingIsBroken() throws Exception {
        try (Experiment experiment = new Experiment("E9 rings", SEED)) {
            int[] toClose = {};
            long closed = 0;
            for (int load = 0; load < LOADS; load++) {
                Path source = directory.resolve("rings.tsv");
                rings.write(load, source);
                loadAndClose(source, toClose);
                toClose = rings.closing(load);
                closed += toClose.length;
            }
            // There is nothing left to load: it serves.
            loadAndClose(directory.resolve("rings.tsv"), toClose);
            CommandRun absorb = CommandRun.of("absorb", store().toString());
            assertEquals(0, absorb.status(), absorb.errors());
            RingCheck check = new RingCheck(rings);
            try (StoreReader reader = StoreReader.open(DirectoryStorage.open(store()))) {
                assertTrue(reader.scan(check), "all is loaded");
            }
            assertTrue(kills >= LOADS, "killed " + kills);
            RingCheck.Found found = check.found();
            experiment.ran(found.links());
            experiment
                    .fact("loads", LOADS)
                    .fact("kills", kills)
                    .fact("rings closed online", closed)
                    .fact("writes of unknown fate", unknown)
                    .fact("undefined", found.undefined())
                    .fact("unreferenced", found.unreferenced());
            assertEquals(RingCheck.Found.expected(rings), found);
            experiment.passed();
        }
    }

    private Path store() {
        return directory.resolve("store");
    }

    /** Until {@code source} is loaded and all links of {@code toClose} are acknowledged. */
    private void loadAndClose(Path source, int[] toClose) throws Exception {
        BitSet acknowledged = new BitSet(toClose.length);
        boolean isDone = false;
        for (int tries = 0; !isDone; tries++) {
            try (LoadingServer server = start(source)) {
                long lifeMillis = random.nextLong(KILL_MILLIS / 2, KILL_MILLIS * 3L / 2);
                long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(lifeMillis);
                isDone = closeUntil(end, server, toClose, acknowledged) && tries > 0;
                if (isDone) {
                    server.stop();
                } else {
                    // The first try of a load ends so, however fast it was.
                    server.kill();
                    kills++;
                }
            }
        }
    }

    private LoadingServer start(Path source) throws IOException {
        List<String> options = IS_SMALL ? List.of("--chunk-size", "256k") : List.of();
        int heapMebibytes = IS_SMALL ? 256 : 600;
        return LoadingServer.start(
                store(), source, directory.resolve("log"), heapMebibytes, options);
    }

    /** Says whether all was done before {@code end}; else the server is killed then. */
    private boolean closeUntil(long end, LoadingServer server, int[] toClose, BitSet acknowledged)
            throws Exception {
        ConcurrentLinkedQueue<Integer> left = new ConcurrentLinkedQueue<>();
        for (int place = acknowledged.nextClearBit(0);
                place < toClose.length;
                place = acknowledged.nextClearBit(place + 1)) {
            left.add(place);
        }
        int enough = toClose.length - left.size() / 2;
        AtomicBoolean isOver = new AtomicBoolean();
        List<Thread> writers = new ArrayList<>();
        boolean isDone;
        try (SluiceClient client = server.connect(DEADLINE)) {
            for (int writer = 0; writer < WRITERS; writer++) {
                writers.add(
                        Thread.ofPlatform()
                                .start(() -> close(client, toClose, left, acknowledged, isOver)));
            }
            FileTime published = published();
            // However slow the machine is: a manifest, or half of what is left.
            while (!isDone(server, toClose, acknowledged)
                    && (System.nanoTime() < end
                            || (count(acknowledged) < enough && published.equals(published())))) {
                server.checkRuns();
                LockSupport.parkNanos(LOOK_NANOS);
            }
            isDone = isDone(server, toClose, acknowledged);
            isOver.set(true);
            if (!isDone) {
                server.kill();
            }
        }
        // The client that is closed lets go of those that wait for another server.
        for (Thread writer : writers) {
            writer.join();
        }
        return isDone;
    }

    /** When the manifest was published that is there now. */
    private FileTime published() throws IOException {
        Path manifest = store().resolve("manifest");
        return Files.exists(manifest)
                ? Files.getLastModifiedTime(manifest)
                : FileTime.fromMillis(0);
    }

    private static boolean isDone(LoadingServer server, int[] toClose, BitSet acknowledged) {
        return server.isLoaded() && count(acknowledged) == toClose.length;
    }

    private static int count(BitSet acknowledged) {
        synchronized (acknowledged) {
            return acknowledged.cardinality();
        }
    }

    private void close(
            SluiceClient client,
            int[] toClose,
            ConcurrentLinkedQueue<Integer> left,
            BitSet acknowledged,
            AtomicBoolean isOver) {
        Integer place;
        while (!isOver.get() && (place = left.poll()) != null) {
            try {
                client.addLink(rings.closingLink(toClose[place]));
                synchronized (acknowledged) {
                    acknowledged.set(place);
                }
            } catch (SluiceException | IllegalStateException e) {
                // It was killed: the link is written again after the restart.
                synchronized (acknowledged) {
                    unknown++;
                }
            }
        }
    }
}
