package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import sluice.live.ColdStores;
import sluice.load.files.LoadLock;
import sluice.model.BucketStore;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.Node;
import sluice.plan.run.RangeStore;
import sluice.plan.run.Ranged;
import sluice.plan.run.Switches;
import sluice.plan.run.TableRange;
import sluice.servers.WaitsForServers;
import sluice.servers.hbase.HBaseServers;
import sluice.storage.DirectoryStorage;

/**
 * Loads into a table of a real HBase with three region servers: first into a table that is there,
 * then behind its last key, unplanned, then further behind, planned, then by Zipf's law among what
 * is there. {@code -DplanRows=} sets how many links a load has, {@code -DplanRate=} how many a
 * second each server is given, {@code -DplanQuestions=} how many questions a second are asked
 * during it, and {@code -DplanReadMillis=} fails the test where the slowest of a hundred takes
 * longer: on a machine of its own, 2000.
 */
@WaitsForServers
@ResourceLock(WaitsForServers.HBASE)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class PlannedLoadTest {
    private static final int ROWS = Integer.getInteger("planRows", 12_000);
    private static final int RATE = Integer.getInteger("planRate", 300);
    private static final int QUESTIONS = Integer.getInteger("planQuestions", 20);
    private static final long READ_MILLIS = Long.getLong("planReadMillis", Long.MAX_VALUE);
    private static final long ZIPF_ID2 = 5_000_000;
    private static final Pattern INSERTED = Pattern.compile("(\\S+:\\d+) +([\\d,]+) inserted");
    private static final Pattern PLANNED =
            Pattern.compile("(\\S+:\\d+) +\\d+ +([\\d,]+) +([\\d,]+) +\\d+\n");
    private static final Pattern FORECAST =
            Pattern.compile(
                    "([\\d,]+) splits? in .* about ([\\d.]+) s; ([\\d,]+) moves?: about ([\\d.]+) s; inserting: about [\\d.]+ s -> ([\\d.]+) s");
    private static final Pattern DONE =
            Pattern.compile(
                    "([\\d,]+) splits? asked for \\(([\\d,]+) refused .*\\) in ([\\d.]+) s, ([\\d,]+) moves? in ([\\d.]+) s");
    private static final Pattern BUSIEST =
            Pattern.compile("busiest / mean +(\\d+\\.\\d+) in (\\d+\\.\\d+) s");

    @TempDir private static Path directory;

    private static HBaseServers hbase;

    @BeforeAll
    static void start() throws IOException {
        hbase = HBaseServers.start(directory.resolve("hbase"), HBaseServers.Shape.ONE_PROCESS);
    }

    @AfterAll
    static void stop() {
        hbase.close();
    }

    @Test
    @Order(1)
    void theFirstLoadMakesTheTableAndAskedForAPlanOfItThereIsNone() throws Exception {
        CommandRun plan = CommandRun.of("plan", store(), "--cold", address(""), "--format", "json");
        assertEquals(4, plan.status(), plan.errors());
        String printed = load(0, "", "off");
        assertFalse(printed.contains("busiest / mean"), printed);
        assertEquals(ROWS, links());
    }

    @Test
    @Order(2)
    void unplannedAnAppendGoesToOneServerAndShowChangesNothing() throws Exception {
        List<TableRange> before = ranges();
        Switches switches = switches();
        String printed = load(1, "", "show");
        assertTrue(printed.contains("not carried out") || printed.contains("not worth"), printed);
        assertEquals(places(before), places(ranges()));
        assertEquals(switches, switches());
        assertTrue(busiest(printed).get(0) >= 2, printed);
        assertEquals(2L * ROWS, links());
    }

    @Test
    @Order(3)
    void plannedAllServersTakeTheSameAndEachWhatItsPlanSays() throws Exception {
        Switches switches = switches();
        String printed = planned(2, "&rate=" + RATE);
        Map<String, Long> unplanned = columns(PLANNED, printed, 2);
        assertEquals(ROWS, unplanned.values().stream().mapToLong(Long::longValue).max().orElse(0));
        assertEquals(3L * ROWS, links());
        assertEquals(Optional.empty(), restored(), "the switches were given back");
        assertEquals(switches, switches());
    }

    /**
     * Regions with rows are split there, which pays with more rows than a quick test has. Pieces of
     * earlier batches stay whole as long as they are nearly even.
     */
    @Test
    @Order(4)
    void rowsByZipfsLawAmongThoseThatAreThereAreAsEvenByPlan() throws Exception {
        String printed = load(3, "&rate=" + RATE, "show");
        MatchResult busiest =
                Pattern.compile("busiest / mean +([\\d.]+) +([\\d.]+)\n")
                        .matcher(printed)
                        .results()
                        .findFirst()
                        .orElseThrow();
        System.out.print(printed.substring(printed.indexOf("busiest / mean")));
        assertTrue(Double.parseDouble(busiest.group(2)) <= 1.15, printed);
        assertEquals(4L * ROWS, links());
    }

    /** Loads by plan while clients ask; what is done must be what was planned. */
    private static String planned(int number, String options) throws Exception {
        String printed;
        try (ListProbe probe = new ListProbe(address("&timeout=120"), ROWS, QUESTIONS)) {
            long begin = System.nanoTime();
            printed = load(number, options, "auto");
            long end = System.nanoTime();
            probe.end();
            long inserting = end - (long) (busiest(printed).get(1) * 1e9);
            System.out.printf(
                    "%s answers, p99 %d ms while splitting and moving, %d ms while inserting, longest %d ms%n",
                    probe.answers(),
                    probe.millis(0.99, begin, inserting),
                    probe.millis(0.99, inserting, end),
                    probe.millis(1, begin, end));
            assertTrue(probe.answers() > 100, "answers: " + probe.answers());
            assertTrue(probe.millis(0.99, begin, inserting) <= READ_MILLIS, "p99 while moving");
            assertTrue(probe.millis(0.99, inserting, end) <= READ_MILLIS, "p99 while inserting");
        }
        System.out.print(printed.substring(printed.indexOf("busiest / mean")));
        assertTrue(printed.contains("it is carried out"), printed);
        assertTrue(printed.contains("where the plan wants them"), printed);
        assertTrue(busiest(printed).get(0) <= 1.10, printed);
        assertEquals(columns(PLANNED, printed, 3), columns(INSERTED, printed, 2), printed);
        MatchResult planned = FORECAST.matcher(printed).results().findFirst().orElseThrow();
        MatchResult done = DONE.matcher(printed).results().findFirst().orElseThrow();
        int splits = Integer.parseInt(done.group(1)) - Integer.parseInt(done.group(2));
        assertEquals(planned.group(1), Integer.toString(splits), printed);
        assertEquals(planned.group(3), done.group(4), printed);
        return printed;
    }

    @Test
    @Order(5)
    void aBatchThatIsInsertedBeforeAPlanIsMadeIsNotPlanned() throws Exception {
        List<TableRange> before = ranges();
        Path source = directory.resolve("few.txt");
        Files.writeString(source, "9000001 1\n9000002 1\n");
        CommandRun run = load(source, address("&rate=" + RATE), "auto");
        assertTrue(run.output().contains("it is not worth it"), run.output());
        assertEquals(places(before), places(ranges()));
        assertEquals(4L * ROWS + 2, links());
    }

    /** Regions are not split for rows that go; they are dealt out as they are. */
    @Test
    @Order(6)
    void deletesAreDealtOutWithoutASplit() throws Exception {
        Path source = directory.resolve("gone.csv");
        try (PrintWriter lines = new PrintWriter(Files.newBufferedWriter(source))) {
            lines.println("id1,id2,delete");
            for (int row = 0; row < ROWS; row += 2) {
                lines.println(2_000_000L + row + "," + (row + 1) + ",1");
            }
        }
        CommandRun run = load(source, address(""), "auto");
        assertTrue(run.output().contains("\n0 splits in"), run.output());
        assertEquals(4L * ROWS + 2 - ROWS / 2, links());
    }

    @Test
    @Order(7)
    void thereIsNothingToRestoreAndTheCommandSaysSo() {
        CommandRun run = CommandRun.of("plan", store(), "--cold", address(""), "--restore");
        assertEquals(0, run.status(), run.errors());
        assertTrue(run.output().contains("no plan has switched anything off"), run.output());
    }

    @Test
    @Order(8)
    void aLoadThatRunsKeepsItsSwitches() throws IOException {
        try (Closeable _ = LoadLock.take(DirectoryStorage.open(Path.of(store())))) {
            CommandRun run = CommandRun.of("plan", store(), "--cold", address(""), "--restore");
            assertEquals(4, run.status(), run.output());
        }
    }

    /** Follows docs/insert-into-live-table.md with fewer rows, as one who reads it does. */
    @Test
    @Order(9)
    void everyCommandOfTheGuideSucceeds() throws Exception {
        String page = Files.readString(Path.of("../docs/insert-into-live-table.md"));
        StringBuilder printed = new StringBuilder();
        int commands = 0;
        for (MatchResult block :
                Pattern.compile("(?s)```sh\n(.*?)```\n").matcher(page).results().toList()) {
            for (String line : block.group(1).lines().toList()) {
                if (line.startsWith("sluice ")) {
                    printed.append(guideCommand(line));
                    commands++;
                } else if (!line.startsWith("export ")) {
                    String fewer = line.replace("40000000", Integer.toString(ROWS));
                    assertEquals("", FollowedPage.shell(directory, fewer));
                }
            }
        }
        assertEquals(5, commands);
        List<String> plans =
                Pattern.compile("(?m)^plan (\\w+) ")
                        .matcher(printed)
                        .results()
                        .map(plan -> plan.group(1))
                        .toList();
        assertEquals(3, plans.size(), printed.toString());
        assertEquals(1, Set.copyOf(plans).size(), "the dry run shows what then is done");
        assertTrue(printed.toString().contains("where the plan wants them"), printed.toString());
        assertTrue(busiest(printed.toString()).get(0) <= 1.10, printed.toString());
    }

    private static String guideCommand(String line) throws IOException {
        Path guide = directory.resolve("guide");
        String options = "write=put&rate=" + RATE;
        String[] words =
                line.replace(" || test $? = 130", "")
                        .replace("\"$COLD\"", hbase.address("guide", options))
                        .replace("--read-p99 50", "--read-p99 60000 --build-batch 6")
                        .replace(" graph ", " " + guide + " ")
                        .replaceAll("(old|new)\\.txt", directory + "/$1.txt --bucket-size 64k")
                        .split(" ");
        CommandRun run = CommandRun.of(Arrays.copyOfRange(words, 1, words.length));
        assertEquals(line.contains("130") ? 130 : 0, run.status(), run.errors());
        return run.output();
    }

    /** Loads a source in buckets of 64 KiB by a plan. */
    private static CommandRun load(Path source, String cold, String plan, String... more) {
        List<String> words = new ArrayList<>(List.of("load", store(), source.toString()));
        words.addAll(List.of("--bucket-size", "64k", "--cold", cold, "--plan", plan));
        words.addAll(List.of(more));
        CommandRun run = CommandRun.of(words.toArray(String[]::new));
        assertEquals(0, run.status(), run.errors());
        return run;
    }

    private static String store() {
        return directory.resolve("graph").toString();
    }

    private static String address(String options) {
        return hbase.address("graph", "write=put" + options);
    }

    /** Loads links of ids behind those of the load before; load 3 is of ids among those. */
    private static String load(int number, String options, String plan) throws IOException {
        Path source = directory.resolve("links-" + number + ".txt");
        try (PrintWriter lines = new PrintWriter(Files.newBufferedWriter(source))) {
            SplittableRandom random = new SplittableRandom(number);
            for (int row = 0; row < ROWS; row++) {
                lines.println(
                        number < 3
                                ? number * 1_000_000L + row + " " + (row + 1)
                                : zipf(random) + " " + (ZIPF_ID2 + row));
            }
        }
        CommandRun run =
                load(source, address(options), plan, "--build-batch", "6", "--progress", "none");
        return run.output();
    }

    /** An id of one of a hundred parts of the first load's: of the k-th part as of 1/k. */
    private static long zipf(SplittableRandom random) {
        double sum = 0;
        for (int rank = 1; rank <= 100; rank++) {
            sum += 1.0 / rank;
        }
        double left = random.nextDouble() * sum;
        int rank = 1;
        while (rank < 100 && left > 1.0 / rank) {
            left -= 1.0 / rank;
            rank++;
        }
        // 37 has no divisor in common with 100: each part has one rank.
        long part = rank * 37L % 100;
        return part * ROWS / 100 + random.nextInt(Math.max(1, ROWS / 100));
    }

    private static List<Double> busiest(String printed) {
        MatchResult found = BUSIEST.matcher(printed).results().findFirst().orElseThrow();
        return List.of(Double.parseDouble(found.group(1)), Double.parseDouble(found.group(2)));
    }

    private static Map<String, Long> columns(Pattern pattern, String printed, int group) {
        Map<String, Long> rows = new TreeMap<>();
        pattern.matcher(printed)
                .results()
                .forEach(
                        line ->
                                rows.put(
                                        line.group(1),
                                        Long.parseLong(line.group(group).replace(",", ""))));
        return rows;
    }

    private static List<String> places(List<TableRange> ranges) {
        return ranges.stream().map(range -> range.first() + " " + range.server()).toList();
    }

    private static List<TableRange> ranges() throws IOException {
        try (BucketStore store = ColdStores.open(address(""))) {
            return new ArrayList<>(((Ranged) store).ranges().ranges());
        }
    }

    /** The switches of the cluster as they are. */
    private static Switches switches() throws IOException {
        try (BucketStore store = ColdStores.open(address(""))) {
            RangeStore table = ((Ranged) store).ranges();
            long now = System.currentTimeMillis();
            Switches found = table.pause("a look", now, now + 1);
            assertEquals(Optional.of(found), table.restore("a look", now));
            return found;
        }
    }

    private static Optional<?> restored() throws IOException {
        try (BucketStore store = ColdStores.open(address(""))) {
            RangeStore ranges = ((Ranged) store).ranges();
            return ranges.restore("somebody else", System.currentTimeMillis());
        }
    }

    /** How many links HBase has, each as it was loaded. */
    private static long links() throws IOException {
        AtomicLong count = new AtomicLong();
        try (BucketStore store = ColdStores.open(address(""))) {
            store.reader()
                    .scan(
                            new GraphReader.Visitor() {
                                @Override
                                public void node(Node node) {
                                    throw new AssertionError("no node was loaded: " + node);
                                }

                                @Override
                                public void link(Link link) {
                                    long row = link.id1() % 1_000_000;
                                    assertTrue(
                                            link.id1() > 9_000_000
                                                    || link.id2() >= ZIPF_ID2
                                                    || link.id2() == row + 1,
                                            link.toString());
                                    count.incrementAndGet();
                                }
                            });
        }
        return count.get();
    }
}
