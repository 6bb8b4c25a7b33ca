package sluice.ingest.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.dictionary.Dictionary;
import sluice.dictionary.DictionaryBuilder;
import sluice.dictionary.NameCollector;
import sluice.dictionary.NameFile;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.DirectoryStorage;

class DictionaryNamesTest {
    @TempDir private Path directory;

    private final byte[] row = "933,knows,1129".getBytes(StandardCharsets.US_ASCII);

    @Test
    void secondPassFindsWhatTheFirstCollected() throws IOException {
        DirectoryStorage storage = DirectoryStorage.open(directory);
        try (NameCollector collector = new NameCollector(storage, NameCollector.MEMORY_BYTES_MIN)) {
            CollectingNames names = new CollectingNames(collector);
            collector.begin("0");
            assertEquals(0, names.id(names.group("Person"), row, 0, 3));
            assertEquals(1, names.id(names.group("Forum"), row, 10, 4), "one came before it");
            assertEquals(2, names.asked());
            long knows = names.type(row, 4, 5);
            assertNotEquals(knows, names.type("hasMember"));
            assertEquals(knows, names.type("knows"));
            collector.finish(new byte[0]);
        }
        try (Dictionary dictionary = dictionary(storage);
                DictionaryNames names = new DictionaryNames(dictionary)) {
            assertEquals(0, names.id(names.group("Forum"), row, 10, 4));
            assertEquals(1, names.id(names.group("Person"), row, 0, 3));
            long first = names.type("hasMember");
            assertTrue(first > 0);
            assertEquals(first + 1, names.type(row, 4, 5));

            assertMissing("Person:1129", () -> names.id(names.group("Person"), row, 10, 4));
            assertMissing("name 933", () -> names.id(names.group("Post"), row, 0, 3));
            assertMissing("type likes", () -> names.type("likes"));
            assertMissing("type 933", () -> names.type(row, 0, 3));
        }
    }

    @Test
    void failureToWriteIsNotLost() throws IOException {
        DirectoryStorage storage = DirectoryStorage.open(directory);
        try (NameCollector collector = new NameCollector(storage, NameCollector.MEMORY_BYTES_MIN)) {
            CollectingNames names = new CollectingNames(collector);
            collector.begin("0");
            Files.delete(directory);
            byte[] name = new byte[60_000];
            assertThrows(
                    UncheckedIOException.class,
                    () -> {
                        for (byte i = 0; i < 10; i++) {
                            name[0] = i;
                            names.id(names.group(""), name, 0, 60_000);
                        }
                    });
            Files.createDirectory(directory);
        }
    }

    private static Dictionary dictionary(DirectoryStorage storage) throws IOException {
        try (Dictionary none = Dictionary.open(storage, List.of())) {
            NameFile file =
                    DictionaryBuilder.build(
                                    storage,
                                    none,
                                    List.of(NameCollector.runName("0")),
                                    1,
                                    DictionaryBuilder.MEMORY_BYTES_MIN)
                            .orElseThrow();
            return Dictionary.open(storage, List.of(file));
        }
    }

    private static void assertMissing(String what, Runnable lookup) {
        SluiceException missing = assertThrows(SluiceException.class, lookup::run);
        assertEquals(ErrorCode.INTERNAL, missing.code());
        assertTrue(missing.getMessage().contains(what), missing.getMessage());
    }
}
