package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.dictionary.Dictionary;
import sluice.ingest.Source;
import sluice.load.files.Manifests;
import sluice.load.job.LoadOptions;
import sluice.storage.MemoryStorage;
import sluice.storage.Storage;
import sluice.store.GraphHash;
import sluice.store.Manifest;
import sluice.store.ManifestFile;
import sluice.store.ScanProgress;
import sluice.store.StoreReader;

class GraphHashTest {
    private static final String HEADER = "id1,link_type,id2,time,visibility,version,data\n";
    private static final List<String> ROWS =
            List.of("1,2,3,4,1,5,six", "1,2,4,4,1,5,six", "7,2,3,4,0,0,");

    @TempDir Path directory;

    private final long seed = Long.getLong("seed", System.nanoTime());

    /** A digest that people have written down must not change its meaning. */
    @Test
    void theDigestOfAGraphStaysWhatItWas() throws IOException {
        assertEquals(
                new GraphHash(
                        "c79d0c31cfb419c8854eb28c3cbe265300c3e1d1cb920342fb5d2779ad7fe45f",
                        0,
                        3,
                        0,
                        true),
                hash("golden", ROWS));
    }

    @Test
    void threadsChunksAndBucketsMakeNoDifference() throws IOException {
        new TextGraph(new SplittableRandom(seed), true, 'a').write(directory, 100);
        Set<GraphHash> hashes = new HashSet<>();
        hashes.add(loadAndHash(TextGraph.options(1, 0, 0), 1));
        hashes.add(loadAndHash(TextGraph.options(2, 8000, 1 << 20), 3));
        hashes.add(loadAndHash(TextGraph.options(2, 20_000, 10_000), 2));
        assertEquals(1, hashes.size(), () -> "seed " + seed + ": " + hashes);
        assertTrue(hashes.iterator().next().links() > 300, () -> "seed " + seed + ": " + hashes);
    }

    @Test
    void theOrderOfLoadsAndSoTheNumbersOfNamesMakeNoDifference() throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        Path first = directory.resolve("first");
        Path second = directory.resolve("second");
        new TextGraph(random, true, 'a').write(first, 60);
        new TextGraph(random, true, 'b').write(second, 60);
        Storage forth = MemoryStorage.create();
        TextGraph.load(forth, first, TextGraph.options(2, 0, 0));
        GraphHash half = TextGraph.hash(forth, 1);
        TextGraph.load(forth, second, TextGraph.options(2, 0, 10_000));
        Storage back = MemoryStorage.create();
        TextGraph.load(back, second, TextGraph.options(1, 8000, 0));
        TextGraph.load(back, first, TextGraph.options(2, 0, 30_000));
        assertEquals(TextGraph.hash(forth, 2), TextGraph.hash(back, 1), () -> "seed " + seed);
        assertNotEquals(half.digest(), TextGraph.hash(forth, 1).digest());
    }

    /** Values in lists have slots, which are no ids; predicates get numbers by when they came. */
    @Test
    void valuesOfPredicatesOfAnyNumberCount() throws IOException {
        String first = "<a> <p> \"x\" .\n<a> <p> \"y\" .\n";
        String second = "<a> <q> \"x\" .\n<b> <p> <a> .\n";
        GraphHash hash = hashOfStatements(first, second);
        assertEquals(hash, hashOfStatements(second, first));
        assertEquals(1, hash.links());
        assertEquals(3, hash.properties());
        assertNotEquals(hash, hashOfStatements(first.replace("y", "z"), second));
        assertNotEquals(hash, hashOfStatements(first.replace("<p>", "<q>"), second));
    }

    private GraphHash hashOfStatements(String... loads) throws IOException {
        Storage store = MemoryStorage.create();
        for (String text : loads) {
            Path file = Files.writeString(directory.resolve("a.rdf"), text);
            LoadFixture.load(
                    store, Source.open(List.of(file.toString()), null), LoadFixture.options());
        }
        return TextGraph.hash(store, 1);
    }

    @Test
    void everyFieldOfEveryRowCounts() throws IOException {
        Set<String> digests = new HashSet<>();
        digests.add(hash("all", ROWS).digest());
        List<String> changes =
                List.of(
                        "2,2,3,4,1,5,six",
                        "1,3,3,4,1,5,six",
                        "1,2,2,4,1,5,six",
                        "1,2,3,5,1,5,six",
                        "1,2,3,4,0,5,six",
                        "1,2,3,4,1,6,six",
                        "1,2,3,4,1,5,siy",
                        "1,2,3,4,1,5,");
        for (String changed : changes) {
            digests.add(hash("changed", List.of(changed, ROWS.get(1), ROWS.get(2))).digest());
        }
        digests.add(hash("fewer", ROWS.subList(0, 2)).digest());
        assertEquals(changes.size() + 2, digests.size(), digests::toString);
    }

    @Test
    void groupsNamesAndTypesCountAndNothingBetweenThem() throws IOException {
        Set<String> digests = new HashSet<>();
        List<String> headers =
                List.of(
                        "id1(a),link_type,id2(b)",
                        "id1(ax),link_type,id2(b)",
                        "id1(a),link_type,id2");
        for (String header : headers) {
            for (String row : List.of("xy,k,z", "y,k,z", "xy,kz,z", "xy,k,zz", "z,k,xy")) {
                digests.add(hash("names", header + "\n", List.of(row)).digest());
            }
        }
        assertEquals(headers.size() * 5, digests.size());
    }

    @Test
    void aGraphWithoutRowsHasADigest() throws IOException {
        GraphHash empty = hash("empty", List.of());
        assertEquals(0, empty.nodes() + empty.links());
        assertEquals(64, empty.digest().length());
    }

    @Test
    void aStoreThatIsBeingStagedIsNotComplete() throws IOException {
        MemoryStorage store = load("staged", ROWS);
        Manifest built = ManifestFile.read(store).orElseThrow();
        ManifestFile.publish(store, Manifests.withPhase(built, Manifest.Phase.STAGING));
        assertFalse(TextGraph.hash(store, 1).complete());
    }

    @Test
    void progressReachesItsEnd() throws IOException {
        MemoryStorage store = load("progress", ROWS);
        ScanProgress progress = new ScanProgress();
        try (StoreReader reader = StoreReader.open(store);
                Dictionary dictionary = Dictionary.open(store, reader.manifest().nameFiles())) {
            GraphHash.of(reader, dictionary, 2, progress);
        }
        assertEquals(ROWS.size(), progress.rows());
        assertEquals(1, progress.share());
    }

    private GraphHash loadAndHash(LoadOptions options, int threads) throws IOException {
        Storage store = MemoryStorage.create();
        TextGraph.load(store, directory, options);
        return TextGraph.hash(store, threads);
    }

    private GraphHash hash(String name, List<String> rows) throws IOException {
        return hash(name, HEADER, rows);
    }

    private GraphHash hash(String name, String header, List<String> rows) throws IOException {
        return TextGraph.hash(load(name, header, rows), 1);
    }

    private MemoryStorage load(String name, List<String> rows) throws IOException {
        return load(name, HEADER, rows);
    }

    private MemoryStorage load(String name, String header, List<String> rows) throws IOException {
        Path files = Files.createDirectories(directory.resolve(name));
        Files.writeString(files.resolve("mapping.yaml"), "defaults: {delimiter: \",\"}");
        Files.writeString(files.resolve("links.csv"), header + String.join("\n", rows) + "\n");
        MemoryStorage store = MemoryStorage.create();
        TextGraph.load(store, files, TextGraph.options(1, 0, 0));
        return store;
    }
}
