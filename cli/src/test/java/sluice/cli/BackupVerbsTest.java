package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import sluice.live.Live;
import sluice.live.LiveSettings;
import sluice.load.files.LoadLock;
import sluice.model.Link;
import sluice.model.Visibility;
import sluice.servers.WaitsForServers;
import sluice.storage.DirectoryStorage;

/**
 * Backups of a store that is served and written to hold what was acknowledged before and nothing
 * that was not written; a backup that is killed leaves the earlier ones.
 */
@ResourceLock(WaitsForServers.PROCESSES)
class BackupVerbsTest {
    private static final long WRITTEN = 5;
    private static final int KILLS = Integer.getInteger("backupKills", 3);
    private static final long SECONDS_MAX = 120;

    @TempDir Path directory;

    private Path loaded(int links) throws IOException {
        StringBuilder text = new StringBuilder();
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < links; i++) {
            text.append(random.nextInt(10_000)).append('\t').append(i).append('\n');
        }
        Path file = Files.writeString(directory.resolve("links.txt"), text);
        Path store = directory.resolve("store");
        assertEquals(0, CommandRun.of("load", store.toString(), file.toString()).status());
        return store;
    }

    private String backUp(Path store, String... more) {
        List<String> words = new ArrayList<>(List.of("backup", store.toString(), backups()));
        words.addAll(List.of(more));
        CommandRun run = CommandRun.of(words.toArray(String[]::new));
        assertEquals(0, run.status(), run::errors);
        return run.output();
    }

    private String backups() {
        return directory.resolve("backups").toString();
    }

    private Path restore(String name, String... more) {
        Path target = directory.resolve(name);
        List<String> words = new ArrayList<>(List.of("restore", backups(), target.toString()));
        words.addAll(List.of(more));
        CommandRun run = CommandRun.of(words.toArray(String[]::new));
        assertEquals(0, run.status(), run::errors);
        assertTrue(run.output().contains("verified, good"), run.output());
        return target;
    }

    private static Link link(long id2) {
        return new Link(1, WRITTEN, id2, Visibility.VISIBLE, 0, id2, new byte[20]);
    }

    private static String hash(Path store) {
        CommandRun run = CommandRun.of("hash", store.toString());
        assertEquals(0, run.status(), run::errors);
        return run.output().replace(store.toString(), "");
    }

    @Test
    void aServedStoreIsBackedUpAsItWasAtOneMoment() throws Exception {
        Path store = loaded(20_000);
        AtomicLong acknowledged = new AtomicLong();
        AtomicBoolean stopped = new AtomicBoolean();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        try (Live live = Live.open(store, LiveSettings.usual())) {
            Thread writer =
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        try {
                                            while (!stopped.get()) {
                                                long next = acknowledged.get() + 1;
                                                live.graph().addLink(link(next));
                                                acknowledged.set(next);
                                            }
                                        } catch (Throwable e) {
                                            failure.set(e);
                                        }
                                    });
            for (int round = 1; round <= 3; round++) {
                Waiting.until("writes", () -> acknowledged.get() > 50 || failure.get() != null);
                long before = acknowledged.get();
                backUp(store);
                long after = acknowledged.get() + 1;
                Path restored = restore("restored-" + round);
                try (Live copy = Live.open(restored, LiveSettings.usual())) {
                    long count = copy.graph().count(1, WRITTEN).value();
                    assertTrue(
                            before <= count && count <= after,
                            "%d of %d to %d".formatted(count, before, after));
                    // One after the other was written, so none is missing between.
                    assertTrue(copy.graph().link(1, WRITTEN, count).value().isPresent());
                    assertTrue(copy.graph().link(1, WRITTEN, count + 1).value().isEmpty());
                }
            }
            stopped.set(true);
            writer.join();
            assertEquals(null, failure.get());
            assertFalse(Files.exists(store.resolve("checkpoint")), "the copy of the hot store");
            // What was written is absorbed, and the store goes on.
            live.store().absorb();
            assertEquals(acknowledged.get(), live.graph().count(1, WRITTEN).value());
        }
        assertTrue(CommandRun.of("verify", store.toString()).output().startsWith("good"));
    }

    @Test
    void aLaterBackupCopiesOnlyNewFilesAndOlderOnesCanGo() throws IOException {
        Path store = loaded(20_000);
        String first = backUp(store);
        assertTrue(first.startsWith("backup 1 of "), first);
        assertTrue(backUp(store).contains("copied 0 files, 0 B"), "nothing is new");
        try (Live live = Live.open(store, LiveSettings.usual())) {
            live.graph().addLink(link(7));
        }
        // Online writes without a server: this process makes the copy of the hot store.
        String third = backUp(store, "--keep", "2");
        assertTrue(third.contains("deleted 1 older backup"), third);
        CommandRun list = CommandRun.of("restore", backups(), "--list");
        assertEquals(
                List.of("2", "3"),
                list.output().lines().map(line -> line.substring(0, 1)).toList());
        Path restored = restore("restored");
        assertEquals(hash(store), hash(restored));
        try (Live live = Live.open(restored, LiveSettings.usual())) {
            assertEquals(1, live.graph().count(1, WRITTEN).value());
        }
        assertEquals(
                0,
                CommandRun.of("restore", backups(), directory + "/two", "--backup", "2").status());
        CommandRun gone = CommandRun.of("restore", backups(), directory + "/one", "--backup", "1");
        assertEquals(4, gone.status());
        assertTrue(gone.errors().contains("has no backup 1"), gone.errors());
    }

    @Test
    void aKilledBackupLeavesTheEarlierOnes() throws Exception {
        Path store = loaded(200_000);
        try (Live live = Live.open(store, LiveSettings.usual())) {
            live.graph().addLink(link(7));
            backUp(store);
            long begin = System.nanoTime();
            kill(store, SECONDS_MAX * 1000);
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
            SplittableRandom random = new SplittableRandom(Long.getLong("seed", 1));
            for (int kill = 1; kill <= KILLS; kill++) {
                live.graph().addLink(link(100 + kill));
                kill(store, random.nextLong(millis / 3, millis));
                Path restored = restore("killed-" + kill);
                assertTrue(Files.exists(restored.resolve("hot")), "online writes");
            }
            assertTrue(backUp(store).startsWith("backup "), "the next one");
            Path restored = restore("last");
            try (Live copy = Live.open(restored, LiveSettings.usual())) {
                assertEquals(1 + KILLS, copy.graph().count(1, WRITTEN).value());
            }
        }
        assertEquals(hash(store), hash(directory.resolve("last")));
    }

    /** Starts a backup as a process and kills it after {@code millis}, unless it has ended. */
    private void kill(Path store, long millis) throws IOException, InterruptedException {
        List<String> command = MainLaunch.withHeap(256);
        command.addAll(List.of("backup", store.toString(), backups()));
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(directory.resolve("output.txt").toFile())
                        .start();
        if (!process.waitFor(millis, TimeUnit.MILLISECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void aLoadThatRunsAndAPlaceInTheStoreAreRefused() throws IOException {
        Path store = loaded(100);
        try (var _ = LoadLock.take(DirectoryStorage.open(store))) {
            CommandRun run = CommandRun.of("backup", store.toString(), backups(), "--wait", "0");
            assertEquals(4, run.status());
            assertTrue(
                    run.errors().contains("another load, absorption or backup is at work"),
                    run.errors());
        }
        CommandRun inside = CommandRun.of("backup", store.toString(), store + "/backups");
        assertEquals(2, inside.status());
        assertTrue(inside.errors().contains("DIR must be outside"), inside.errors());
        CommandRun export = CommandRun.of("export", store.toString(), store + "/rows");
        assertEquals(2, export.status());
        assertTrue(export.errors().contains("DIR must be outside"), export.errors());
        Path nothing = Files.createDirectory(directory.resolve("nothing"));
        CommandRun empty = CommandRun.of("backup", nothing.toString(), directory + "/unmade");
        assertEquals(4, empty.status());
        assertTrue(empty.errors().contains("is not a store"), empty.errors());
        assertFalse(Files.exists(directory.resolve("unmade")), "nothing is made");
        try (Stream<Path> files = Files.list(nothing)) {
            assertEquals(0, files.count());
        }
        CommandRun among = CommandRun.of("restore", backups(), backups() + "/new");
        assertEquals(2, among.status());
        assertTrue(among.errors().contains("STORE must be outside"), among.errors());
        CommandRun none = CommandRun.of("restore", backups(), directory + "/new");
        assertEquals(4, none.status());
        assertTrue(none.errors().contains("has no backup"), none.errors());
        assertFalse(Files.exists(directory.resolve("new/hot")), "nothing is made");
        backUp(store);
        CommandRun taken = CommandRun.of("restore", backups(), store.toString());
        assertEquals(4, taken.status());
        assertTrue(taken.errors().contains("is not empty"), taken.errors());
    }
}
