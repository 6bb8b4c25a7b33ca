package sluice.spark;

import java.io.IOException;
import org.apache.spark.sql.SparkSession;

/** Appends links to a store, and is killed while it does: {@code STORE FIRST END}. */
public final class WriteMain {
    private WriteMain() {}

    /** Writes, and ends. */
    public static void main(String[] arguments) throws IOException {
        try (SparkSession spark = SparkSession.builder().appName("writer").getOrCreate()) {
            spark.sql(query(Long.parseLong(arguments[1]), Long.parseLong(arguments[2])))
                    .write()
                    .format("sluice")
                    .option("tasks", "8")
                    .mode("append")
                    .save(arguments[0]);
        }
    }

    /** A link for each number. */
    static String query(long first, long end) {
        return "SELECT id AS id1, id + 1 AS id2, 7 AS link_type, CONCAT('text ', id) AS data FROM range(%d, %d)"
                .formatted(first, end);
    }
}
