package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.ingest.Source;
import sluice.model.PropertyTypes;
import sluice.storage.DirectoryStorage;
import sluice.storage.Storage;
import sluice.store.NamedStore;
import sluice.testkit.Experiment;

/**
 * The longest names, predicates and values, very many predicates, and very many values of one node:
 * all are loaded and found, and a byte more costs its statement alone.
 */
@Tag(Experiment.TAG)
class RdfLimitsTest {
    private static final int PREDICATES = Experiment.size("predicates", 20_000, 1_000_000);
    private static final int VALUES = Experiment.size("values", 100_000, 10_000_000);
    private static final int NAME_BYTES_MAX = 65_535;
    private static final int PREDICATE_BYTES_MAX = 4_095;
    private static final int STATEMENT_BYTES_MAX = 16 << 20;

    @TempDir Path directory;

    /** Writes the lines of a file. */
    private interface Lines {
        void to(BufferedWriter writer) throws IOException;
    }

    private LoadResult load(Storage storage, Lines lines) throws IOException {
        Path file = directory.resolve("limits.rdf");
        try (BufferedWriter writer = Files.newBufferedWriter(file)) {
            lines.to(writer);
        }
        Source source = Source.open(List.of(file.toString()), null);
        return LoadFixture.load(
                storage,
                source,
                LoadFixture.diverting().withMemory(1L << 30, 600L << 20).withThreads(1));
    }

    private Storage storage() throws IOException {
        return DirectoryStorage.open(Files.createDirectory(directory.resolve("store")));
    }

    @Test
    void theLongestNamesAndValuesAreTakenAndOneByteMoreIsNot() throws IOException {
        Storage storage = storage();
        String name = "n".repeat(NAME_BYTES_MAX);
        String predicate = "p".repeat(PREDICATE_BYTES_MAX);
        int value = STATEMENT_BYTES_MAX - "<a> <big> \"\" .\n".length();
        LoadResult result =
                load(
                        storage,
                        writer -> {
                            writer.write("<%s> <%s> <b> .\n".formatted(name, predicate));
                            writer.write("<%sn> <p> <b> .\n".formatted(name));
                            writer.write("<b> <p> <%sn> .\n".formatted(name));
                            writer.write("<b> <%sp> <c> .\n".formatted(predicate));
                            writer.write("<a> <big> \"%s\" .\n".formatted("x".repeat(value)));
                            writer.write("<a> <big> \"%s\" .\n".formatted("y".repeat(value + 99)));
                            writer.write("<a> <small> \"z\" .\n");
                        });
        assertEquals(3, result.rowsRead());
        assertEquals(4, result.rowsRejected());
        try (NamedStore store = NamedStore.open(storage)) {
            long id = store.id("<" + name + ">").orElseThrow();
            assertEquals(1, store.reader().count(id, store.type(predicate)).value());
            long a = store.id("<a>").orElseThrow();
            long big = PropertyTypes.ofPredicate(store.type("big"));
            assertEquals(1, store.reader().count(a, big).value());
        }
    }

    @Test
    void manyPredicatesAreLoaded() throws IOException {
        Storage storage = storage();
        LoadResult result =
                load(
                        storage,
                        writer -> {
                            for (int i = 0; i < PREDICATES; i++) {
                                writer.write("<n%d> <p%d> \"v%d\" .\n".formatted(i % 97, i, i));
                            }
                        });
        assertEquals(PREDICATES, result.properties());
        try (NamedStore store = NamedStore.open(storage)) {
            for (int i = 0; i < PREDICATES; i += 1 + PREDICATES / 1000) {
                long id = store.id("<n%d>".formatted(i % 97)).orElseThrow();
                long type = PropertyTypes.ofPredicate(store.type("p" + i));
                assertEquals(1, store.reader().count(id, type).value(), "p" + i);
            }
        }
    }

    @Test
    void manyValuesOfOneNodeAreLoaded() throws IOException {
        Storage storage = storage();
        LoadResult result =
                load(
                        storage,
                        writer -> {
                            for (int i = 0; i < VALUES; i++) {
                                writer.write("<s> <nick> \"v%d\" .\n".formatted(i));
                            }
                        });
        assertEquals(VALUES, result.properties());
        try (NamedStore store = NamedStore.open(storage)) {
            long id = store.id("<s>").orElseThrow();
            long type = PropertyTypes.ofPredicate(store.type("nick"));
            assertEquals(VALUES, store.reader().count(id, type).value());
        }
    }
}
