package sluice.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertIterableEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.export.ExportOptions;
import sluice.export.Exporter;
import sluice.ingest.Source;
import sluice.load.Load;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.load.version.VersionLoad;
import sluice.model.ErrorCode;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.SluiceException;
import sluice.model.Visibility;
import sluice.storage.DirectoryStorage;
import sluice.store.Manifest;
import sluice.store.NamedStore;
import sluice.store.ScanProgress;
import sluice.store.scan.LongRanges;
import sluice.store.scan.RowWish;

/** What Spark reads of a store is what the store says, whatever it leaves out of the reading. */
class SluiceSourceTest {
    private static final int LINKS = 1500;
    private static final long BUCKET_BYTES = 1 << 11;

    @TempDir static Path directory;

    private static SparkSession spark;
    private static Path store;

    @BeforeAll
    static void makeStore() throws IOException {
        spark = SparkFixture.session("local[2]", directory.resolve("spark"));
        store = directory.resolve("random");
        SplittableRandom random = new SplittableRandom(1);
        for (int load = 0; load < 2; load++) {
            Path links = directory.resolve("links" + load + ".csv");
            Path nodes = directory.resolve("nodes" + load + ".csv");
            writeLinks(links, random);
            writeNodes(nodes, random);
            SparkFixture.load(store, BUCKET_BYTES, LoadEvents.NONE, links, nodes);
        }
    }

    @AfterAll
    static void stop() {
        spark.stop();
    }

    @Test
    void tablesHaveTheRowsOfTheStore() throws IOException {
        List<String> links = new ArrayList<>();
        List<String> nodes = new ArrayList<>();
        try (NamedStore open = NamedStore.open(DirectoryStorage.open(store))) {
            open.reader().scan(new Texts(links, nodes));
            assertTrue(open.reader().manifest().buckets().size() > 4);
        }
        assertIterableEquals(links.stream().sorted().toList(), SparkFixture.rows(links()));
        assertIterableEquals(nodes.stream().sorted().toList(), SparkFixture.rows(nodes()));
        assertTrue(links().rdd().getNumPartitions() > 2);
    }

    /** The same condition on rows that Spark has in memory already is the judge. */
    @Test
    void filtersKeepWhatSparkItselfKeeps() {
        Dataset<Row> links = links();
        Dataset<Row> held = spark.createDataFrame(links.collectAsList(), links.schema());
        for (String condition :
                List.of(
                        "id1 = 7",
                        "id1 IN (3, 9, 9000000000000000000)",
                        "id1 >= 40 AND id1 < 60",
                        "id1 < 0",
                        "id1 BETWEEN -5 AND 5",
                        "NOT (id1 > 20)",
                        "link_type = 2 AND id1 <= 30",
                        "id1 = 1 OR id1 = 2 OR id1 > 90",
                        "id2 = 17",
                        "time > 500 AND time <= 700",
                        "visibility = 0",
                        "visibility <> 0 AND version = 1",
                        "version IN (0, 1) AND link_type <> 1",
                        "id1 = id2",
                        "length(data) > 3 AND id1 = 5",
                        "id1 = 5 OR id2 = 5",
                        "data IS NOT NULL AND id1 IS NULL",
                        "id1 = 1 AND id1 = 2")) {
            Dataset<Row> expected = held.filter(condition);
            Dataset<Row> found = links.filter(condition);
            assertIterableEquals(SparkFixture.rows(expected), SparkFixture.rows(found), condition);
            assertEquals(expected.count(), found.count(), condition);
        }
    }

    @Test
    void whatIsExactIsLeftToTheStore() {
        Dataset<Row> exact = links().filter("id1 = 7 AND link_type IN (1, 2) AND time > 10");
        assertFalse(plan(exact).contains("Filter "), plan(exact));
        assertTrue(plan(exact).contains("id1 in [7], types in [1 to 2]"), plan(exact));
        assertEquals(1, exact.rdd().getNumPartitions());
        assertEquals(0, links().filter("id1 = 1 AND id1 = 2").rdd().getNumPartitions());
        Dataset<Row> other = links().filter("length(data) > 3");
        assertTrue(plan(other).contains("Filter "), plan(other));
        String counted = plan(links().filter("id1 = 7").groupBy().count());
        assertTrue(counted.contains("counted"), counted);
        assertFalse(plan(links().select("id1")).contains("link_type"), "a column too much");
    }

    @Test
    void aLimitEndsAPartition() {
        assertEquals(5, links().limit(5).collectAsList().size());
        assertEquals(5, links().select("id2").filter("id1 > 3").limit(5).collectAsList().size());
        assertEquals(links().count(), links().limit(1_000_000).count());
    }

    @Test
    void namesAreShownAndAskedFor() throws IOException {
        Path file = directory.resolve("named.csv");
        Files.writeString(
                file,
                "id1(Person),link_type,id2(Place),time\nann,likes,rome,1\nann,likes,oslo,2\nbob,hates,rome,3\n");
        Path mapping = directory.resolve("named.yaml");
        Files.writeString(
                mapping,
                "relations:\n  - files: named.csv\n    link: {column: link_type, names: true}\n");
        Path named = directory.resolve("named");
        Load.run(
                DirectoryStorage.create(named),
                Source.open(List.of(file.toString()), mapping),
                SparkFixture.options(0),
                new LoadProgress(),
                LoadEvents.NONE,
                new Demand());
        Dataset<Row> links = read(named, "links");
        assertEquals(
                List.of(
                        "Person:ann | likes | Place:oslo",
                        "Person:ann | likes | Place:rome",
                        "Person:bob | hates | Place:rome"),
                SparkFixture.rows(links.select("id1", "link_type", "id2")));
        Dataset<Row> one =
                links.filter("id1 = 'Person:ann' AND id2 IN ('Place:rome', 'Place:oslo')");
        assertEquals(2, one.count());
        assertFalse(plan(one).contains("Filter "), plan(one));
        assertEquals(1, links.filter("link_type = 'hates'").count());
        assertEquals(0, links.filter("id1 = 'Person:nobody'").count());
        assertEquals(1, links.filter("id1 > 'Person:b'").count());
        assertEquals(
                3,
                spark.read()
                        .format("sluice")
                        .option("names", false)
                        .load(named.toString())
                        .filter("id1 >= 0 AND link_type > 0")
                        .count());
    }

    @Test
    void aTableStaysWhatItWasThoughALoadGoesOn() throws IOException {
        Path moving = directory.resolve("moving");
        Path first = directory.resolve("first.csv");
        Path second = directory.resolve("second.csv");
        Files.writeString(first, "id1,id2,time\n1,2,1\n2,3,1\n");
        Files.writeString(second, "id1,id2,time\n1,9,2\n");
        SparkFixture.load(moving, 0, LoadEvents.NONE, first);
        Dataset<Row> before = read(moving, "links");
        SparkFixture.load(moving, 0, LoadEvents.NONE, second);
        assertEquals(2, before.count());
        assertEquals(List.of("1 | 2", "2 | 3"), SparkFixture.rows(before.select("id1", "id2")));
        assertEquals(3, read(moving, "links").count());
        assertEquals(
                2,
                before.alias("a").join(before.alias("b"), "id1").filter("a.id2 = b.id2").count());
    }

    /** What a task in another process does, which opens the files by name. */
    @Test
    void filesAreOpenedByNameWhereNothingIsPinned() throws IOException {
        Path stopped = directory.resolve("stopped");
        SparkFixture.load(
                stopped,
                BUCKET_BYTES,
                LoadEvents.NONE,
                directory.resolve("links0.csv"),
                directory.resolve("nodes0.csv"));
        StopAfterUptime events = new StopAfterUptime();
        assertThrows(
                SluiceException.class,
                () ->
                        SparkFixture.load(
                                stopped,
                                BUCKET_BYTES,
                                events,
                                directory.resolve("links1.csv"),
                                directory.resolve("nodes1.csv")));
        Dataset<Row> table = read(stopped, "links");
        List<String> expected = SparkFixture.rows(table.select("id1", "id2"));
        assertIterableEquals(SparkFixture.rows(links().select("id1", "id2")), expected);

        ReadOptions options =
                new ReadOptions(stopped.toString(), TableKind.LINKS, 0, true, 1 << 12);
        StorePin pin = StorePin.open(options);
        assertEquals(Manifest.Phase.BUILDING, pin.manifest().phase());
        PinnedState pinned = PinnedState.of(options, pin);
        assertIterableEquals(expected, rows(pinned, pin));
        PinnedState elsewhere = elsewhere(pinned, pinned.store());
        assertIterableEquals(expected, rows(elsewhere, pin));
        SparkFixture.load(
                stopped,
                BUCKET_BYTES,
                LoadEvents.NONE,
                directory.resolve("links1.csv"),
                directory.resolve("nodes1.csv"));
        assertIterableEquals(expected, rows(pinned, pin));
        SluiceException gone = assertThrows(SluiceException.class, () -> rows(elsewhere, pin));
        assertEquals(ErrorCode.STORE, gone.code());
        assertTrue(String.valueOf(gone.getMessage()).contains("is gone"), gone.getMessage());
    }

    private static PinnedState elsewhere(PinnedState pinned, String store) {
        return new PinnedState(
                store,
                0,
                pinned.idNames(),
                pinned.laterWins(),
                pinned.runs(),
                pinned.dictionaries(),
                pinned.schema());
    }

    /** Neither the driver nor a task needs a directory. */
    @Test
    void storeAtAnAddressIsRead() throws IOException {
        String address = FolderStorage.address(store);
        for (String table : List.of("links", "nodes")) {
            Dataset<Row> rows =
                    spark.read().format("sluice").option("table", table).load(address + "/");
            assertIterableEquals(SparkFixture.rows(read(store, table)), SparkFixture.rows(rows));
        }
        assertEquals(
                links().filter("id1 = 7").count(),
                spark.read().format("sluice").load(address).filter("id1 = 7").count());
        ReadOptions options = new ReadOptions(address, TableKind.LINKS, 0, true, 1 << 12);
        StorePin pin = StorePin.open(options);
        PinnedState pinned = PinnedState.of(options, pin);
        assertIterableEquals(rows(pinned, pin), rows(elsewhere(pinned, address), pin));
    }

    @Test
    void versionsAreReadByTheirNumber() throws IOException {
        Path versions = directory.resolve("versions");
        Path first = directory.resolve("monday.csv");
        Path second = directory.resolve("tuesday.csv");
        Files.writeString(first, "id1,id2,time\n1,2,1\n2,3,1\n");
        Files.writeString(second, "id1,id2,time\n1,9,2\n");
        SparkFixture.load(versions, 0, LoadEvents.NONE, first);
        LoadOptions options = SparkFixture.options(0);
        VersionLoad.run(
                DirectoryStorage.open(versions),
                SparkFixture.source(second),
                options,
                false,
                () -> 0,
                draft ->
                        Load.run(
                                draft,
                                SparkFixture.source(second),
                                options,
                                new LoadProgress(),
                                LoadEvents.NONE,
                                new Demand()));
        assertEquals(2, read(versions, "links").count());
        assertEquals(
                3,
                spark.read()
                        .format("sluice")
                        .option("version", 2)
                        .load(versions.toString())
                        .count());
    }

    @Test
    void whatCannotBeReadIsRefusedWithItsReason() throws IOException {
        assertRefused("has no option tabel", "tabel", "nodes", store);
        assertRefused("is links, nodes or properties, not edges", "table", "edges", store);
        assertRefused("is a number, not two", "version", "two", store);
        assertRefused("is not a store", "table", "links", directory.resolve("no store"));
        Path staging = directory.resolve("staging");
        Path file = directory.resolve("first-of-staging.csv");
        Files.writeString(file, "id1,id2\n1,2\n");
        assertThrows(
                SluiceException.class,
                () -> SparkFixture.load(staging, 0, new StopWhileStaging(), file));
        assertRefused("a load is still copying", "table", "links", staging);
    }

    /** Spark's own reader and writer of Parquet are the judges. */
    @Test
    void parquetGoesBothWays() throws IOException {
        Path exported = directory.resolve("exported");
        try (NamedStore open = NamedStore.open(DirectoryStorage.open(store))) {
            Exporter.export(
                    open.reader(),
                    open.dictionary(),
                    DirectoryStorage.create(exported),
                    new ExportOptions(ExportOptions.Format.PARQUET, 2, 1),
                    new ScanProgress());
        }
        // Unsigned numbers are decimals to Spark; those below 2^63 are the same.
        assertIterableEquals(
                SparkFixture.rows(links().filter("id1 >= 0")),
                SparkFixture.rows(
                        spark.read()
                                .parquet(exported + "/links*.parquet")
                                .filter("id1 < 9000000000000000000")));
        Path written = directory.resolve("written");
        links().filter("id1 >= 0").write().parquet(written + "/links");
        nodes().write().parquet(written + "/nodes");
        Path again = directory.resolve("again");
        SparkFixture.load(
                again,
                BUCKET_BYTES,
                LoadEvents.NONE,
                written.resolve("links"),
                written.resolve("nodes"));
        assertIterableEquals(
                SparkFixture.rows(links().filter("id1 >= 0")),
                SparkFixture.rows(read(again, "links")));
        assertIterableEquals(SparkFixture.rows(nodes()), SparkFixture.rows(read(again, "nodes")));
    }

    @Test
    void thePageSaysWhatHappens() throws IOException {
        Path page = Path.of("..", "docs", "spark.md");
        new SparkPage(Files.readString(page), spark, directory.resolve("page")).run();
    }

    private static void assertRefused(String reason, String option, String value, Path path) {
        Exception refused =
                assertThrows(
                        SluiceException.class,
                        () ->
                                spark.read()
                                        .format("sluice")
                                        .option(option, value)
                                        .load(path.toString()));
        assertTrue(String.valueOf(refused.getMessage()).contains(reason), refused.getMessage());
    }

    /** The id1 and id2 of all rows, partition by partition. */
    private static List<String> rows(PinnedState files, StorePin pin) throws IOException {
        TableColumns columns =
                new TableColumns(List.of(TableColumn.ID1, TableColumn.ID2), false, false);
        ScanWish wish =
                new ScanWish(
                        columns,
                        RowWish.of(LongRanges.ALL, LongRanges.ALL).withData(false),
                        0,
                        Long.MAX_VALUE);
        List<String> rows = new ArrayList<>();
        int buckets = pin.manifest().buckets().size();
        for (int first = 0; first < buckets; first += 3) {
            TablePart part = TablePart.of(pin.manifest(), first, Math.min(buckets, first + 3));
            try (PartReader reader =
                    PartReader.start(new PartRows(files, part, TableKind.LINKS.rows(), wish))) {
                while (reader.next()) {
                    for (int i = 0; i < reader.get().numRows(); i++) {
                        rows.add(
                                reader.get().column(0).getLong(i)
                                        + " | "
                                        + reader.get().column(1).getLong(i));
                    }
                }
            }
        }
        return rows.stream().sorted().toList();
    }

    private static Dataset<Row> links() {
        return read(store, "links");
    }

    private static Dataset<Row> nodes() {
        return read(store, "nodes");
    }

    private static Dataset<Row> read(Path path, String table) {
        return spark.read()
                .format("sluice")
                .option("table", table)
                .option("partitionBytes", 1 << 13)
                .load(path.toString());
    }

    private static String plan(Dataset<Row> table) {
        return table.queryExecution().executedPlan().toString();
    }

    static void writeLinks(Path file, SplittableRandom random) throws IOException {
        StringBuilder text = new StringBuilder("id1,link_type,id2,time,visibility,version,data\n");
        for (int i = 0; i < LINKS; i++) {
            // One id has a list of its own size, and some have the highest bit.
            long id1 = i % 4 == 0 ? 50 : random.nextInt(100);
            String written = i % 97 == 0 ? Long.toUnsignedString(-1 - id1) : Long.toString(id1);
            text.append(written)
                    .append(',')
                    .append(random.nextInt(1, 4))
                    .append(',')
                    .append(random.nextInt(400))
                    .append(',')
                    .append(random.nextInt(1000))
                    .append(',')
                    .append(random.nextInt(8) == 0 ? 0 : 1)
                    .append(',')
                    .append(random.nextInt(2))
                    .append(",")
                    .append("x".repeat(random.nextInt(12)))
                    .append('\n');
        }
        Files.writeString(file, text);
    }

    private static void writeNodes(Path file, SplittableRandom random) throws IOException {
        StringBuilder text = new StringBuilder("id,type,time,version,data\n");
        for (int id = 0; id < 300; id++) {
            text.append(random.nextInt(400))
                    .append(',')
                    .append(random.nextInt(5))
                    .append(',')
                    .append(random.nextInt(100))
                    .append(",0,name ")
                    .append(id)
                    .append('\n');
        }
        Files.writeString(file, text);
    }

    /** The rows of a scan as {@link SparkFixture#text} writes those of Spark. */
    private record Texts(List<String> links, List<String> nodes) implements GraphReader.Visitor {
        @Override
        public void node(Node node) {
            nodes.add(
                    join(
                            node.id(),
                            node.type(),
                            node.time(),
                            node.version(),
                            Arrays.toString(node.data())));
        }

        @Override
        public void link(Link link) {
            links.add(
                    join(
                            link.id1(),
                            link.linkType(),
                            link.id2(),
                            link.time(),
                            link.visibility() == Visibility.VISIBLE ? 1 : 0,
                            link.version(),
                            Arrays.toString(link.data())));
        }

        private static String join(Object... values) {
            return String.join(" | ", Stream.of(values).map(String::valueOf).toList());
        }
    }

    /** Stops when a few buckets are built. */
    private static final class StopAfterUptime implements LoadEvents {
        private boolean up;

        @Override
        public void uptime() {
            up = true;
        }

        @Override
        public boolean stopRequested() {
            return up;
        }
    }

    /** Stops before the first row is staged. */
    private static final class StopWhileStaging implements LoadEvents {
        private boolean begun;

        @Override
        public void published(Manifest manifest) {
            begun = true;
        }

        @Override
        public boolean stopRequested() {
            return begun;
        }
    }
}
