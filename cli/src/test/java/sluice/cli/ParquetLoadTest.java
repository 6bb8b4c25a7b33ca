package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.testkit.ParquetFile;

/** Parquet files as sources: the same store as from CSV, with rejects, proof and mapping. */
class ParquetLoadTest {
    /** An empty field of a CSV is no value then, as a missing value of Parquet is none. */
    private static final String NOTHING = "\"null\": \"\"";

    @TempDir Path directory;

    private String parquet;
    private String csv;
    private String links;
    private String nodes;

    @BeforeEach
    void writeFiles() throws IOException {
        ParquetFile file = ParquetFile.of("pyarrow: snappy");
        // One with another name and mapping: neither shows what it is.
        parquet = Files.write(directory.resolve("rows.dat"), file.bytes()).toString();
        csv = Files.writeString(directory.resolve("rows.csv"), file.text()).toString();
        links = mapping("links.yaml", "link: knows", "id1: src", "id2: dst", NOTHING);
        nodes =
                mapping(
                        "nodes.yaml",
                        "node: person",
                        "id: src",
                        "properties: [note, w, ok]",
                        NOTHING);
    }

    private String mapping(String name, String... lines) throws IOException {
        String files = "relations:\n  - files: \"**\"\n    ";
        return Files.writeString(
                        directory.resolve(name), files + String.join("\n    ", lines) + "\n")
                .toString();
    }

    private String store(String name) {
        return directory.resolve(name).toString();
    }

    private static CommandRun good(String... words) {
        CommandRun run = CommandRun.of(words);
        assertEquals(0, run.status(), run::errors);
        return run;
    }

    private String hash(String name) {
        return good("hash", store(name)).output();
    }

    @Test
    void theSameRowsGiveTheSameStore() {
        for (String mapping : List.of(links, nodes)) {
            String to = mapping.equals(links) ? "links-" : "nodes-";
            List<String> policy = List.of("--on-error", "skip", "--mapping", mapping);
            load(to + "parquet", parquet, policy);
            load(to + "csv", csv, policy);
            assertEquals(hash(to + "csv"), hash(to + "parquet"));
            CommandRun proof =
                    good("verify", store(to + "csv"), "--against", parquet, "--mapping", mapping);
            assertTrue(proof.output().startsWith("good: "), proof::output);
        }
        assertTrue(hash("links-parquet").contains("4 links"), hash("links-parquet"));
        assertTrue(hash("nodes-parquet").contains("5 nodes"), hash("nodes-parquet"));
    }

    /**
     * A file has no lines to skip and no quotes; which text is no value can be said all the same.
     */
    @Test
    void whatAMappingSaysOfLinesIsPassedOver() throws IOException {
        List<String> skip = List.of("--on-error", "skip", "--mapping");
        load("plain", parquet, Stream.concat(skip.stream(), Stream.of(links)).toList());
        String said =
                mapping(
                        "said.yaml",
                        "link: knows",
                        "id1: src",
                        "id2: dst",
                        "skip: 1",
                        "delimiter: \"|\"",
                        "quote: none",
                        "header: false",
                        "comment: \"1\"",
                        "escape: a",
                        "trim: true");
        load("said", parquet, Stream.concat(skip.stream(), Stream.of(said)).toList());
        assertEquals(hash("plain"), hash("said"));

        String none = mapping("none.yaml", "node: person", "id: src", "null: \"-1.0E300\"");
        load("none", parquet, Stream.concat(skip.stream(), Stream.of(none)).toList());
        String missing = Files.readString(Path.of(csv)).replace("-1.0E300", "");
        Path without = Files.writeString(directory.resolve("without.csv"), missing);
        String nothing = mapping("nothing.yaml", "node: person", "id: src", NOTHING);
        load(
                "none-csv",
                without.toString(),
                Stream.concat(skip.stream(), Stream.of(nothing)).toList());
        String all = mapping("all.yaml", "node: person", "id: src");
        load("all", parquet, Stream.concat(skip.stream(), Stream.of(all)).toList());
        assertEquals(hash("none-csv"), hash("none"));
        assertNotEquals(hash("all"), hash("none"));
    }

    @Test
    void aMissingTextIsNoValueAndAnEmptyTextIsOne() throws IOException {
        int loads = 0;
        for (String said : List.of("delimiter: tab", "\"null\": X", NOTHING)) {
            String mapping = mapping("texts.yaml", "node: person", "id: src", "data: [note]", said);
            String store = "texts" + loads++;
            load(store, parquet, List.of("--mapping", mapping));
            String rows = good("query", store(store), "node", "4").output();
            assertTrue(rows.contains("{}"), rows);
            rows = good("query", store(store), "node", "2").output();
            assertTrue(rows.contains("{\"note\":\"\"}"), rows);
        }
    }

    /** The ledger says so of its rows. */
    @Test
    void aMissingTextOfARejectedRowStaysMissing() throws IOException {
        String said = mapping("links.yaml", "link: knows", "id1: src", "id2: dst", "\"null\": X");
        load("store", parquet, List.of("--on-error", "divert", "--mapping", said));
        Path ledger = Path.of(store("store"), "rejects-000001.jsonl");
        String rows = Files.readString(ledger);
        assertTrue(rows.startsWith("{\"sluice_rejects\":7,"), rows);
        Files.writeString(ledger, ReplayRows.withId(rows));
        load("store", ledger.toString(), List.of());
        String links = good("query", store("store"), "links", "4", "knows").output();
        assertTrue(links.contains("\"w\":") && !links.contains("\"note\""), links);
    }

    private void load(String name, String source, List<String> more) {
        good(
                Stream.concat(Stream.of("load", store(name), source), more.stream())
                        .toArray(String[]::new));
    }

    @Test
    void aRowWithoutAnIdIsInTheLedgerAsItsLine() throws IOException {
        load("store", parquet, List.of("--on-error", "divert", "--mapping", links));
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> ledgers =
                    files.filter(path -> path.toString().contains("reject"))
                            .filter(Files::isRegularFile)
                            .toList();
            assertEquals(1, ledgers.size(), ledgers::toString);
            String ledger = Files.readString(ledgers.getFirst());
            assertTrue(ledger.contains("4,,,-1.0E300,true"), ledger);
        }
    }

    /** The Parquet file is gone by then: the ledger has its rows as text. */
    @Test
    void fixedRowsOfTheLedgerMakeTheGraphOfAWholeFile() throws IOException {
        String named = "{column: %s, group: person}";
        String times =
                mapping("times.yaml", "link: knows", "id1: src", "id2: dst", "time: w", NOTHING);
        replay("links", links, ReplayRows::withId);
        replay("times", times, rows -> ReplayRows.withTimes(ReplayRows.withId(rows)));
        replay(
                "facts",
                mapping("facts.yaml", "node: person", "id: dst", "properties: [note, ok]"),
                ReplayRows::withId);
        replay(
                "named",
                mapping(
                        "named.yaml",
                        "link: knows",
                        "id1: " + named.formatted("src"),
                        "id2: " + named.formatted("dst"),
                        NOTHING),
                ReplayRows::withId);
    }

    /** The bad rows of the file as they should have been. */
    private static final class ReplayRows {
        static String withId(String rows) {
            return rows.replace("4,,,-1.0E300,", "4,9,,-1.0E300,");
        }

        static String withTimes(String rows) {
            return rows.replace(",,false", ",4,false")
                    .replace(",0.5,", ",5,")
                    .replace(",-1.0E300,", ",6,")
                    .replace(",2.25,", ",2,");
        }
    }

    private void replay(String name, String mapping, UnaryOperator<String> fixed)
            throws IOException {
        String text = fixed.apply(Files.readString(Path.of(csv)));
        Path whole = Files.writeString(directory.resolve(name + ".csv"), text);
        load(name + "-whole", whole.toString(), List.of("--mapping", mapping));

        Path source = directory.resolve(name + ".dat");
        Files.copy(Path.of(parquet), source);
        load(
                name + "-store",
                source.toString(),
                List.of("--on-error", "divert", "--mapping", mapping));
        assertNotEquals(hash(name + "-whole"), hash(name + "-store"));
        Files.delete(source);
        Path ledger = directory.resolve(name + "-store").resolve("rejects-000001.jsonl");
        String rows = Files.readString(ledger);
        assertNotEquals(rows, fixed.apply(rows));
        Files.writeString(ledger, fixed.apply(rows));
        load(name + "-store", ledger.toString(), List.of());
        assertEquals(hash(name + "-whole"), hash(name + "-store"));
        good("verify", store(name + "-store"));
    }

    @Test
    void theMappingThatMapWritesLoadsTheSame() throws IOException {
        CommandRun written = good("map", parquet);
        Path mapping = Files.writeString(directory.resolve("map.yaml"), written.output());
        load("guessed", parquet, List.of("--on-error", "skip"));
        load("written", parquet, List.of("--on-error", "skip", "--mapping", mapping.toString()));
        assertEquals(hash("guessed"), hash("written"));
    }

    @Test
    void aDirectoryOfPartsIsLoadedWithoutTheFilesBesideThem() throws IOException {
        Path parts = Files.createDirectory(directory.resolve("knows"));
        byte[] bytes = ParquetFile.of("pyarrow: snappy").bytes();
        Files.write(parts.resolve("part-00000.snappy.parquet"), bytes);
        Files.write(
                parts.resolve("part-00001.snappy.parquet"), ParquetFile.of("pyarrow: no").bytes());
        Files.writeString(parts.resolve("_SUCCESS"), "");
        Files.writeString(parts.resolve("_metadata"), "PAR1");
        CommandRun run = good("load", store("parts"), parts.toString(), "--on-error", "skip");
        assertTrue(
                run.output().contains("2 files") && !run.output().contains("_SUCCESS"),
                run::output);
        assertTrue(hash("parts").contains("4 links"), hash("parts"));
    }

    @Test
    void aDamagedFileStopsTheLoadWithItsPlace() throws IOException {
        byte[] bytes = ParquetFile.of("pyarrow: snappy").bytes();
        Path cut =
                Files.write(
                        directory.resolve("cut.parquet"), Arrays.copyOf(bytes, bytes.length - 9));
        CommandRun run = CommandRun.of("load", store("none"), cut.toString());
        assertEquals(3, run.status());
        assertTrue(run.errors().contains("its end is missing"), run::errors);
    }

    @Test
    void aFileInsideGzipIsRefusedWithTheRemedy() throws IOException {
        Path packed = directory.resolve("rows.gz");
        try (OutputStream gzip = new GZIPOutputStream(Files.newOutputStream(packed))) {
            gzip.write(ParquetFile.of("pyarrow: snappy").bytes());
        }
        CommandRun run = CommandRun.of("load", store("none"), packed.toString());
        assertEquals(3, run.status());
        assertTrue(
                run.errors().contains("a Parquet file, expected text; unpack it, and load what"),
                run::errors);
    }
}
