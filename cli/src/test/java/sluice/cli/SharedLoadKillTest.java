package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import sluice.servers.WaitsForServers;
import sluice.servers.shared.S3Server;
import sluice.testkit.Experiment;

/**
 * Loads into a real server that answers as S3 does, killed at random moments and repeated, and two
 * at once: the segments are those of a load into a directory, byte by byte, also if runs are packed
 * and a load goes on with another packing than it began with. {@code -DsharedKills=} sets how many
 * loads are killed, {@code -Dseed=} when.
 */
@WaitsForServers
@ResourceLock(WaitsForServers.PROCESSES)
@Tag(Experiment.TAG)
class SharedLoadKillTest {
    private static final int KILLS = Experiment.size("sharedKills", 2, 30);
    private static final long SEED = Long.getLong("seed", 1);
    private static final long LOAD_MILLIS_MAX = 12_000;

    @TempDir private Path directory;

    @Test
    void killedLoadsAndTwoAtOnceGiveTheSameBytes() throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        S3Commands commands = new S3Commands(directory, 128);
        String source = write(random);
        List<String> local = S3Commands.load("local", source);
        try (S3Server server = S3Server.start(directory.resolve("s3"))) {
            server.makeBucket("bucket");
            assertEquals(0, commands.start(server, "local", local).waitFor());
            List<String> load = S3Commands.load("s3a://bucket/killed", source);
            for (int i = 0; i < KILLS; i++) {
                Process killed =
                        commands.start(
                                server, "killed", i % 2 == 0 ? S3Commands.packed(load) : load);
                if (!killed.waitFor(random.nextLong(LOAD_MILLIS_MAX), TimeUnit.MILLISECONDS)) {
                    killed.destroyForcibly();
                }
                killed.waitFor();
            }
            Process last = commands.start(server, "last", load);
            assertEquals(0, last.waitFor(), () -> commands.report("last"));
            assertSameSegments("killed");
            Process repeated = commands.start(server, "repeated", load);
            assertEquals(0, repeated.waitFor(), () -> commands.report("repeated"));

            List<String> both = S3Commands.packed(S3Commands.load("s3a://bucket/both", source));
            Process one = commands.start(server, "one", both);
            Process two = commands.start(server, "two", both);
            int statusOne = one.waitFor();
            int statusTwo = two.waitFor();
            assertTrue(
                    statusOne == 0 || statusTwo == 0,
                    () ->
                            "%d: %s, %d: %s"
                                    .formatted(
                                            statusOne,
                                            commands.report("one"),
                                            statusTwo,
                                            commands.report("two")));
            if (statusOne != 0 || statusTwo != 0) {
                String loser = commands.report(statusOne == 0 ? "two" : "one");
                assertTrue(loser.contains("the load was taken over by"), loser);
            }
            assertSameSegments("both");
        }
    }

    private String write(SplittableRandom random) throws IOException {
        StringBuilder rows = new StringBuilder("id1,id2,time\n");
        for (int i = 0; i < 40_000; i++) {
            rows.append(random.nextInt(1000)).append(',').append(random.nextInt(1000));
            rows.append(',').append(i).append('\n');
        }
        return Files.writeString(directory.resolve("links.csv"), rows).toString();
    }

    private void assertSameSegments(String store) throws IOException {
        Path made = directory.resolve("s3/objects/bucket").resolve(store);
        List<Path> expected = segments(directory.resolve("local"));
        List<Path> found = segments(made);
        assertEquals(
                expected.stream().map(Path::getFileName).toList(),
                found.stream().map(Path::getFileName).toList());
        for (int i = 0; i < expected.size(); i++) {
            assertEquals(-1, Files.mismatch(expected.get(i), found.get(i)), found.get(i)::toString);
        }
        try (Stream<Path> files = Files.list(made)) {
            List<String> others = new ArrayList<>();
            files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.startsWith("segment-") && !name.startsWith("manifest"))
                    // A kill may come between the two requests of a probe of the place.
                    .filter(name -> !name.startsWith("probe-"))
                    .forEach(others::add);
            assertEquals(List.of(), others);
        }
    }

    private static List<Path> segments(Path store) throws IOException {
        try (Stream<Path> files = Files.list(store)) {
            return files.filter(file -> file.getFileName().toString().startsWith("segment-"))
                    .sorted()
                    .toList();
        }
    }
}
