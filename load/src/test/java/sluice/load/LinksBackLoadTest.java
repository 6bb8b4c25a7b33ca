package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.ingest.Source;
import sluice.model.SluiceException;
import sluice.schema.SchemaReader;
import sluice.storage.MemoryStorage;

/** Links back that a schema's {@code @reverse} asks for, where rows are no statements. */
class LinksBackLoadTest {
    @TempDir Path directory;

    /**
     * Row by row: links of one type lead back by the schema, others by the mapping or not at all.
     */
    @Test
    void aColumnOfTypesMakesLinksBackAsStatementsDo() throws IOException {
        Path folder = Files.createDirectory(directory.resolve("types"));
        String schema = "friend: [uid] @reverse .\nboss: uid @reverse .\nother: [uid] .\n";
        Files.writeString(folder.resolve("s.schema"), schema);
        Files.writeString(
                folder.resolve("l.csv"),
                ":START_ID,:END_ID,:TYPE\nx,y,friend\ny,z,boss\nz,x,other\nz,y,friend\nx,x,new\n");
        Files.writeString(
                folder.resolve("l.rdf"),
                "<x> <friend> <y> .\n<y> <boss> <z> .\n<z> <other> <x> .\n<z> <friend> <y> .\n<x> <new> <x> .\n");
        Files.writeString(
                folder.resolve("l.jsonl"),
                """
                {"a": "x", "b": "y", "kind": "friend"}
                {"a": "y", "b": "z", "kind": "boss"}
                {"a": "z", "b": "x", "kind": "other"}
                {"a": "z", "b": "y", "kind": "friend"}
                {"a": "x", "b": "x", "kind": "new"}
                """);
        Path mapping =
                Files.writeString(
                        folder.resolve("m.yaml"),
                        """
                        relations:
                          - files: l.jsonl
                            link: {column: kind, names: true}
                            id1: {column: a, group: ""}
                            id2: {column: b, group: ""}
                        """);
        List<Source> sources =
                List.of(
                        Source.open(List.of(folder + "/l.rdf", folder + "/s.schema"), null),
                        Source.open(List.of(folder + "/l.csv", folder + "/s.schema"), null),
                        Source.open(List.of(folder + "/l.jsonl", folder + "/s.schema"), mapping));
        List<TreeMap<String, String>> found = new ArrayList<>();
        for (Source source : sources) {
            MemoryStorage storage = MemoryStorage.create();
            LoadFixture.load(storage, source, LoadFixture.options());
            found.add(StoredFacts.of(storage, SchemaReader.read("s.schema", schema)));
        }
        assertEquals(8, found.getFirst().size(), found::toString);
        assertEquals(List.of(found.getFirst(), found.getFirst(), found.getFirst()), found);
    }

    @Test
    void anInverseBesideTheOneOfTheSchemaIsRefused() throws IOException {
        Path folder = Files.createDirectory(directory.resolve("inverse"));
        Files.writeString(folder.resolve("s.schema"), "friend: [uid] @reverse .\n");
        Files.writeString(folder.resolve("l.csv"), "a,b\nx,y\n");
        for (String inverse : List.of("other", "~friend")) {
            Path mapping =
                    Files.writeString(
                            folder.resolve("m.yaml"),
                            "relations: [{files: l.csv, link: friend, inverse: '%s', id1: {column: a, group: P}, id2: {column: b, group: P}}]"
                                    .formatted(inverse));
            Source source = Source.open(List.of(folder + "/l.csv", folder + "/s.schema"), mapping);
            MemoryStorage storage = MemoryStorage.create();
            if (inverse.equals("~friend")) {
                assertEquals(2, LoadFixture.load(storage, source, LoadFixture.options()).links());
                continue;
            }
            SluiceException refused =
                    assertThrows(
                            SluiceException.class,
                            () -> LoadFixture.load(storage, source, LoadFixture.options()));
            assertTrue(refused.getMessage().contains("leave the inverse out"), refused::toString);
        }
    }
}
