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

    /** The lines and rows of a ledger; rows that are no UTF-8 as ISO 8859-1. */
    static TreeSet<String> listed(String ledger) throws IOException {
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
    static LoadResult replay(
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
