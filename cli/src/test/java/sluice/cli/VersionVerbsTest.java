package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import sluice.live.Live;
import sluice.live.LiveSettings;
import sluice.model.Link;
import sluice.model.Visibility;
import sluice.servers.WaitsForServers;

/**
 * The verbs of versions, and what other verbs make of a store with versions; commands that are
 * killed leave one of two versions.
 */
@ResourceLock(WaitsForServers.PROCESSES)
class VersionVerbsTest {
    private static final int KILLS = Integer.getInteger("versionKills", 2);

    @TempDir Path directory;

    private Path store() {
        return directory.resolve("store");
    }

    private Path links(String name, int from, int count) throws IOException {
        StringBuilder text = new StringBuilder("id1,id2,time\n");
        for (int i = from; i < from + count; i++) {
            text.append("%d,%d,%d%n".formatted(i, i % 10, i));
        }
        return Files.writeString(directory.resolve(name), text);
    }

    private static String ok(Object... words) {
        CommandRun run = run(words);
        assertEquals(0, run.status(), run::errors);
        return run.output();
    }

    private static void refused(int status, String text, Object... words) {
        CommandRun run = run(words);
        assertEquals(status, run.status(), run::errors);
        assertTrue(run.errors().contains(text), run::errors);
    }

    private static CommandRun run(Object... words) {
        return CommandRun.of(Stream.of(words).map(Object::toString).toArray(String[]::new));
    }

    private String links(Path store) {
        return ok("stats", store, "--format", "json");
    }

    private void twoVersions() throws IOException {
        ok("load", store(), links("a.csv", 0, 500));
        ok("load", store(), links("b.csv", 1000, 100), "--new-version");
    }

    @Test
    void aVersionCanBeReadBeforeItIsServed() throws IOException {
        twoVersions();
        String second = ok("hash", store(), "--of-version", "2");
        assertFalse(ok("hash", store()).equals(second));
        ok("publish", store());
        assertEquals(second, ok("hash", store()));
        assertTrue(ok("status", store()).contains("version 2 is served"));
        refused(4, "no version 7; it has 1, 2", "hash", store(), "--of-version", "7");
        refused(4, "no version 7", "publish", store(), "7");
        refused(2, "--keep must be 0 or more", "versions", store(), "--keep", "-1");
        refused(2, "requires --new-version", "load", store(), "x.csv", "--from-nothing");
    }

    @Test
    void theSameLoadIsNamedInsteadOfMadeAgain() throws IOException {
        twoVersions();
        String again = ok("load", store(), directory.resolve("b.csv"), "--new-version");
        assertTrue(again.contains("version 2 of") && again.contains("already"), again);
        String json = ok("versions", store(), "--format", "json");
        assertFalse(json.contains("\"version\" : 3"), json);
    }

    @Test
    void aDryRunForecastsAVersionAndWritesNothing() throws IOException {
        twoVersions();
        TreeSet<String> before = files();
        Path more = links("c.csv", 5000, 50);
        assertTrue(ok("load", store(), more, "--dry-run", "--new-version").contains("rows"));
        refused(4, "--new-version", "load", store(), more, "--dry-run");
        assertEquals(before, files());
    }

    @Test
    void aMuchSmallerVersionIsServedWithAWarning() throws IOException {
        ok("load", store(), links("a.csv", 0, 5000));
        ok("load", store(), links("b.csv", 0, 1), "--new-version", "--from-nothing");
        CommandRun published = run("publish", store());
        assertEquals(0, published.status(), published::errors);
        assertTrue(
                published.errors().contains("if that is wrong: sluice rollback"),
                published::errors);
        assertEquals("", run("rollback", store()).errors());
    }

    @Test
    void verifyReadsEveryVersion() throws IOException {
        twoVersions();
        assertTrue(ok("verify", store()).startsWith("good: "));
        try (FileChannel segment =
                FileChannel.open(
                        store().resolve("segment-000002-000000"), StandardOpenOption.WRITE)) {
            segment.write(ByteBuffer.wrap(new byte[] {1, 2, 3}), 200);
        }
        CommandRun damaged = run("verify", store());
        assertEquals(5, damaged.status());
        assertTrue(damaged.output().contains("segment-000002-000000"), damaged.output());
    }

    @Test
    void aDamagedVersionIsNamedByVersionsAndVerify() throws IOException {
        twoVersions();
        Files.write(store().resolve("version-000002"), new byte[] {1, 2});
        refused(5, "version-000002", "versions", store());
        assertEquals(5, run("verify", store()).status());
        refused(5, "version-000002", "publish", store());
        ok("hash", store());
    }

    @Test
    void aBackupHasAllVersions() throws IOException {
        twoVersions();
        ok("versions", store(), "--pin", "1");
        Path backups = directory.resolve("backups");
        ok("backup", store(), backups);
        Path copy = directory.resolve("copy");
        ok("restore", backups, copy);
        assertEquals(
                ok("versions", store(), "--format", "json").replace(store().toString(), ""),
                ok("versions", copy, "--format", "json").replace(copy.toString(), ""));
        ok("publish", store());
        ok("publish", copy);
        assertEquals(ok("hash", store()), ok("hash", copy));
    }

    @Test
    void doctorTellsOfVersions() throws IOException {
        twoVersions();
        Path options =
                Files.writeString(
                        directory.resolve("sluice.yaml"),
                        "serve:\n  store: %s\n  port: 0\n  http-port: 0\n".formatted(store()));
        String doctor = run("doctor", "--config", options).output();
        assertTrue(doctor.contains("version 1 is served, 2 are there"), doctor);
    }

    @Test
    void aStoreWithOnlineWritesGetsNoVersions() throws IOException {
        ok("load", store(), links("a.csv", 0, 500));
        try (Live live = Live.open(store(), LiveSettings.usual())) {
            assertEquals(4, run("publish", store()).status());
            live.graph().addLink(new Link(1, 0, 99, Visibility.VISIBLE, 0, 1, new byte[0]));
        }
        refused(4, "sluice absorb", "publish", store());
        refused(4, "sluice absorb", "load", store(), links("b.csv", 9, 9), "--new-version");
        // A store that was served before hot stores had marks.
        Files.delete(store().resolve("hot-store"));
        refused(4, "sluice absorb", "publish", store());
        ok("absorb", store());
        ok("publish", store());
        assertTrue(ok("query", store(), "link", "1", "0", "99").contains("99"));
    }

    @Test
    void whatChangesAStoreInPlaceIsRefused() throws IOException {
        twoVersions();
        refused(4, "--new-version", "load", store(), links("c.csv", 9, 9));
        refused(4, "has versions, which never change", "absorb", store());
        refused(4, "has versions, which never change", "index", store());
        assertTrue(ok("abandon", store()).contains("no unfinished load"));
        refused(2, "cannot be with --serve", "load", store(), "x.csv", "--new-version", "--serve");
    }

    @Test
    void commandsThatAreKilledLeaveOneOfTwoVersions() throws IOException, InterruptedException {
        ok("load", store(), links("a.csv", 0, 20_000));
        Path more = links("b.csv", 50_000, 20_000);
        String first = links(store());
        SplittableRandom random = new SplittableRandom(1);
        for (int kill = 0; kill < KILLS; kill++) {
            kill(random.nextLong(600, 2500), "load", store(), more, "--new-version");
            assertEquals(first, links(store()));
        }
        ok("load", store(), more, "--new-version");
        ok("publish", store());
        String second = links(store());
        ok("rollback", store());
        for (int kill = 0; kill < KILLS; kill++) {
            kill(random.nextLong(200, 1200), "publish", store(), "2");
            String served = links(store());
            assertTrue(served.equals(first) || served.equals(second), served);
            ok("publish", store(), "2");
            assertEquals(second, links(store()));
            ok("rollback", store());
            assertEquals(first, links(store()));
        }
        assertTrue(ok("verify", store()).startsWith("good: "));
        String json = ok("versions", store(), "--format", "json");
        assertTrue(json.contains("\"unfinished_load\" : false"), json);
        assertFalse(json.contains("\"version\" : 3"), json);
    }

    /** Starts a command as a process and kills it after {@code millis}, unless it has ended. */
    private void kill(long millis, Object... words) throws IOException, InterruptedException {
        List<String> command = MainLaunch.withHeap(256);
        Stream.of(words).forEach(word -> command.add(word.toString()));
        Process process =
                new ProcessBuilder(new ArrayList<>(command))
                        .redirectErrorStream(true)
                        .redirectOutput(directory.resolve("output.txt").toFile())
                        .start();
        if (!process.waitFor(millis, TimeUnit.MILLISECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }

    private TreeSet<String> files() throws IOException {
        try (Stream<Path> files = Files.list(store())) {
            TreeSet<String> names = new TreeSet<>();
            files.forEach(file -> names.add(file.getFileName().toString()));
            return names;
        }
    }
}
