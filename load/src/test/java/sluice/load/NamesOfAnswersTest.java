package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.model.SluiceException;
import sluice.model.names.WrittenName;
import sluice.storage.MemoryStorage;
import sluice.store.ManifestFile;
import sluice.store.StoreDictionary;

/**
 * A name that a store answers means the node that it was answered for, whatever other names are.
 */
class NamesOfAnswersTest {
    /** Names that a CSV file may have; some look as if RDF had written them. */
    private static final List<String> ODD =
            List.of(
                    "ann",
                    "<ann>",
                    "<<ann>>",
                    "x<y",
                    "_:q",
                    "q",
                    "933",
                    "0x3a5",
                    "<933>",
                    "<0x3a5>",
                    "0x03A5",
                    "Person:ann",
                    "A:B:x",
                    "B:x",
                    "0x10|<ann>",
                    "0x10|_:q",
                    ":",
                    "<>",
                    "z\uFFFD");

    private static final String RDF =
            """
            <0x3a5> <knows> <ann> .
            _:q <knows> <http://a/b> .
            <ann> <knows> <0x10> <0x10> .
            _:q <knows> <x> <0x10> .
            """;

    @TempDir Path folder;

    @Test
    void eachIsExactWithoutASchema() throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        load(storage, "odd.csv", nodes(""));
        assertExact(storage);
    }

    @Test
    void eachIsExactBesideRdfAndGroups() throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        Files.writeString(folder.resolve("a.rdf"), RDF);
        Files.writeString(folder.resolve("a.schema"), "age: int @index(int) .\n");
        LoadFixture fixture = new LoadFixture(folder);
        LoadFixture.load(storage, fixture.source("a.rdf", "a.schema"), LoadFixture.options());
        for (String group : List.of("", "uid", "_", "Person", "A", "A:B", "0x10|", "0x10|uid")) {
            load(storage, "odd.csv", properties(group));
        }
        assertExact(storage);
    }

    @Test
    void textThatTwoNamesHaveIsRefused() throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        load(storage, "odd.csv", nodes(""));
        try (StoreDictionary names = open(storage)) {
            for (String text : List.of("<ann>", "<0x3a5>", "<933>")) {
                assertThrows(SluiceException.class, () -> names.writtenId(text), text);
                assertThrows(SluiceException.class, () -> names.id(WrittenName.of(text)), text);
            }
            assertTrue(names.writtenId("ann").isPresent());
            assertEquals(names.id(WrittenName.of("", "x<y")), names.writtenId("<x<y>"));
        }
    }

    /** There an answer may have it, and what people write is refused alone. */
    @Test
    void textThatTwoNamesHaveIsThatOfRdfWithASchema() throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        load(storage, "odd.csv", properties(""));
        try (StoreDictionary names = open(storage)) {
            assertThrows(SluiceException.class, () -> names.writtenId("<ann>"));
            assertEquals(names.id(WrittenName.of("", "ann")), names.id(WrittenName.of("<ann>")));
        }
    }

    private void assertExact(MemoryStorage storage) throws IOException {
        try (StoreDictionary names = open(storage)) {
            Set<WrittenName> all = new HashSet<>();
            long id = 0;
            while (names.idName(id).isPresent()) {
                WrittenName name = names.idName(id).orElseThrow();
                assertEquals(OptionalLong.of(id), names.id(name), name::toString);
                assertTrue(all.add(name), name::toString);
                id++;
            }
            assertTrue(id > ODD.size(), "there are only " + id);
        }
    }

    private static StoreDictionary open(MemoryStorage storage) throws IOException {
        return StoreDictionary.open(storage, ManifestFile.read(storage).orElseThrow());
    }

    private static String nodes(String group) {
        return "relations:\n"
                + "  - files: odd.csv\n    node: Item\n    id: {column: id, group: \"%s\"}\n"
                        .formatted(group);
    }

    private static String properties(String group) {
        return nodes(group) + "    properties: [\"age:int\"]\n";
    }

    private void load(MemoryStorage storage, String file, String mapping) throws IOException {
        ByteArrayOutputStream rows = new ByteArrayOutputStream();
        rows.writeBytes("id,age\n".getBytes(StandardCharsets.US_ASCII));
        for (byte[] name : oddNames()) {
            rows.writeBytes(name);
            rows.writeBytes(",1\n".getBytes(StandardCharsets.US_ASCII));
        }
        Files.write(folder.resolve(file), rows.toByteArray());
        Path path = Files.writeString(folder.resolve("odd.yaml"), mapping);
        LoadFixture.load(
                storage, new LoadFixture(folder).source(path, file), LoadFixture.options());
    }

    /** The odd names, and two that are not UTF-8. */
    private static List<byte[]> oddNames() {
        byte[][] names = new byte[ODD.size() + 2][];
        Arrays.setAll(names, i -> new byte[] {'z', (byte) (0xFC + i)});
        for (int i = 0; i < ODD.size(); i++) {
            names[2 + i] = ODD.get(i).getBytes(StandardCharsets.UTF_8);
        }
        return List.of(names);
    }
}
