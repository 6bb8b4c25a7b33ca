package sluice.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import sluice.load.job.LoadEvents;

/**
 * The blocks of docs/spark.md, one after the other: files are written and loaded into the store
 * {@code graph}, SQL is run and its rows compared with those below the line, Java is that of {@link
 * #java}.
 */
record SparkPage(String page, SparkSession spark, Path directory) {
    private static final Pattern BLOCK =
            Pattern.compile("(?m)^```(sql|java|csv \\S+)\n((?s).*?)^```$");

    void run() throws IOException {
        Files.createDirectories(directory);
        List<Path> files = new ArrayList<>();
        int ran = 0;
        boolean loaded = false;
        Matcher blocks = BLOCK.matcher(page);
        while (blocks.find()) {
            String kind = blocks.group(1);
            if (kind.startsWith("csv ")) {
                Path file = directory.resolve(kind.substring(4));
                files.add(Files.writeString(file, blocks.group(2)));
                continue;
            }
            if (!loaded) {
                SparkFixture.load(
                        directory.resolve("graph"), 0, LoadEvents.NONE, files.toArray(Path[]::new));
                loaded = true;
            }
            if (kind.equals("sql")) {
                sql(blocks.group(2));
            } else {
                java(blocks.group(2));
            }
            ran++;
        }
        assertTrue(ran >= 5, "blocks that ran: " + ran);
    }

    private void sql(String block) {
        int line = block.indexOf("----\n");
        String statements = line < 0 ? block : block.substring(0, line);
        Dataset<Row> result = null;
        for (String statement : statements.split(";\n")) {
            result = spark.sql(statement.replace("'graph'", "'" + directory + "/graph'"));
        }
        if (line >= 0) {
            List<String> rows = result.collectAsList().stream().map(SparkFixture::text).toList();
            assertEquals(block.substring(line + 5).strip(), String.join("\n", rows), statements);
        }
    }

    /** The same lines as the page has, with the directory before the name of the store. */
    private void java(String block) throws IOException {
        String own =
                Files.readString(
                                Path.of("src", "test", "java", "sluice", "spark", "SparkPage.java"))
                        .replace("directory + \"/graph\"", "\"graph\"")
                        .replace("directory + \"/copy\"", "\"copy\"");
        for (String line : block.lines().toList()) {
            assertTrue(own.replaceAll("\\s+", "").contains(line.replaceAll("\\s+", "")), line);
        }
        Dataset<Row> links = spark.read().format("sluice").load(directory + "/graph");
        Dataset<Row> nodes =
                spark.read().format("sluice").option("table", "nodes").load(directory + "/graph");
        assertEquals(4, links.count());
        assertEquals(3, nodes.count());
        if (block.contains("write()")) {
            String copy = directory + "/copy";
            nodes.write()
                    .format("sluice")
                    .option("table", "nodes")
                    .mode("append")
                    .save(directory + "/copy");
            links.write().format("sluice").mode("append").save(directory + "/copy");
            assertEquals(
                    SparkFixture.rows(links),
                    SparkFixture.rows(spark.read().format("sluice").load(copy)));
        }
    }
}
