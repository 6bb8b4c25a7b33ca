package sluice.spark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import sluice.ingest.Source;
import sluice.load.Load;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.storage.DirectoryStorage;

/** A session of Spark, and stores that are loaded for it. */
final class SparkFixture {
    private SparkFixture() {}

    /** A session whose files are below {@code scratch}. */
    static SparkSession session(String master, Path scratch) {
        SparkSession session =
                SparkSession.builder()
                        .master(master)
                        .appName("sluice")
                        .config("spark.ui.enabled", "false")
                        .config("spark.driver.host", "127.0.0.1")
                        .config("spark.driver.bindAddress", "127.0.0.1")
                        .config("spark.sql.shuffle.partitions", "2")
                        // To compile each query costs more than to run it on so few rows.
                        .config("spark.sql.codegen.wholeStage", "false")
                        .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
                        .config("spark.sql.adaptive.enabled", "false")
                        .config("spark.sql.warehouse.dir", scratch.resolve("warehouse").toString())
                        .config("spark.local.dir", scratch.resolve("local").toString())
                        .config("spark.hadoop." + FolderStorage.KEY, "given")
                        .getOrCreate();
        session.sparkContext().setLogLevel("ERROR");
        return session;
    }

    /** As above, for two threads and without its log: queries fail on purpose. */
    static SparkSession silent(Path directory) {
        SparkSession session = session("local[2]", directory.resolve("spark"));
        session.sparkContext().setLogLevel("OFF");
        return session;
    }

    static LoadOptions options(long bucketBytes) {
        return LoadOptions.defaults()
                .withMemory(LoadOptions.MEMORY_BYTES_MIN, 64 << 20)
                .withThreads(1)
                .withBucketBytes(bucketBytes);
    }

    /** Loads files into the store in a directory. */
    static void load(Path store, long bucketBytes, LoadEvents events, Path... files)
            throws IOException {
        Load.run(
                DirectoryStorage.create(store),
                source(files),
                options(bucketBytes),
                new LoadProgress(),
                events,
                new Demand());
    }

    static Source source(Path... files) throws IOException {
        return Source.open(Stream.of(files).map(Path::toString).toList(), null);
    }

    /** The rows of a table in order of their texts. */
    static List<String> rows(Dataset<Row> table) {
        return table.collectAsList().stream().map(SparkFixture::text).sorted().toList();
    }

    static String text(Row row) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < row.size(); i++) {
            Object value = row.get(i);
            text.append(i == 0 ? "" : " | ");
            text.append(value instanceof byte[] bytes ? Arrays.toString(bytes) : value);
        }
        return text.toString();
    }
}
