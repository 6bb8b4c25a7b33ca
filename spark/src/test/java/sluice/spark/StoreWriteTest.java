package sluice.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertIterableEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.load.job.LoadEvents;

/** Rows that Spark writes are in the store as they were, or not at all; values can be read. */
class StoreWriteTest {
    private static final StructType LINKS =
            new StructType()
                    .add("id1", DataTypes.LongType)
                    .add("link_type", DataTypes.IntegerType)
                    .add("id2", DataTypes.LongType)
                    .add("time", DataTypes.LongType)
                    .add("visibility", DataTypes.IntegerType)
                    .add("version", DataTypes.LongType)
                    .add("data", DataTypes.BinaryType);

    @TempDir static Path directory;

    private static SparkSession spark;

    @BeforeAll
    static void begin() {
        spark = SparkFixture.silent(directory);
    }

    @AfterAll
    static void stop() {
        spark.stop();
    }

    @Test
    void rowsThatAreWrittenAreReadBack() throws IOException {
        Path store = directory.resolve("written");
        List<Row> rows = new ArrayList<>();
        for (int row = 0; row < 300; row++) {
            byte[] data = {(byte) row, '"', ',', '\n', (byte) 0xFF, '\\', 0, (byte) (row / 7)};
            rows.add(
                    RowFactory.create(
                            row % 3 == 0 ? -1L - row : row,
                            5,
                            (long) row / 2,
                            1000L + row,
                            row % 2,
                            (long) row,
                            row % 5 == 0 ? new byte[0] : data));
        }
        append(frame(rows, LINKS).repartition(3), store, "links");
        Dataset<Row> read = spark.read().format("sluice").load(store.toString());
        assertIterableEquals(SparkFixture.rows(frame(rows, LINKS)), SparkFixture.rows(read));
        StructType nodes =
                new StructType().add("ID", DataTypes.IntegerType).add("data", DataTypes.StringType);
        append(frame(List.of(RowFactory.create(7, "Ann")), nodes), store, "nodes");
        assertEquals(
                List.of("7 | 0 | 0 | 0 | [65, 110, 110]"),
                SparkFixture.rows(
                        spark.read()
                                .format("sluice")
                                .option("table", "nodes")
                                .load(store.toString())));
        assertEquals(300, spark.read().format("sluice").load(store.toString()).count());
        assertNothingIsLeftBeside(store);
    }

    @Test
    void storeCanBeWrittenFromItself() throws IOException {
        Path store = directory.resolve("itself");
        append(spark.sql("SELECT id AS id1, id + 1 AS id2 FROM range(100)"), store, "links");
        Dataset<Row> links = spark.read().format("sluice").load(store.toString());
        append(links.selectExpr("id2 AS id1", "id1 AS id2", "7 AS link_type"), store, "links");
        assertEquals(200, spark.read().format("sluice").load(store.toString()).count());
    }

    @Test
    void namesHaveTheirGroup() throws IOException {
        Path store = directory.resolve("names");
        spark.sql("SELECT 'ann' AS id1, 'knows' AS link_type, 'bob' AS id2")
                .write()
                .format("sluice")
                .option("group1", "Person")
                .option("group2", "Person")
                .mode("append")
                .save(store.toString());
        Dataset<Row> read = spark.read().format("sluice").load(store.toString());
        assertEquals(
                List.of("Person:ann | knows | Person:bob"),
                SparkFixture.rows(read.select("id1", "link_type", "id2")));
    }

    @Test
    void wrongColumnIsNamedBeforeAnythingIsDone() {
        Path store = directory.resolve("refused");
        refused("SELECT 1 AS id1", store, "column \"id2\" is missing");
        refused("SELECT 1 AS id1, 2 AS id2, 0.5D AS weight", store, "column \"weight\" is not one");
        refused(
                "SELECT 1 AS id1, true AS id2",
                store,
                "column \"id2\" is BOOLEAN; expected BIGINT");
        refused("SELECT 1 AS id1, 2 AS id2, 'x' AS time", store, "column \"time\" is STRING");
        refused("SELECT 1 AS id1, 'b' AS id2", store, "column \"id2\" has names");
        refused("SELECT 1 AS id1, 2 AS id2, 3 AS ID1", store, "column \"ID1\" is there twice");
        assertFalse(Files.exists(store));
    }

    /** A failure of the query, and of the load, leave the store as it was. */
    @Test
    void rowsAreAllThereOrNone() throws IOException {
        Path store = directory.resolve("whole");
        append(spark.sql("SELECT id AS id1, id AS id2 FROM range(10)"), store, "links");
        assertThrows(
                Exception.class,
                () ->
                        append(
                                spark.sql(
                                        "SELECT id AS id1, IF(id = 900, CAST(raise_error('no')"
                                                + " AS BIGINT), id) AS id2 FROM range(1000)"),
                                store,
                                "links"));
        Exception failure =
                assertThrows(
                        Exception.class,
                        () ->
                                append(
                                        spark.sql(
                                                "SELECT id AS id1, IF(id = 900, NULL, id) AS id2"
                                                        + " FROM range(1000)"),
                                        store,
                                        "links"));
        assertTrue(texts(failure).contains("column \"id2\" has a null"), () -> texts(failure));
        Exception refused =
                assertThrows(
                        Exception.class,
                        () ->
                                append(
                                        spark.sql(
                                                "SELECT id AS id1, IF(id = 900, CAST("
                                                        + "'99999999999999999999' AS DECIMAL(20,0))"
                                                        + ", id) AS id2 FROM range(1000)"),
                                        store,
                                        "links"));
        assertTrue(texts(refused).contains("99999999999999999999"), () -> texts(refused));
        assertEquals(10, spark.read().format("sluice").load(store.toString()).count());
        assertNothingIsLeftBeside(store);
        append(spark.sql("SELECT 77 AS id1, 78 AS id2"), store, "links");
        assertEquals(11, spark.read().format("sluice").load(store.toString()).count());
    }

    @Test
    void valuesOfPropertiesAreATable() throws IOException {
        Path facts = directory.resolve("people.nq");
        Files.writeString(
                facts,
                """
                _:ann <name> "Ann"@en .
                _:ann <age> "41"^^<http://www.w3.org/2001/XMLSchema#integer> .
                _:bob <name> "Bob" .
                _:ann <knows> _:bob .
                """,
                StandardCharsets.UTF_8);
        Path store = directory.resolve("facts");
        SparkFixture.load(store, 0, LoadEvents.NONE, facts);
        Dataset<Row> properties =
                spark.read().format("sluice").option("table", "properties").load(store.toString());
        assertEquals(3, properties.count());
        assertEquals(
                List.of(
                        "age | 41 | http://www.w3.org/2001/XMLSchema#integer | ",
                        "name | Ann | string | en",
                        "name | Bob | string | "),
                SparkFixture.rows(
                        properties.select("predicate", "value", "value_type", "language")));
        Dataset<Row> names = properties.filter("predicate = 'name' AND value <> 'Bob'");
        assertEquals(List.of("Ann"), SparkFixture.rows(names.select("value")));
        assertEquals(1, spark.read().format("sluice").load(store.toString()).count());
    }

    private static String texts(@Nullable Throwable failure) {
        return failure == null ? "" : failure + "\n" + texts(failure.getCause());
    }

    private static Dataset<Row> frame(List<Row> rows, StructType schema) {
        return spark.createDataFrame(rows, schema);
    }

    private static void append(Dataset<Row> rows, Path store, String table) {
        rows.write().format("sluice").option("table", table).mode("append").save(store.toString());
    }

    private static void refused(String query, Path store, String message) {
        Exception failure =
                assertThrows(Exception.class, () -> append(spark.sql(query), store, "links"));
        assertTrue(String.valueOf(failure.getMessage()).contains(message), failure::toString);
    }

    private static void assertNothingIsLeftBeside(Path store) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            assertEquals(
                    List.of(),
                    files.filter(file -> file.toString().startsWith(store + ".")).toList());
        }
    }
}
