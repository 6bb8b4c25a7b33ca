package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;
import sluice.live.ColdStores;
import sluice.model.BucketStore;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.Node;
import sluice.plan.RangeKey;
import sluice.plan.run.RangeStore;
import sluice.plan.run.Ranged;
import sluice.plan.run.Switches;
import sluice.plan.run.TableRange;
import sluice.servers.hbase.HBaseServers;

/** A table of a real HBase that a store is loaded into, as tests see it from outside. */
final class PlannedTable {
    private static final int PARTS = 100;

    private final Path directory;
    private final HBaseServers hbase;
    private final String name;

    /** The table {@code name}, and a store of that name in {@code directory}. */
    PlannedTable(Path directory, HBaseServers hbase, String name) {
        this.directory = directory;
        this.hbase = hbase;
        this.name = name;
    }

    String store() {
        return directory.resolve(name).toString();
    }

    /** The address of the table, to be written row by row. */
    String address(String options) {
        return hbase.address(name, "write=put" + options);
    }

    /** The address of the table, which HBase takes files over into. */
    String filesAddress() {
        return hbase.address(name, "");
    }

    /** A source of {@code rows} links: from the ids that {@code ids} gives to {@code id2 + row}. */
    Path source(String file, int rows, LongUnaryOperator ids, long id2) throws IOException {
        Path source = directory.resolve(file);
        try (PrintWriter lines = new PrintWriter(Files.newBufferedWriter(source))) {
            for (int row = 0; row < rows; row++) {
                lines.println(ids.applyAsLong(row) + " " + (id2 + row));
            }
        }
        return source;
    }

    /** Ids of {@code span}: of the k-th of a hundred parts, in any order, as of 1/k. */
    static LongUnaryOperator zipf(SplittableRandom random, long span) {
        return _ -> {
            double sum = 0;
            for (int rank = 1; rank <= PARTS; rank++) {
                sum += 1.0 / rank;
            }
            double left = random.nextDouble() * sum;
            int rank = 1;
            while (rank < PARTS && left > 1.0 / rank) {
                left -= 1.0 / rank;
                rank++;
            }
            // 37 has no divisor in common with 100: each part has one rank.
            long part = rank * 37L % PARTS;
            return part * span / PARTS + random.nextLong(Math.max(1, span / PARTS));
        };
    }

    /** The words of a load of {@code source} in buckets of 64 KiB. */
    List<String> words(Path source, String address, String plan, String... more) {
        List<String> words = new ArrayList<>(List.of("load", store(), source.toString()));
        words.addAll(List.of("--bucket-size", "64k", "--cold", address, "--plan", plan));
        words.addAll(List.of("--build-batch", "6", "--progress", "none"));
        words.addAll(List.of(more));
        return words;
    }

    /** Loads, which must succeed; what it printed. */
    String load(Path source, String address, String plan, String... more) {
        return run(words(source, address, plan, more).toArray(String[]::new));
    }

    /** Runs a command, which must succeed; what it printed. */
    static String run(String... words) {
        CommandRun run = CommandRun.of(words);
        assertEquals(0, run.status(), run.output() + run.errors());
        return run.output();
    }

    List<TableRange> ranges() throws IOException {
        try (BucketStore store = ColdStores.open(address(""))) {
            return new ArrayList<>(((Ranged) store).ranges().ranges());
        }
    }

    /** The regions and their servers, a line for each. */
    List<String> places() throws IOException {
        return ranges().stream().map(range -> range.first() + " " + range.server()).toList();
    }

    /** The region that {@code id} is in. */
    static TableRange rangeOf(List<TableRange> ranges, long id) {
        return ranges.stream()
                .filter(range -> range.first().compareTo(RangeKey.of(id)) <= 0)
                .reduce((_, later) -> later)
                .orElseThrow();
    }

    /**
     * The tables of HBase in its own files: for each table its description and the names of its
     * regions.
     */
    static List<String> files(Path files) throws IOException {
        List<String> found = new ArrayList<>();
        Path tables = files.resolve("hbase/data/default");
        try (Stream<Path> all = Files.walk(tables, 2)) {
            for (Path path : all.sorted().toList()) {
                found.add(tables.relativize(path).toString());
            }
        }
        try (Stream<Path> all = Files.walk(tables, 3)) {
            for (Path path :
                    all.filter(path -> path.toString().contains("/.tabledesc/.tableinfo"))
                            .sorted()
                            .toList()) {
                found.add(path.getFileName() + Arrays.toString(Files.readAllBytes(path)));
            }
        }
        return found;
    }

    /** The switches of the cluster as they are. */
    Switches switches() throws IOException {
        try (BucketStore store = ColdStores.open(address(""))) {
            RangeStore table = ((Ranged) store).ranges();
            long now = System.currentTimeMillis();
            Switches found = table.pause("a look", now, now + 1).orElseThrow();
            assertEquals(Optional.of(found), table.restore("a look", now));
            return found;
        }
    }

    /** The switches that a plan had not given back, which this does; empty where none had. */
    Optional<Switches> restored() throws IOException {
        try (BucketStore store = ColdStores.open(address(""))) {
            RangeStore ranges = ((Ranged) store).ranges();
            return ranges.restore("somebody else", System.currentTimeMillis());
        }
    }

    /**
     * Loads {@code source} into a new table of one region, by {@code options} of its address too;
     * returns the switches of the cluster.
     */
    Switches begin(Path source, String options) throws IOException {
        load(source, address("&regions=1" + options), "off");
        assertEquals(1, ranges().size());
        return switches();
    }

    /** The table has these links, and the switches are as they were {@code found}. */
    void assertIs(TreeSet<String> expected, Switches found) throws IOException {
        assertEquals(expected, links());
        assertEquals(Optional.empty(), restored(), "the switches were given back");
        assertEquals(found, switches());
    }

    /** All links of HBase, each once, as {@code id1 id2}, with its time where it has one. */
    TreeSet<String> links() throws IOException {
        TreeSet<String> links = new TreeSet<>();
        scan(
                link -> {
                    String time = link.time() == 0 ? "" : " at " + link.time();
                    String text = link.id1() + " " + link.id2() + time;
                    if (!links.add(text)) {
                        throw new AssertionError("twice: " + text);
                    }
                });
        return links;
    }

    /** Scans all of the table, which must have no node. */
    void scan(Consumer<Link> links) throws IOException {
        try (BucketStore store = ColdStores.open(address("&timeout=120"))) {
            store.reader()
                    .scan(
                            new GraphReader.Visitor() {
                                @Override
                                public void node(Node node) {
                                    throw new AssertionError("no node was loaded: " + node);
                                }

                                @Override
                                public void link(Link link) {
                                    links.accept(link);
                                }
                            });
        }
    }
}
