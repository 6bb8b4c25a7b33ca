package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import sluice.ingest.Source;
import sluice.schema.Schema;
import sluice.storage.MemoryStorage;

/** What tests of loads of RDF and of JSON ask and write alike: graphs and reject ledgers. */
final class FactLoads {
    private static final ObjectMapper JSON = new ObjectMapper();

    private FactLoads() {}

    /** Fails with what is lost and what was invented. */
    static void assertGraph(TreeMap<String, String> expected, MemoryStorage storage, Schema schema)
            throws IOException {
        TreeMap<String, String> found = StoredFacts.of(storage, schema);
        TreeMap<String, String> lost = new TreeMap<>(expected);
        lost.entrySet().removeAll(found.entrySet());
        TreeMap<String, String> invented = new TreeMap<>(found);
        invented.entrySet().removeAll(expected.entrySet());
        assertEquals("lost {} and invented {}", "lost " + lost + " and invented " + invented);
    }

    /**
     * What a file with planted errors must come to: {@code expected} are the lines and rows of its
     * ledger, {@code rest} its good rows, {@code whole} the rows when those in {@code goodOfBad}
     * have been put right.
     */
    record Rows(
            TreeSet<String> expected,
            List<Said> rest,
            List<Said> whole,
            Map<String, String> goodOfBad) {}

    /**
     * Loads the files {@code all.*} of {@code directory}, in chunks where there are more threads
     * than one; then replays the ledger.
     */
    static void assertRejected(Path directory, int threads, Schema schema, Rows rows)
            throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        LoadResult result =
                LoadFixture.load(
                        storage,
                        Source.open(List.of(directory + "/all.*"), null),
                        LoadFixture.diverting()
                                .withThreads(threads)
                                .withChunkBytes(threads == 1 ? 1 << 20 : 100_000));
        String ledger = LoadFixture.text(storage, result.ledger());
        int errors = rows.expected().size();
        assertEquals(rows.expected(), listed(ledger));
        assertEquals(errors, result.rowsRejected());
        assertEquals(rows.whole().size() - errors, result.rowsRead());
        assertEquals(Said.graph(rows.rest()), StoredFacts.of(storage, schema));

        LoadResult replayed = replay(storage, ledger, rows.goodOfBad(), directory);
        assertEquals(errors, replayed.rowsRead());
        assertEquals(Said.graph(rows.whole()), StoredFacts.of(storage, schema));
    }

    /** The lines and rows of a ledger; rows that are no UTF-8 as ISO 8859-1. */
    private static TreeSet<String> listed(String ledger) throws IOException {
        TreeSet<String> listed = new TreeSet<>();
        for (String line : ledger.lines().skip(1).toList()) {
            JsonNode row = JSON.readTree(line);
            String text =
                    row.has("row")
                            ? row.get("row").asText()
                            : new String(
                                    row.get("row_base64").binaryValue(),
                                    StandardCharsets.ISO_8859_1);
            listed.add("%d %s".formatted(row.get("line").asLong(), text));
        }
        return listed;
    }

    /** Loads the ledger with the good row in the place of each bad one. */
    private static LoadResult replay(
            MemoryStorage storage, String ledger, Map<String, String> goodOfBad, Path directory)
            throws IOException {
        Path file = directory.resolve("fixed.jsonl");
        StringBuilder text = new StringBuilder(ledger.lines().findFirst().orElseThrow());
        for (String line : ledger.lines().skip(1).toList()) {
            ObjectNode row = (ObjectNode) JSON.readTree(line);
            row.put("row", goodOfBad.get(row.get("row").asText()));
            text.append('\n').append(row);
        }
        Files.writeString(file, text);
        LoadResult result =
                LoadFixture.load(
                        storage,
                        Source.open(List.of(file.toString()), null),
                        LoadFixture.options());
        Files.delete(file);
        return result;
    }
}
