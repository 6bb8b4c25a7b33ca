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
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.MemoryStorage;

/** Types that are given by number beside types that have names. */
class TypeNumbersTest {
    @TempDir Path directory;

    @Test
    void aTypeGivenByNumberIsNotOneGivenByName() throws IOException {
        Files.writeString(directory.resolve("a.csv"), "1,2\n");
        Files.writeString(directory.resolve("b.csv"), "1,2\n");
        Path mapping = directory.resolve("map.yaml");
        Files.writeString(
                mapping, "relations: [{files: a.csv, link: 1}, {files: b.csv, link: knows}]");
        MemoryStorage storage = LoadFixture.storage();
        Source source =
                Source.open(
                        List.of(
                                directory.resolve("a.csv").toString(),
                                directory.resolve("b.csv").toString()),
                        mapping);
        assertEquals(2, LoadFixture.load(storage, source, LoadFixture.options()).links());
    }

    @Test
    void aNumberOfTypesWithNamesIsRefusedInAMapping() throws IOException {
        Files.writeString(directory.resolve("a.csv"), "1,2\n");
        Path mapping = directory.resolve("map.yaml");
        Files.writeString(mapping, "relations: [{files: a.csv, link: 4503599627370496}]");
        List<String> inputs = List.of(directory.resolve("a.csv").toString());
        SluiceException refused =
                assertThrows(SluiceException.class, () -> Source.open(inputs, mapping));
        assertEquals(ErrorCode.CONFIG, refused.code());
        assertTrue(
                refused.getMessage().startsWith(mapping + ":1: found the type 4503599627370496"),
                refused.getMessage());
    }
}
