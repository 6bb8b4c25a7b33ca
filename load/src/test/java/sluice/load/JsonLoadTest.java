package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.Zstd;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.dictionary.Dictionary;
import sluice.dictionary.NameFile;
import sluice.ingest.Source;
import sluice.load.files.StoreFiles;
import sluice.load.job.LoadOptions;
import sluice.schema.Schema;
import sluice.schema.SchemaReader;
import sluice.storage.MemoryStorage;
import sluice.store.GraphHash;
import sluice.store.Manifest;
import sluice.store.ManifestFile;
import sluice.store.StoreVerifier;
import sluice.testkit.Seeds;

/** Files of Dgraph's JSON, loaded and compared with what their objects say. */
class JsonLoadTest {
    private static final Schema SCHEMA =
            SchemaReader.read("people.schema", RandomStatements.SCHEMA);

    @TempDir Path directory;

    /** Several loads of files of all shapes, packed or not, small chunks or large. */
    @Test
    void theStoreHoldsWhatTheObjectsSay() {
        Seeds.each(6, this::compareStores);
    }

    private void compareStores(SplittableRandom random) throws IOException {
        MemoryStorage one = MemoryStorage.create();
        MemoryStorage other = MemoryStorage.create();
        List<Said> all = new ArrayList<>();
        for (int load = 1; load <= 2; load++) {
            Path folder = directory.resolve(random.nextLong() + "-" + load);
            Files.createDirectories(folder);
            RandomObjects objects = new RandomObjects(random, 40, false);
            int count = 0;
            for (RandomObjects.Shape shape : RandomObjects.Shape.values()) {
                RandomObjects.File file =
                        objects.file(random.nextInt(200), shape, load, shape.ordinal());
                write(folder, shape, file.text());
                all.addAll(file.said());
                count += file.said().size();
            }
            Files.writeString(folder.resolve("people.schema"), RandomStatements.SCHEMA);
            LoadOptions options = LoadFixture.options().withBucketBytes(8 << 10);
            LoadResult result =
                    LoadFixture.load(
                            one,
                            Source.open(List.of(folder.toString()), null),
                            options.withThreads(1).withChunkBytes(1 << 20));
            assertEquals(count, result.rowsRead());
            LoadFixture.load(
                    other,
                    Source.open(List.of(folder.toString()), null),
                    options.withThreads(8).withChunkBytes(2 << 10));
            FactLoads.assertGraph(Said.graph(all), one, SCHEMA);
            assertEquals(
                    LoadFixture.segments(one), LoadFixture.segments(other), "bytes of segments");
            StoreVerifier.Options verified =
                    StoreVerifier.Options.DEFAULT.withOtherFiles(StoreFiles::verifyOther);
            assertTrue(StoreVerifier.verify(one, verified).isGood());
        }
    }

    /** Names by which a file is known for JSON, and a file that its first bytes tell. */
    private static void write(Path folder, RandomObjects.Shape shape, String text)
            throws IOException {
        switch (shape) {
            case ARRAY -> new LoadFixture(folder).writeGzip("a.json.gz", text);
            case LINES -> Files.writeString(folder.resolve("b.jsonl"), text);
            case JOINED -> {
                byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                Files.write(folder.resolve("c.ndjson.zst"), Zstd.compress(bytes));
            }
            case INDENTED -> Files.writeString(folder.resolve("d.txt"), text);
        }
    }

    /** An array, lines, and statements of RDF that say the same are one graph. */
    @Test
    void theSameGraphHasOneHashInAllForms() throws IOException {
        List<GraphHash> hashes = new ArrayList<>();
        for (RandomObjects.Shape shape : RandomObjects.Shape.values()) {
            RandomObjects objects = new RandomObjects(new SplittableRandom(5), 60, true);
            RandomObjects.File file = objects.file(500, shape, 1, 0);
            hashes.add(hash("people.json", file.text()));
            if (hashes.size() == 1) {
                hashes.add(hash("people.rdf", String.join("\n", file.statements()) + "\n"));
            }
        }
        assertTrue(hashes.getFirst().links() > 1000, hashes.toString());
        hashes.forEach(hash -> assertEquals(hashes.getFirst(), hash));
    }

    private GraphHash hash(String name, String text) throws IOException {
        Path folder = Files.createTempDirectory(directory, "hash");
        Files.writeString(folder.resolve(name), text);
        Files.writeString(folder.resolve("people.schema"), RandomStatements.SCHEMA);
        MemoryStorage storage = MemoryStorage.create();
        Source source = Source.open(List.of(folder.toString()), null);
        LoadFixture.load(storage, source, LoadFixture.options());
        return TextGraph.hash(storage, 2);
    }

    /**
     * A sample takes each line of a nested object for one of the top level, which would have
     * another name: such rows are left out, and get no ids.
     */
    @Test
    void nestedObjectsAtTheBeginningOfLinesHaveNoOtherNames() throws IOException {
        int parents = 100;
        int children = 400;
        StringBuilder text = new StringBuilder("[\n");
        for (int parent = 0; parent < parents; parent++) {
            text.append("{\"uid\":\"_:a%d\",\"knows\":[\n".formatted(parent));
            for (int child = 0; child < children; child++) {
                text.append(
                        "{\"name\":\"x %d %d\",\"as_%d\":1}".formatted(parent, child, child % 3));
                text.append(child + 1 < children ? ",\n" : "\n]}");
            }
            text.append(parent + 1 < parents ? ",\n" : "\n]\n");
        }
        Path file = directory.resolve("nested.json");
        Files.writeString(file, text);
        for (long bucketBytes : new long[] {1 << 20, 2 << 10}) {
            LoadOptions options = LoadFixture.options().withBucketBytes(bucketBytes);
            MemoryStorage storage = MemoryStorage.create();
            LoadResult result =
                    LoadFixture.load(storage, Source.open(List.of(file.toString()), null), options);
            assertEquals(parents * children, result.links());
            assertEquals(parents + parents * children, names(storage));
        }
    }

    private static long names(MemoryStorage storage) throws IOException {
        Manifest manifest = ManifestFile.read(storage).orElseThrow();
        try (Dictionary dictionary =
                Dictionary.open(storage, NameFile.of(manifest.dictionaries()))) {
            return dictionary.count();
        }
    }

    /** An export as Dgraph writes it: three files in one folder, loaded without a word more. */
    @Test
    void anExportOfDgraphLoadsAsItIs() throws IOException {
        new LoadFixture(directory)
                .writeGzip(
                        "g01.json.gz",
                        """
                [
                {"uid":"0x1","namespace":"0x0","name":"Ann"},
                {"uid":"0x1","namespace":"0x0","name@fr":"Anne"},
                {"uid":"0x1","namespace":"0x0","age":41},
                {"uid":"0x1","namespace":"0x0","friend":[{"uid":"0x2","friend|close":true,\
                "friend|since":"2017-04-26T00:00:00Z"}]},
                {"uid":"0x2","namespace":"0x0","dgraph.type":"Person"}
                ]
                """);
        new LoadFixture(directory)
                .writeGzip(
                        "g01.schema.gz",
                        """
                [0x0] <name>:string @index(exact,term) @lang .
                [0x0] <age>:int .
                [0x0] <friend>:[uid] @reverse @count .
                [0x0] <dgraph.type>:[string] @index(exact) .
                """);
        new LoadFixture(directory).writeGzip("g01.gql_schema.gz", "");
        MemoryStorage storage = MemoryStorage.create();
        Source source = Source.open(List.of(directory.toString()), null);
        assertEquals(5, LoadFixture.load(storage, source, LoadFixture.options()).rowsRead());
        assertEquals(
                "{<0x1> age []=int 41,"
                        + " <0x1> friend <0x2>={close=bool true, since=datetime 1493164800,0,0},"
                        + " <0x1> name [@fr]=string@fr Anne, <0x1> name []=string Ann,"
                        + " <0x2> dgraph.type [=string Person]=string Person,"
                        + " <0x2> ~friend <0x1>={close=bool true, since=datetime 1493164800,0,0}}",
                StoredFacts.of(
                                storage,
                                SchemaReader.read(
                                        "s",
                                        "name: string @lang .\nage: int .\ndgraph.type: [string] .\n"))
                        .toString());
    }
}
