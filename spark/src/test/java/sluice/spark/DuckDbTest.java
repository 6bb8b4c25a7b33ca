package sluice.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertIterableEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.load.job.LoadEvents;
import sluice.testkit.Experiment;

/**
 * Q2: what Spark reads of a store is what DuckDB says of the source files, with each filter pushed
 * down and not, and after the rows were written into another store and read back.
 *
 * <p>{@code -Dduckdb.filters=} says how many random filters there are. The driver of DuckDB is on
 * the class path with the profile {@code slow} alone.
 */
@Tag(Experiment.TAG)
class DuckDbTest {
    private static final long SEED = Long.getLong("seed", 1);
    private static final int FILTERS = Experiment.size("duckdb.filters", 0, 60);
    private static final String COLUMNS = "id1, link_type, id2, time, visibility, version, ";

    @TempDir Path directory;
    private final SplittableRandom random = new SplittableRandom(SEED);

    @Test
    void rowsAreThoseThatDuckDbFinds() throws IOException, SQLException {
        Assumptions.assumeTrue(FILTERS > 0);
        Path store = directory.resolve("store");
        for (int load = 0; load < 2; load++) {
            Path links = directory.resolve("links" + load + ".csv");
            SluiceSourceTest.writeLinks(links, random);
            SparkFixture.load(store, 1 << 11, LoadEvents.NONE, links);
        }
        SparkSession spark = SparkFixture.session("local[2]", directory.resolve("spark"));
        try (Connection duck = DriverManager.getConnection("jdbc:duckdb:")) {
            makeTable(duck);
            Dataset<Row> links = read(spark, store);
            Dataset<Row> held = spark.createDataFrame(links.collectAsList(), links.schema());
            check(duck, "true", links, held);
            for (int i = 0; i < FILTERS; i++) {
                check(duck, filter(), links, held);
            }
            Path copy = directory.resolve("copy");
            links.write().format("sluice").mode("append").save(copy.toString());
            check(duck, "true", read(spark, copy), held);
        } finally {
            spark.stop();
        }
    }

    private static Dataset<Row> read(SparkSession spark, Path store) {
        return spark.read().format("sluice").option("partitionBytes", 1 << 13).load("" + store);
    }

    /** Among rows with one key the higher version wins, then the higher time, the later place. */
    private void makeTable(Connection duck) throws SQLException {
        try (Statement statement = duck.createStatement()) {
            statement.execute("SET threads = 1");
            statement.execute(
                    """
                    CREATE TABLE raw AS
                    SELECT *, row_number() OVER () AS place
                    FROM read_csv(['%s/links0.csv', '%s/links1.csv'], header = true, nullstr = 'none',
                        columns = {'id1': 'UBIGINT', 'link_type': 'INTEGER', 'id2': 'BIGINT',
                            'time': 'BIGINT', 'visibility': 'INTEGER', 'version': 'BIGINT',
                            'data': 'VARCHAR'})
                    """
                            .formatted(directory, directory));
            // Ids from 2^63 on are the negative numbers with the same bits.
            statement.execute(
                    """
                    CREATE TABLE links AS
                    SELECT CASE WHEN id1 > 9223372036854775807
                            THEN CAST(CAST(id1 AS HUGEINT) - 18446744073709551616 AS BIGINT)
                            ELSE CAST(id1 AS BIGINT) END AS id1,
                        link_type, id2, time, visibility, version, data
                    FROM (SELECT *, row_number() OVER (PARTITION BY id1, link_type, id2
                            ORDER BY version DESC, time DESC, place DESC) AS rank FROM raw)
                    WHERE rank = 1
                    """);
        }
    }

    private static void check(Connection duck, String filter, Dataset<Row> links, Dataset<Row> held)
            throws SQLException {
        List<String> expected = new ArrayList<>();
        try (Statement statement = duck.createStatement();
                ResultSet rows =
                        statement.executeQuery(
                                "SELECT " + COLUMNS + "data FROM links WHERE " + filter)) {
            while (rows.next()) {
                StringBuilder text = new StringBuilder();
                for (int column = 1; column <= 7; column++) {
                    text.append(column == 1 ? "" : " | ").append(rows.getString(column));
                }
                expected.add(text.toString());
            }
        }
        Collections.sort(expected);
        assertTrue(!filter.equals("true") || expected.size() > 1000);
        for (Dataset<Row> table : List.of(links, held)) {
            Dataset<Row> found = table.filter(filter);
            assertIterableEquals(
                    expected,
                    SparkFixture.rows(
                            found.selectExpr((COLUMNS + "CAST(data AS STRING)").split(", "))),
                    filter);
            assertEquals(expected.size(), found.count(), filter);
        }
    }

    /** Some conditions of all kinds, beside each other. */
    private String filter() {
        StringBuilder filter = new StringBuilder(condition());
        for (int more = random.nextInt(3); more > 0; more--) {
            filter.append(random.nextInt(3) > 0 ? " AND " : " OR ").append(condition());
        }
        return filter.toString();
    }

    private String condition() {
        int id = random.nextInt(-20, 110);
        return switch (random.nextInt(12)) {
            case 0 -> "id1 = " + id;
            case 1 -> "id1 IN (%d, %d, 50)".formatted(id, random.nextInt(100));
            case 2 -> "id1 > " + id;
            case 3 -> "id1 <= " + id;
            case 4 -> "id1 BETWEEN %d AND %d".formatted(id, id + random.nextInt(30));
            case 5 -> "link_type = " + random.nextInt(4);
            case 6 -> "link_type <> " + random.nextInt(4);
            case 7 -> "time >= %d AND time < %d".formatted(id * 5, id * 5 + 300);
            case 8 -> "id2 < " + random.nextInt(400);
            case 9 -> "NOT (visibility = " + random.nextInt(2) + ")";
            case 10 -> "version IN (" + random.nextInt(3) + ", 7)";
            default -> "length(data) > " + random.nextInt(12);
        };
    }
}
