package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.ingest.Source;
import sluice.load.job.LoadOptions;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.MemoryStorage;
import sluice.store.Manifest;
import sluice.store.ManifestFile;

/** Several links of a node where the schema declares one are kept, and reported or refused. */
class SchemaConflictTest {
    private static final String SCHEMA = "boss: uid .\nfriend: [uid] .\nchief: uid @reverse .\n";
    private static final String FIRST =
            """
            <a> <boss> <b> .
            <a> <boss> <c> .
            <b> <boss> <c> .
            <c> <boss> <c> .
            <c> <boss> <a> .
            <a> <friend> <b> .
            <a> <friend> <c> .
            <a> <other> <b> .
            <a> <other> <c> .
            <a> <chief> <c> .
            <b> <chief> <c> .
            """;

    @TempDir Path directory;

    private final MemoryStorage storage = MemoryStorage.create();
    private int loads;

    private LoadResult load(String text, String schema, LoadOptions.OnConflict onConflict)
            throws IOException {
        Path folder = Files.createDirectories(directory.resolve("load-" + loads++));
        Files.writeString(folder.resolve("a.rdf"), text);
        Files.writeString(folder.resolve("a.schema"), schema);
        return load(folder, onConflict);
    }

    private LoadResult load(Path folder, LoadOptions.OnConflict onConflict) throws IOException {
        return LoadFixture.load(
                storage,
                Source.open(List.of(folder.toString()), null),
                LoadFixture.options()
                        .withBucketBytes(200)
                        .withConflicts(onConflict, LoadOptions.OnConflict.REPORT));
    }

    @Test
    void severalLinksOfOneAreKeptAndCounted() throws IOException {
        LoadResult first = load(FIRST, SCHEMA, LoadOptions.OnConflict.REPORT);
        assertEquals(13, first.links());
        SchemaConflict conflict = first.conflicts().getFirst();
        assertEquals(List.of(conflict), first.conflicts());
        assertEquals("boss", conflict.predicate());
        assertEquals(2, conflict.nodes());
        assertTrue(List.of("<a>", "<c>").contains(conflict.example()), conflict::example);
        assertTrue(conflict.inWords().contains("2 nodes have several"), conflict::inWords);
        // It may be declared as a list later: the rows are the same.
        LoadResult second =
                load("<d> <boss> <a> .\n", "boss: [uid] .\n", LoadOptions.OnConflict.FAIL);
        assertEquals(List.of(), second.conflicts());
        SluiceException refused =
                assertThrows(
                        SluiceException.class,
                        () -> load("<d> <boss> <b> .\n", SCHEMA, LoadOptions.OnConflict.REPORT));
        assertTrue(refused.getMessage().contains("the store has rows of [uid]"));
    }

    @Test
    void aConflictWithEarlierRowsIsOne() throws IOException {
        load("<a> <boss> <b> .\n<a> <boss> <b> .\n", SCHEMA, LoadOptions.OnConflict.FAIL);
        LoadResult later = load("<a> <boss> <c> .\n", "", LoadOptions.OnConflict.REPORT);
        assertEquals(1, later.conflicts().getFirst().nodes());
    }

    @Test
    void aLoadThatMustNotHaveThemEndsAndGoesOnWithThem() throws IOException {
        for (int attempt = 0; attempt < 2; attempt++) {
            SluiceException failure =
                    assertThrows(
                            SluiceException.class,
                            () -> {
                                if (loads == 0) {
                                    load(FIRST, SCHEMA, LoadOptions.OnConflict.FAIL);
                                } else {
                                    load(directory.resolve("load-0"), LoadOptions.OnConflict.FAIL);
                                }
                            });
            assertEquals(ErrorCode.CONFIG, failure.code());
            String message = failure.getMessage();
            assertTrue(message.contains("<boss> is declared as uid"), message);
            assertTrue(message.contains("schema-conflict: report"), message);
            Manifest manifest = ManifestFile.read(storage).orElseThrow();
            assertEquals(Manifest.Phase.BUILDING, manifest.phase());
        }
        LoadResult done = load(directory.resolve("load-0"), LoadOptions.OnConflict.REPORT);
        assertTrue(done.resumed());
        assertEquals(2, done.conflicts().getFirst().nodes());
        assertEquals(Manifest.Phase.COMPLETE, ManifestFile.read(storage).orElseThrow().phase());
    }
}
