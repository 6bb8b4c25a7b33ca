package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import sluice.load.ranges.PlanJournal;
import sluice.plan.run.Switches;
import sluice.plan.run.TableRange;
import sluice.plan.run.Target;
import sluice.servers.WaitsForServers;
import sluice.servers.hbase.HBaseServers;
import sluice.storage.DirectoryStorage;
import sluice.testkit.Experiment;

/**
 * Planned loads into a real HBase, in a table that begins with one region: killed by SIGKILL after
 * each line of their journal, and with a region server killed in each phase. The same command ends
 * with the same rows, the regions of the plan, and the switches as they were found. {@code
 * -DplanKills=} sets at how many splits, moves and commits of a load it is killed at most.
 */
@WaitsForServers
@ResourceLock(WaitsForServers.HBASE)
@Tag(Experiment.TAG)
@EnabledIfSystemProperty(named = "reliability", matches = "long")
class PlannedLoadKillTest {
    private static final int KILLS = Experiment.size("planKills", 1, 3);
    private static final int ROWS = 12_000;
    private static final int RATE = 600;
    private static final long LOAD_SECONDS_MAX = 300;
    private static final Pattern REPORT = Pattern.compile("(?s)(plan |\\d+ splits?).*");

    @TempDir private Path directory;

    private final TreeSet<String> expected = new TreeSet<>();
    private int loads;

    /**
     * A moment of a load: that its journal, or the jobs, have this number of such lines behind a
     * heading of some lines.
     */
    private record Moment(String file, int heading, String line, int count) {
        boolean hasCome(Path store) throws IOException {
            try {
                return Files.readAllLines(store.resolve(file)).stream()
                                .skip(heading)
                                .filter(found -> found.matches(line))
                                .count()
                        >= count;
            } catch (NoSuchFileException _) {
                return false;
            }
        }

        static Moment journal(String line, int count) {
            return new Moment("plan-journal", 2, line, count);
        }

        /** After a commit the bucket is in the list of those that are built. */
        static Moment commit(int count) {
            return new Moment("build-jobs", 3, "\\d+ [1-9]\\d*", count);
        }
    }

    @Test
    void killedAfterEachLineOfItsJournalTheSameCommandEndsAsPlanned() throws Exception {
        try (HBaseServers hbase =
                        HBaseServers.start(
                                directory.resolve("hbase"), HBaseServers.Shape.ONE_PROCESS);
                Experiment experiment = new Experiment("E2 kill -9 of a planned load", 0)) {
            PlannedTable table = new PlannedTable(directory, hbase, "graph");
            Switches found = table.begin(append(table), "");
            for (String line : List.of("plan .*", "off", "found .*")) {
                experiment.ran(killed(table, Moment.journal(line, 1), found) ? 1 : 0);
            }
            for (String line : List.of("split .*", "move .*")) {
                int count = 1;
                while (count <= KILLS && killed(table, Moment.journal(line, count), found)) {
                    experiment.ran(1);
                    experiment.fact(line.substring(0, 5).strip() + "s", count);
                    count++;
                }
            }
            experiment.ran(killed(table, Moment.journal("insert", 1), found) ? 1 : 0);
            int commit = 1;
            while (commit <= KILLS && killed(table, Moment.commit(commit), found)) {
                experiment.ran(1);
                experiment.fact("commits", commit);
                commit++;
            }
            for (String line : List.of("inserted", "back")) {
                experiment.ran(killed(table, Moment.journal(line, 1), found) ? 1 : 0);
            }
            experiment.passed();
        }
    }

    /**
     * Loads, killed at the moment, and loads by the same command; false where it had ended before
     * the moment came.
     */
    private boolean killed(PlannedTable table, Moment moment, Switches found) throws Exception {
        Path source = append(table);
        List<String> words = table.words(source, table.address("&rate=" + RATE), "auto");
        Path store = Path.of(table.store());
        Files.deleteIfExists(store.resolve("plan-journal"));
        boolean isKilled = false;
        try (RepeatedCommand load =
                new RepeatedCommand(directory.resolve("killed-" + loads), words)) {
            load.start();
            while (load.isRunning() && !isKilled) {
                if (isOfThisLoad(store) && moment.hasCome(store)) {
                    load.kill();
                    isKilled = true;
                } else {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
                }
            }
            assertTrue(isKilled || load.status() == 0, load::lastErrors);
        }
        String printed = table.load(source, table.address("&rate=" + RATE), "auto");
        System.out.printf("killed %s: %s%n%s", isKilled, moment, report(printed));
        Set<String> places = Set.copyOf(table.places());
        Target target = PlanJournal.read(DirectoryStorage.open(store)).orElseThrow().target();
        for (Target.Piece piece : target.pieces()) {
            assertTrue(places.contains(piece.first() + " " + piece.server()), piece.toString());
        }
        table.assertIs(expected, found);
        return isKilled;
    }

    /** Whether a journal has begun: the one of the load before was deleted. */
    private static boolean isOfThisLoad(Path store) {
        return Files.exists(store.resolve("plan-journal"));
    }

    private static String report(String printed) {
        return REPORT.matcher(printed)
                .results()
                .map(found -> found.group() + "\n")
                .collect(Collectors.joining());
    }

    /** HBase gives the regions to other servers after about half a minute each time. */
    @Test
    void aRegionServerThatIsKilledInAnyPhaseCostsTimeAndTheReportSaysSo() throws Exception {
        try (HBaseServers hbase =
                        HBaseServers.start(
                                directory.resolve("hbase"), HBaseServers.Shape.PROCESSES);
                Experiment experiment = new Experiment("E2 kill -9 under a planned load", 0)) {
            PlannedTable table = new PlannedTable(directory, hbase, "graph");
            Switches found = table.begin(append(table), "&timeout=120");
            int server = 0;
            for (Moment moment :
                    List.of(
                            Moment.journal("split .*", 2),
                            Moment.journal("move .*", 1),
                            Moment.commit(1))) {
                withDeadServer(table, hbase, server, moment);
                hbase.addRegionServer();
                server++;
                table.assertIs(expected, found);
                experiment.ran(1);
            }
            experiment.passed();
        }
    }

    private void withDeadServer(PlannedTable table, HBaseServers hbase, int server, Moment moment)
            throws Exception {
        Path source = append(table);
        Path store = Path.of(table.store());
        Files.deleteIfExists(store.resolve("plan-journal"));
        String address = table.address("&timeout=120&rate=" + RATE);
        FutureTask<String> load = new FutureTask<>(() -> table.load(source, address, "auto"));
        Thread loader = Thread.ofPlatform().name("load").start(load);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LOAD_SECONDS_MAX);
        boolean isKilled = false;
        while (loader.isAlive() && !isKilled && System.nanoTime() < end) {
            if (isOfThisLoad(store) && moment.hasCome(store)) {
                hbase.killRegionServer(server);
                isKilled = true;
            } else {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
        }
        long killed = System.nanoTime();
        try {
            String printed = load.get(LOAD_SECONDS_MAX, TimeUnit.SECONDS);
            System.out.printf(
                    "region server killed %s: %s, %d s%n%s",
                    isKilled,
                    moment,
                    TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - killed),
                    report(printed));
            assertTrue(isKilled, printed);
        } catch (ExecutionException e) {
            throw new AssertionError(moment.toString(), e.getCause());
        }
        List<TableRange> ranges = table.ranges();
        assertTrue(ranges.size() > 1, ranges.toString());
    }

    private Path append(PlannedTable table) throws IOException {
        int number = loads++;
        Path source =
                table.source("links-" + number + ".txt", ROWS, row -> number * 1_000_000L + row, 1);
        expected.addAll(Files.readAllLines(source));
        return source;
    }
}
