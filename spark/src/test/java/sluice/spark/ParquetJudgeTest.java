package sluice.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.model.SluiceException;
import sluice.parquet.ParquetInput;
import sluice.parquet.ParquetText;
import sluice.testkit.Experiment;

/**
 * Q1: what Sluice reads of a Parquet file is what Spark reads by parquet-java, or the file is
 * refused by name: files in the test jars of Spark and of parquet-java, and files that Spark writes
 * in all codecs, page forms and encodings.
 *
 * <p>{@code -Dparquet.written=} says how many of these. The jars are on the class path with the
 * profile {@code slow} alone. {@code -Dparquet.files=} names a folder with more files, such as a
 * clone of apache/parquet-testing.
 */
@Tag(Experiment.TAG)
class ParquetJudgeTest {
    private static final long SEED = Long.getLong("seed", 1);
    private static final int WRITTEN = Experiment.size("parquet.written", 0, 30);
    private static final long MEMORY_BYTES = 64 << 20;
    private static final List<String> CODECS =
            List.of("none", "snappy", "gzip", "zstd", "lz4_raw", "lz4");

    @TempDir Path directory;
    private final SplittableRandom random = new SplittableRandom(SEED);
    private final List<String> different = new ArrayList<>();
    private int equal;
    private int refused;
    private int unreadable;

    @Test
    void rowsAreThoseOfParquetJava() throws IOException {
        Assumptions.assumeTrue(WRITTEN > 0);
        SparkSession spark = SparkFixture.session("local[2]", directory.resolve("spark"));
        spark.conf().set("spark.sql.datetime.java8API.enabled", "true");
        spark.conf().set("spark.sql.session.timeZone", "UTC");
        try (Experiment experiment = new Experiment("Q1 Parquet beside Spark", SEED)) {
            int found = 0;
            List<Path> files = filesOfJars();
            files.addAll(filesOfFolder());
            for (Path file : files) {
                compare(spark, file);
                found++;
            }
            for (int i = 0; i < WRITTEN; i++) {
                for (Path file : write(spark, i)) {
                    compare(spark, file);
                }
            }
            assertEquals("", String.join("\n", different));
            assertTrue(equal >= WRITTEN, equal + " files were equal");
            experiment.ran(equal + refused);
            experiment
                    .fact("files of others", found)
                    .fact("refused by name", refused)
                    .fact("not read by Spark", unreadable)
                    .passed();
        } finally {
            spark.stop();
        }
    }

    private List<Path> filesOfJars() throws IOException {
        List<Path> files = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (!entry.endsWith("-tests.jar")) {
                continue;
            }
            try (ZipFile jar = new ZipFile(entry)) {
                for (ZipEntry each : Collections.list(jar.entries())) {
                    // Days of the old calendar are another matter: docs/parquet.md.
                    if (each.getName().matches(".*\\.parq(uet)?")
                            && !each.getName().contains("before_1582")) {
                        Path file = directory.resolve(files.size() + "-" + nameOf(each.getName()));
                        try (InputStream input = jar.getInputStream(each)) {
                            Files.copy(input, file);
                        }
                        files.add(file);
                    }
                }
            }
        }
        return files;
    }

    private static List<Path> filesOfFolder() throws IOException {
        String folder = System.getProperty("parquet.files");
        if (folder == null) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(Path.of(folder))) {
            return files.filter(file -> file.toString().matches(".*\\.parq(uet)?"))
                    .sorted()
                    .toList();
        }
    }

    private static String nameOf(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** Files of some rows, written in a way that the number says. */
    private List<Path> write(SparkSession spark, int number) throws IOException {
        Configuration settings = spark.sparkContext().hadoopConfiguration();
        settings.set("parquet.writer.version", number % 2 == 0 ? "v1" : "v2");
        settings.set("parquet.enable.dictionary", Boolean.toString(number % 3 != 0));
        settings.set("parquet.page.size", Integer.toString(random.nextInt(200, 20_000)));
        settings.set("parquet.block.size", Integer.toString(random.nextInt(20_000, 200_000)));
        settings.set("parquet.enable.bytestreamsplit", Boolean.toString(number % 5 == 0));
        Path folder = directory.resolve("written-" + number);
        rows(spark, random.nextInt(1, 3000))
                .coalesce(1)
                .write()
                .option("compression", CODECS.get(number % CODECS.size()))
                .parquet(folder.toString());
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".parquet"))
                    .sorted(Comparator.naturalOrder())
                    .toList();
        }
    }

    private static Dataset<Row> rows(SparkSession spark, int count) {
        return spark.range(count)
                .selectExpr(
                        "id",
                        "CAST(id % 100 AS TINYINT) AS tiny",
                        "IF(id % 7 = 0, NULL, CAST(id * 31 % 1000 - 500 AS SMALLINT)) AS small",
                        "CAST(hash(id) AS INT) AS whole",
                        "IF(id % 5 = 0, NULL, xxhash64(id)) AS long",
                        "CAST(id AS FLOAT) / 3 AS float",
                        "IF(id % 3 = 0, CAST('NaN' AS DOUBLE), id / 7.0D) AS double",
                        "id % 2 = 0 AS flag",
                        "IF(id % 11 = 0, NULL, concat('text, \"', id % 50, '\"\\n')) AS text",
                        "CAST(concat('bytes ', id) AS BINARY) AS bytes",
                        "CAST(id AS DECIMAL(9, 2)) / 7 AS short_decimal",
                        "CAST(id AS DECIMAL(18, 4)) AS decimal",
                        "CAST(id * 1000003 AS DECIMAL(38, 10)) AS long_decimal",
                        "date_add(DATE '2000-01-01', CAST(id AS INT) * 3) AS day",
                        "timestamp_micros(id * 1234567891) AS at",
                        "CAST(timestamp_micros(id * 987654321) AS TIMESTAMP_NTZ) AS local",
                        "named_struct('city', concat('c', id), 'zip', CAST(id AS INT)) AS address");
    }

    private void compare(SparkSession spark, Path file) {
        List<String> expected;
        try {
            Dataset<Row> table = spark.read().parquet(file.toUri().toString());
            expected = new ArrayList<>();
            for (Row row : table.collectAsList()) {
                List<String> fields = new ArrayList<>();
                flatten(row, fields);
                // Alone in its row a missing value is an empty text, as no line is empty.
                boolean isMissing = fields.equals(List.of("null"));
                expected.add(isMissing ? "[]" : fields.toString());
            }
        } catch (Exception e) {
            unreadable++;
            return;
        }
        try {
            List<String> found = read(file);
            Collections.sort(expected);
            Collections.sort(found);
            if (expected.equals(found)) {
                equal++;
            } else {
                different.add(
                        "%s: %d rows and %d, %s"
                                .formatted(
                                        file.getFileName(),
                                        expected.size(),
                                        found.size(),
                                        firstDifference(expected, found)));
            }
        } catch (SluiceException e) {
            String message = String.valueOf(e.getMessage());
            System.out.println("refused: " + message);
            // One of the files has a checksum that is not that of its page; Spark compares none.
            boolean isDamaged =
                    message.contains("the checksum of") || file.toString().contains("/malformed/");
            if (!message.startsWith(file.getFileName().toString())
                    || message.contains("is damaged") && !isDamaged) {
                different.add(file.getFileName() + ": " + message);
            }
            refused++;
        } catch (IOException | RuntimeException e) {
            different.add(file.getFileName() + ": " + e);
        }
    }

    private static String firstDifference(List<String> expected, List<String> found) {
        for (int i = 0; i < Math.min(expected.size(), found.size()); i++) {
            if (!expected.get(i).equals(found.get(i))) {
                return "\n  %s\n  %s".formatted(expected.get(i), found.get(i));
            }
        }
        return "";
    }

    private static void flatten(Row row, List<String> fields) {
        for (int i = 0; i < row.size(); i++) {
            if (row.get(i) instanceof Row struct) {
                flatten(struct, fields);
            } else {
                fields.add(text(row.get(i)));
            }
        }
    }

    /** As docs/parquet.md says. A missing value is the text {@code null} here. */
    private static String text(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case Float number -> floating(number, Float.toString(number));
            case Double number -> floating(number, Double.toString(number));
            case BigDecimal number -> number.toPlainString();
            case byte[] bytes -> new String(bytes, StandardCharsets.UTF_8);
            case LocalDate day -> day.toString();
            case Instant at -> at.toString();
            case LocalDateTime at -> at.toString().length() == 16 ? at + ":00" : at.toString();
            default -> value.toString();
        };
    }

    private static String floating(double value, String text) {
        boolean isNegativeZero = value == 0 && 1 / value < 0;
        boolean isWhole = value == Math.rint(value) && Math.abs(value) < 1L << 53;
        return isWhole && !isNegativeZero ? Long.toString((long) value) : text;
    }

    private static List<String> read(Path file) throws IOException {
        try (ParquetText text =
                ParquetText.open(
                        file.getFileName().toString(),
                        new OfDisk(FileChannel.open(file)),
                        MEMORY_BYTES,
                        _ -> true,
                        _ -> {})) {
            List<String> rows = parse(new String(text.readAllBytes(), StandardCharsets.UTF_8));
            return rows.subList(1, rows.size());
        }
    }

    /** Fields parted by commas; one without quotes and bytes is missing. */
    private static List<String> parse(String text) {
        List<String> rows = new ArrayList<>();
        List<String> fields = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            StringBuilder field = new StringBuilder();
            boolean isQuoted = text.charAt(at) == '"';
            if (isQuoted) {
                for (at++; text.charAt(at) != '"' || isDoubled(text, at); at++) {
                    at += text.charAt(at) == '"' ? 1 : 0;
                    field.append(text.charAt(at));
                }
                at++;
            } else {
                for (; text.charAt(at) != ',' && text.charAt(at) != '\n'; at++) {
                    field.append(text.charAt(at));
                }
            }
            fields.add(field.isEmpty() && !isQuoted ? "null" : field.toString());
            if (text.charAt(at++) == '\n') {
                rows.add(fields.toString());
                fields.clear();
            } else if (text.charAt(at) == '\n') {
                // A row whose last field is missing ends behind the comma.
                fields.add("null");
                rows.add(fields.toString());
                fields.clear();
                at++;
            }
        }
        return new ArrayList<>(rows);
    }

    private static boolean isDoubled(String text, int at) {
        return at + 1 < text.length() && text.charAt(at + 1) == '"';
    }

    private record OfDisk(FileChannel channel) implements ParquetInput {
        @Override
        public int read(ByteBuffer bytes, long offset) throws IOException {
            return channel.read(bytes, offset);
        }

        @Override
        public long lengthBytes() throws IOException {
            return channel.size();
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
