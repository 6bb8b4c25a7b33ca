package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import sluice.load.files.LoadLock;
import sluice.plan.RangeKey;
import sluice.plan.run.Switches;
import sluice.plan.run.TableRange;
import sluice.servers.WaitsForServers;
import sluice.servers.hbase.HBaseServers;
import sluice.servers.hbase.SharedHBase;
import sluice.storage.DirectoryStorage;

/**
 * Loads into a table of a real HBase with three region servers: first into a table that is there,
 * then behind its last key, unplanned, then further behind, planned, then by Zipf's law among what
 * is there, then updates and deletes.
 *
 * <p>{@code -DplanRows=} sets how many links a load has, {@code -DplanRate=} how many a second each
 * server is given, {@code -DplanQuestions=} how many questions a second are asked during it. On a
 * machine of its own, {@code -DplanReadMillis=2000} fails the test where the slowest of a hundred
 * answers takes longer, {@code -DplanForecast=30} where a phase takes 30 percent more or less than
 * its forecast, {@code -DplanZipf=auto} splits regions that have rows, and {@code -DplanPairs=9}
 * compares times of 9 loads that are not worth a plan, with and without {@code --plan}. {@code
 * -DplanReadP99=50} loads by that {@code --read-p99}, and fails where reads are slower. {@code
 * -DplanFileRows=6000000} inserts this many rows as files.
 */
@WaitsForServers
@ResourceLock(WaitsForServers.HBASE)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class PlannedLoadTest {
    private static final int ROWS = Integer.getInteger("planRows", 12_000);
    private static final int RATE = Integer.getInteger("planRate", 300);
    private static final int QUESTIONS = Integer.getInteger("planQuestions", 20);
    private static final long READ_MILLIS = Long.getLong("planReadMillis", Long.MAX_VALUE);
    private static final int AIM_MILLIS = Integer.getInteger("planReadP99", 0);
    private static final int FORECAST_PERCENT = Integer.getInteger("planForecast", 0);
    private static final String ZIPF_PLAN = System.getProperty("planZipf", "show");
    private static final int PAIRS = Integer.getInteger("planPairs", 0);
    private static final int FEW = 1500;
    private static final long ZIPF_ID2 = 5_000_000;
    private static final Pattern INSERTED = Pattern.compile("(\\S+:\\d+) +([\\d,]+) inserted");
    private static final Pattern PLANNED =
            Pattern.compile("(\\S+:\\d+) +\\d+ +([\\d,]+) +([\\d,]+) +\\d+\n");

    /** The end of a phase: how many steps, in how many seconds, and the forecast of these. */
    private static final Pattern PHASE =
            Pattern.compile("([\\d,.]+)(?: \\w+)? in ([\\d.]+) s \\(forecast ([\\d.]+) s\\)");

    private static final Pattern STEPS =
            Pattern.compile("(?m)^([\\d,]+) (splits?|moves?)\\b.*about");
    private static final Pattern BUSIEST = Pattern.compile("busiest / mean +(\\d+\\.\\d+) in ");
    private static final Pattern IMBALANCE =
            Pattern.compile("busiest / mean +([\\d.]+) +([\\d.]+)\n");

    @TempDir private static Path directory;

    private static HBaseServers hbase;
    private static PlannedTable table;
    private static final TreeSet<String> EXPECTED = new TreeSet<>();

    @BeforeAll
    static void start() throws IOException {
        hbase = SharedHBase.servers();
        table = new PlannedTable(directory, hbase, "planned");
    }

    @Test
    @Order(1)
    void theFirstLoadMakesTheTableAndAskedForAPlanOfItThereIsNone() throws Exception {
        CommandRun plan =
                CommandRun.of(
                        "plan", table.store(), "--cold", table.address(""), "--format", "json");
        assertEquals(4, plan.status(), plan.errors());
        String printed = load(0, "", "off");
        assertFalse(printed.contains("busiest / mean"), printed);
        assertEquals(EXPECTED, table.links());
        CommandRun inserted = CommandRun.of("plan", table.store(), "--cold", table.address(""));
        assertEquals(4, inserted.status(), inserted.output());
        assertTrue(inserted.errors().contains("staged and not built"), inserted.errors());
    }

    @Test
    @Order(2)
    void aDryRunChangesNothing() throws Exception {
        Switches switches = table.switches();
        List<String> places = table.places();
        Path files = Path.of(URI.create(hbase.files()));
        List<String> before = PlannedTable.files(files);
        assertTrue(before.contains("planned/.tabledesc"), before.toString());
        Path source = append(1);
        CommandRun stopped =
                CommandRun.of(
                        table.words(source, table.address(""), "stop").toArray(String[]::new));
        assertEquals(130, stopped.status(), stopped.errors());
        String shown = PlannedTable.run("plan", table.store(), "--cold", table.address(""));
        String json =
                PlannedTable.run(
                        "plan", table.store(), "--cold", table.address(""), "--format", "json");
        assertTrue(json.contains(shown.substring(5, 13)), shown + json);
        assertEquals(before, PlannedTable.files(files));
        assertEquals(places, table.places());
        assertEquals(switches, table.switches());
        assertEquals(ROWS, table.links().size());
    }

    @Test
    @Order(3)
    void unplannedAnAppendGoesToOneServerAndShowChangesNothing() throws Exception {
        List<String> before = table.places();
        Switches switches = table.switches();
        String printed = load(1, "", "show");
        assertTrue(printed.contains("not carried out") || printed.contains("not worth"), printed);
        assertEquals(before, table.places());
        assertEquals(switches, table.switches());
        assertTrue(busiest(printed) >= 2, printed);
        assertEquals(EXPECTED, table.links());
    }

    @Test
    @Order(4)
    void plannedAllServersTakeTheSameAndEachWhatItsPlanSays() throws Exception {
        Switches switches = table.switches();
        String printed = planned(append(2));
        Map<String, Long> unplanned = columns(PLANNED, printed, 2);
        assertEquals(ROWS, unplanned.values().stream().mapToLong(Long::longValue).max().orElse(0));
        table.assertIs(EXPECTED, switches);
    }

    /**
     * Regions with rows are split there, which pays with more rows than a quick test has. Pieces of
     * earlier batches stay whole as long as they are nearly even.
     */
    @Test
    @Order(5)
    void rowsByZipfsLawAmongThoseThatAreThereAreMoreEvenByPlan() throws Exception {
        Path source =
                table.source(
                        "zipf.txt",
                        ROWS,
                        PlannedTable.zipf(new SplittableRandom(3), ROWS),
                        ZIPF_ID2);
        EXPECTED.addAll(Files.readAllLines(source));
        if (ZIPF_PLAN.equals("auto")) {
            planned(source);
        } else {
            String printed = table.load(source, table.address("&rate=" + RATE), "show");
            MatchResult found = IMBALANCE.matcher(printed).results().findFirst().orElseThrow();
            // Even where splits pay; else as even as moves alone can make it.
            double unplanned = Double.parseDouble(found.group(1));
            assertTrue(Double.parseDouble(found.group(2)) <= Math.max(1.15, unplanned), printed);
        }
        assertEquals(EXPECTED, table.links());
    }

    /** Loads by plan while clients ask; what is done must be what was planned. */
    private static String planned(Path source) throws Exception {
        String printed;
        try (ListProbe probe = new ListProbe(table.address("&timeout=120"), ROWS, QUESTIONS)) {
            long begin = System.nanoTime();
            String aim = AIM_MILLIS > 0 ? "&read-p99=" + AIM_MILLIS : "";
            printed = table.load(source, table.address("&rate=" + RATE + aim), "auto");
            long end = System.nanoTime();
            probe.end();
            System.out.print(printed.substring(printed.indexOf("plan ")));
            List<MatchResult> phases = PHASE.matcher(printed).results().toList();
            long inserting = end - (long) (Double.parseDouble(phases.getLast().group(2)) * 1e9);
            System.out.printf(
                    "%s answers, p99 %d ms while splitting and moving, %d ms while inserting,"
                            + " longest %d ms%n",
                    probe.answers(),
                    probe.millis(0.99, begin, inserting),
                    probe.millis(0.99, inserting, end),
                    probe.millis(1, begin, end));
            assertTrue(probe.answers() > 100, "answers: " + probe.answers());
            assertTrue(probe.millis(0.99, begin, inserting) <= READ_MILLIS, "p99 while moving");
            long most = AIM_MILLIS > 0 ? AIM_MILLIS : READ_MILLIS;
            assertTrue(probe.millis(0.99, inserting, end) <= most, "p99 while inserting");
            checkAsPlanned(printed, phases);
        }
        return printed;
    }

    private static void checkAsPlanned(String printed, List<MatchResult> phases) {
        assertTrue(printed.contains("it is carried out"), printed);
        assertTrue(printed.contains("where the plan wants them"), printed);
        assertFalse(printed.contains("changed while rows came"), printed);
        assertFalse(printed.contains("crossed a border"), printed);
        assertTrue(busiest(printed) <= 1.10, printed);
        assertEquals(columns(PLANNED, printed, 3), columns(INSERTED, printed, 2), printed);
        assertEquals(
                STEPS.matcher(printed).results().map(steps -> steps.group(1)).toList(),
                phases.stream().limit(2).map(done -> done.group(1)).toList(),
                printed);
        for (MatchResult phase : phases) {
            double took = Double.parseDouble(phase.group(2));
            double forecast = Double.parseDouble(phase.group(3));
            boolean isNear = Math.abs(took - forecast) * 100 <= forecast * FORECAST_PERCENT;
            assertTrue(FORECAST_PERCENT == 0 || isNear, printed);
        }
    }

    @Test
    @Order(6)
    void aBatchThatIsInsertedBeforeAPlanIsMadeIsNotPlanned() throws Exception {
        List<String> before = table.places();
        List<Long> auto = new ArrayList<>();
        List<Long> off = new ArrayList<>();
        for (int number = 0; number < Math.max(1, 2 * PAIRS); number++) {
            long first = 9_000_000L + (long) number * FEW;
            Path source = table.source("few-" + number + ".txt", FEW, row -> first + row, 1);
            EXPECTED.addAll(Files.readAllLines(source));
            boolean isOff = number % 2 == 1;
            long begin = System.nanoTime();
            String printed = table.load(source, table.address(""), isOff ? "off" : "auto");
            (isOff ? off : auto).add((System.nanoTime() - begin) / 1_000_000);
            assertEquals(!isOff, printed.contains("it is not worth it"), printed);
        }
        assertEquals(before, table.places());
        assertEquals(EXPECTED, table.links());
        if (PAIRS > 0) {
            Collections.sort(auto);
            Collections.sort(off);
            System.out.printf("%d rows: --plan auto %s ms, off %s ms%n", FEW, auto, off);
            long without = off.get(PAIRS / 2);
            assertTrue(auto.get(PAIRS / 2) <= without + without / 20, "more than 5 % longer");
        }
    }

    /** All changes are of rows on one server, whose regions are dealt out. */
    @Test
    @Order(7)
    void updatesAndDeletesAreDealtOutAndNothingElseChanges() throws Exception {
        List<TableRange> ranges = table.ranges();
        Map<String, Set<RangeKey>> regions = new TreeMap<>();
        Map<String, List<Long>> byServer = new TreeMap<>();
        for (long row = 0; row < 2L * ROWS; row++) {
            long id = row < ROWS ? row : 2_000_000 + row - ROWS;
            TableRange range = PlannedTable.rangeOf(ranges, id);
            regions.computeIfAbsent(range.server(), _ -> new HashSet<>()).add(range.first());
            byServer.computeIfAbsent(range.server(), _ -> new ArrayList<>()).add(id);
        }
        String server =
                regions.keySet().stream()
                        .max(Comparator.comparingInt(one -> regions.get(one).size()))
                        .orElseThrow();
        assertTrue(regions.get(server).size() > 1, regions.toString());
        List<Long> ids = byServer.get(server);
        Path source = directory.resolve("changes.csv");
        try (PrintWriter lines = new PrintWriter(Files.newBufferedWriter(source))) {
            lines.println("id1,id2,time,delete");
            for (long id : ids) {
                String link = id + " " + (id % 1_000_000 + 1);
                assertTrue(EXPECTED.remove(link), link);
                boolean isDeleted = id % 2 == 0;
                lines.println(link.replace(' ', ',') + (isDeleted ? ",0,1" : ",7,0"));
                if (!isDeleted) {
                    EXPECTED.add(link + " at 7");
                }
            }
        }
        String printed = table.load(source, table.address("&rate=" + 2 * RATE), "auto");
        System.out.print(printed.substring(printed.indexOf("plan ")));
        assertTrue(printed.contains("it is carried out"), printed);
        assertTrue(busiest(printed) < 2, printed);
        assertEquals(EXPECTED, table.links());
    }

    @Test
    @Order(8)
    void thereIsNothingToRestoreAndTheCommandSaysSo() {
        String printed =
                PlannedTable.run("plan", table.store(), "--cold", table.address(""), "--restore");
        assertTrue(printed.contains("no plan has switched anything off"), printed);
    }

    @Test
    @Order(9)
    void aLoadThatRunsKeepsItsSwitches() throws IOException {
        try (Closeable _ = LoadLock.take(DirectoryStorage.open(Path.of(table.store())))) {
            CommandRun run =
                    CommandRun.of("plan", table.store(), "--cold", table.address(""), "--restore");
            assertEquals(4, run.status(), run.output());
        }
    }

    /** Each link makes another one from its other end, in a second place of the same table. */
    @Test
    @Order(11)
    @EnabledIfSystemProperty(named = "reliability", matches = "long")
    void linksBackAreInsertedByTheSamePlan() throws Exception {
        PlannedTable both = new PlannedTable(directory, hbase, "both");
        TreeSet<String> links = new TreeSet<>();
        Path mapping = directory.resolve("both.yaml");
        Files.writeString(
                mapping,
                """
                relations:
                  - files: "*.csv"
                    link: 0
                    id1: who
                    id2: whom
                    inverse: 1
                """);
        for (int number = 0; number < 2; number++) {
            Path source = directory.resolve("both-" + number + ".csv");
            try (PrintWriter lines = new PrintWriter(Files.newBufferedWriter(source))) {
                lines.println("who,whom");
                for (int row = 0; row < ROWS / 2; row++) {
                    long id = number * 1_000_000L + row;
                    lines.println(id + "," + (100_000_000 + id));
                    links.add(id + " " + (100_000_000 + id));
                    links.add(100_000_000 + id + " " + id);
                }
            }
            String address = both.address("&rate=" + RATE);
            String[] more = {"--mapping", mapping.toString()};
            String printed = both.load(source, address, number == 0 ? "off" : "auto", more);
            assertEquals(links, both.links());
            if (number == 1) {
                System.out.print(printed.substring(printed.indexOf("plan ")));
                checkAsPlanned(printed, PHASE.matcher(printed).results().toList());
                assertTrue(printed.contains("%,d rows to insert".formatted(ROWS)), printed);
            }
        }
    }

    /** With files a plan pays from some millions of rows on; HBase has to cut none of them. */
    @Test
    @Order(12)
    @EnabledIfSystemProperty(named = "planFileRows", matches = "\\d+")
    void noFileOfAPlannedLoadCrossesABorder() throws Exception {
        int rows = Integer.getInteger("planFileRows");
        PlannedTable files = new PlannedTable(directory, hbase, "files");
        files.load(files.source("few.txt", FEW, row -> row, 1), files.filesAddress(), "off");
        Path source = files.source("many.txt", rows, row -> 1_000_000 + row, 1);
        String printed = files.load(source, files.filesAddress(), "auto");
        System.out.print(printed.substring(printed.indexOf("plan ")));
        assertTrue(printed.contains("it is carried out"), printed);
        assertFalse(printed.contains("crossed a border"), printed);
        assertTrue(busiest(printed) <= 1.10, printed);
        assertEquals(columns(PLANNED, printed, 3), columns(INSERTED, printed, 2), printed);
        long[] found = new long[2];
        files.scan(
                link -> {
                    found[0]++;
                    found[1] += link.id1() % 1_000_000_007 * link.id2();
                });
        long[] expected = {FEW + rows, 0};
        for (long row = 0; row < rows; row++) {
            expected[1] += (1_000_000 + row) % 1_000_000_007 * (row + 1);
        }
        for (long row = 0; row < FEW; row++) {
            expected[1] += row * (row + 1);
        }
        assertArrayEquals(expected, found);
    }

    /** Follows docs/insert-into-live-table.md with fewer rows, as one who reads it does. */
    @Test
    @Order(10)
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
        assertEquals(7, commands);
        List<String> plans =
                Pattern.compile("(?m)^plan (\\w+) ")
                        .matcher(printed)
                        .results()
                        .map(plan -> plan.group(1))
                        .toList();
        assertEquals(3, plans.size(), printed.toString());
        assertEquals(1, Set.copyOf(plans).size(), "the dry run shows what then is done");
        TreeSet<String> links = new TreeSet<>(new PlannedTable(directory, hbase, "guide").links());
        assertTrue(links.contains("1000000001 1 at 7"), "it was changed");
        assertFalse(links.contains("1000000002 2"), "it was deleted");
        assertTrue(links.contains("2000000001 5") && links.contains("5 2000000001"));
        assertTrue(printed.toString().contains("where the plan wants them"), printed.toString());
        assertTrue(busiest(printed.toString()) <= 1.10, printed.toString());
    }

    private static String guideCommand(String line) throws IOException {
        Path guide = directory.resolve("guide");
        String options = "write=put&rate=" + RATE;
        String[] words =
                line.replace(" || test $? = 130", "")
                        .replace("\"$COLD\"", hbase.address("guide", options))
                        .replace("--read-p99 50", "--read-p99 60000")
                        .replace("--build-batch 20", "--build-batch 6")
                        .replace(" graph ", " " + guide + " ")
                        .replace("both.yaml", directory + "/both.yaml")
                        .replaceAll(
                                "(old.txt|new.txt|changes.csv|more.csv)",
                                directory + "/$1 --bucket-size 64k")
                        .split(" ");
        CommandRun run = CommandRun.of(Arrays.copyOfRange(words, 1, words.length));
        assertEquals(line.contains("130") ? 130 : 0, run.status(), run.errors());
        return run.output();
    }

    /** Links of ids behind those of the load before. */
    private static Path append(int number) throws IOException {
        Path source = directory.resolve("links-" + number + ".txt");
        // A load goes on with the very file that it began with.
        if (!Files.exists(source)) {
            table.source(
                    source.getFileName().toString(), ROWS, row -> number * 1_000_000L + row, 1);
            EXPECTED.addAll(Files.readAllLines(source));
        }
        return source;
    }

    private static String load(int number, String options, String plan) throws IOException {
        return table.load(append(number), table.address(options), plan);
    }

    private static double busiest(String printed) {
        return Double.parseDouble(
                BUSIEST.matcher(printed).results().findFirst().orElseThrow().group(1));
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
}
