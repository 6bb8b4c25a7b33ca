package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.Zstd;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.ingest.Source;
import sluice.ingest.fact.FactFormat;
import sluice.ingest.mapping.FactOptions;
import sluice.ingest.mapping.SourceOptions;
import sluice.load.files.StoreFiles;
import sluice.load.job.LoadOptions;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.schema.Schema;
import sluice.schema.SchemaReader;
import sluice.storage.MemoryStorage;
import sluice.store.Manifest;
import sluice.store.ManifestFile;
import sluice.store.NamedStore;
import sluice.store.StoreSchema;
import sluice.store.StoreVerifier;
import sluice.testkit.Experiment;
import sluice.testkit.Seeds;

/** Files of RDF, loaded and compared with what their statements say. */
@Tag(Experiment.TAG)
class RdfLoadTest {
    private static final Schema SCHEMA =
            SchemaReader.read("people.schema", RandomStatements.SCHEMA);

    private static final long FIRST_SEED = Long.getLong("seed", 1);
    private static final int SEEDS = Experiment.size("rdfSeeds", 6, 200);
    private static final int LOADS = 3;

    @TempDir Path directory;

    private long statementsLoaded;

    /** Several loads of several files, packed or not, small chunks or large: always the graph. */
    @Test
    void theStoreHoldsWhatTheStatementsSay() throws IOException {
        try (Experiment experiment = new Experiment("E12 any options, RDF", FIRST_SEED)) {
            Seeds.each(SEEDS, this::compareStores);
            experiment.ran(2L * LOADS * SEEDS);
            experiment.fact("graphs", SEEDS).fact("statements", statementsLoaded).passed();
        }
    }

    private void compareStores(SplittableRandom random) throws IOException {
        RandomStatements statements = new RandomStatements(random, 40);
        MemoryStorage one = MemoryStorage.create();
        MemoryStorage other = MemoryStorage.create();
        List<Said> all = new ArrayList<>();
        for (int load = 1; load <= LOADS; load++) {
            Path folder = directory.resolve(random.nextLong() + "-" + load);
            Files.createDirectories(folder);
            List<Said> first = statements.draw(random.nextInt(600));
            List<Said> second = statements.draw(random.nextInt(600));
            List<Said> third = statements.draw(random.nextInt(300));
            Files.writeString(folder.resolve("a.nt"), Said.text(first));
            new LoadFixture(folder).writeGzip("b.rdf.gz", Said.text(second));
            byte[] text = Said.text(third).getBytes(StandardCharsets.UTF_8);
            Files.write(folder.resolve("c.nq.zst"), Zstd.compress(text));
            Files.writeString(folder.resolve("people.schema"), RandomStatements.SCHEMA);
            all.addAll(first);
            all.addAll(second);
            all.addAll(third);
            LoadOptions options = LoadFixture.options().withBucketBytes(8 << 10);
            LoadResult result =
                    LoadFixture.load(
                            one,
                            Source.open(List.of(folder.toString()), null),
                            options.withThreads(1).withChunkBytes(1 << 20));
            assertEquals(first.size() + second.size() + third.size(), result.rowsRead());
            statementsLoaded += result.rowsRead();
            LoadFixture.load(
                    other,
                    Source.open(List.of(folder.toString()), null),
                    options.withThreads(8).withChunkBytes(4 << 10));
            FactLoads.assertGraph(Said.graph(all), one, SCHEMA);
            assertEquals(
                    LoadFixture.segments(one), LoadFixture.segments(other), "bytes of segments");
            StoreVerifier.Options verified =
                    StoreVerifier.Options.DEFAULT.withOtherFiles(StoreFiles::verifyOther);
            assertTrue(StoreVerifier.verify(one, verified).isGood());
        }
    }

    /** An export as Dgraph writes it: three files in one folder, loaded without a word more. */
    @Test
    void anExportOfDgraphLoadsAsItIs() throws IOException {
        new LoadFixture(directory)
                .writeGzip(
                        "g01.rdf.gz",
                        """
                <0x1> <name> "Ann"^^<xs:string> <0x0> .
                <0x1> <name> "Anne"@fr <0x0> .
                <0x1> <age> "41"^^<xs:int> <0x0> .
                <0x1> <friend> <0x2> <0x0> (close=true,since=2017-04-26T00:00:00Z) .
                <0x2> <dgraph.type> "Person"^^<xs:string> <0x0> .
                """);
        new LoadFixture(directory)
                .writeGzip(
                        "g01.schema.gz",
                        """
                [0x0] <name>:string @index(exact,term) @lang .
                [0x0] <age>:int .
                [0x0] <friend>:[uid] @reverse @count .
                [0x0] <dgraph.type>:[string] @index(exact) .
                [0x0] type <Person> {
                	name
                	age
                }
                """);
        new LoadFixture(directory).writeGzip("g01.gql_schema.gz", "");
        MemoryStorage storage = MemoryStorage.create();
        Source source = Source.open(List.of(directory.toString()), null);
        assertEquals(5, LoadFixture.load(storage, source, LoadFixture.options()).rowsRead());
        Schema schema = schema(storage).schema();
        TreeMap<String, String> facts = StoredFacts.of(storage, schema);
        assertEquals(
                "{<0x1> age []=int 41,"
                        + " <0x1> friend <0x2>={close=bool true, since=datetime 1493164800,0,0},"
                        + " <0x1> name [@fr]=string@fr Anne, <0x1> name []=string Ann,"
                        + " <0x2> dgraph.type [=string Person]=string Person,"
                        + " <0x2> ~friend <0x1>={close=bool true, since=datetime 1493164800,0,0}}",
                facts.toString());
        assertEquals(1, schema.types().size());
    }

    private static StoreSchema schema(MemoryStorage storage) throws IOException {
        Manifest manifest = ManifestFile.read(storage).orElseThrow();
        return StoreSchema.read(storage, manifest);
    }

    @Test
    void labelsReachAsFarAsIsSaid() throws IOException {
        Files.writeString(directory.resolve("a.nt"), "_:x <http://p> _:y .\n");
        Files.writeString(directory.resolve("b.nt"), "_:x <http://p> _:y .\n");
        assertEquals("{_:x http://p _:y=}", loaded(null, null).toString());
        assertEquals(
                "{_:1.x http://p _:1.y=}", loaded(null, FactFormat.BlankScope.LOAD).toString());
        assertEquals(
                "{_:1.0.x http://p _:1.0.y=, _:1.1.x http://p _:1.1.y=}",
                loaded(FactFormat.Syntax.W3C, null).toString());
    }

    private TreeMap<String, String> loaded(FactFormat.Syntax syntax, FactFormat.BlankScope scope)
            throws IOException {
        FactOptions facts = FactOptions.NONE.withSyntax(syntax).withBlankNodes(scope);
        MemoryStorage storage = MemoryStorage.create();
        Source source =
                Source.open(
                        List.of(directory + "/*.nt"),
                        null,
                        SourceOptions.standard().withFacts(facts));
        LoadFixture.load(storage, source, LoadFixture.options());
        return StoredFacts.of(storage, Schema.EMPTY);
    }

    @Test
    void namesGoInAndComeOutAsRdfWritesThem() throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        String text = "<http://a/b> <knows> _:x .\n<alice> <knows> <0x1F> .\n_:1:2 <p> <25> .\n";
        load(storage, text, "");
        try (NamedStore store = NamedStore.open(storage)) {
            for (String name : List.of("<http://a/b>", "_:x", "<alice>", "<0x1f>", "_:1:2")) {
                long id = store.id(name).orElseThrow();
                assertEquals(name, store.idName(id).orElseThrow());
            }
            assertEquals(store.id("<alice>"), store.id("alice"));
            assertEquals(store.id("<31>"), store.id("<0x001F>"));
            assertEquals(store.id("<_:x>"), store.id("_:x"));
            assertEquals(OptionalLong.empty(), store.id("<nobody>"));
            assertEquals(OptionalLong.empty(), store.id("_:nobody"));
            assertEquals(OptionalLong.of(3), store.id("3"));
            assertEquals(store.type("knows"), store.type("<knows>"));
        }
    }

    @Test
    void uidsCanBeTheIds() throws IOException {
        Files.writeString(
                directory.resolve("a.rdf"),
                "<0x1f> <likes> <7> .\n<0x1f> <age> \"4\" .\n<x> <likes> <7> .\n");
        Path mapping =
                Files.writeString(
                        directory.resolve("m.yaml"),
                        "defaults:\n  ids: uid\nrelations:\n  - files: a.rdf\n    rdf: dgraph\n");
        MemoryStorage storage = MemoryStorage.create();
        Source source = Source.open(List.of(directory + "/a.rdf"), mapping);
        LoadResult result = LoadFixture.load(storage, source, LoadFixture.diverting());
        assertEquals(2, result.rowsRead());
        assertEquals(1, result.rowsRejected());
        String graph = LoadFixture.graph(storage);
        assertTrue(graph.contains("link 31 4503599627370497 7 VISIBLE 0 0"), graph);
        assertEquals(false, ManifestFile.read(storage).orElseThrow().idNames());
        try (NamedStore store = NamedStore.open(storage)) {
            assertEquals(OptionalLong.of(31), store.id("<0x1f>"));
        }
    }

    @Test
    void aSchemaMayGrowAndMustNotContradictRows() throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        load(storage, "<a> <age> \"1\" .\n<a> <note> \"x\" .\n", "age: int .\n");
        load(storage, "<b> <age> \"2\" .\n<b> <size> \"7\" .\n", "size: int .\n");
        assertTrue(schema(storage).schema().predicate(0, "size").isPresent());
        load(storage, "<c> <age> \"3\" .\n<c> <size> \"8\" .\n", "");
        assertRefused(storage, "age: float .\n", "<age>: the store has rows of int");
        assertRefused(storage, "note: string .\n", "<note>: the store has rows of it that no");
        assertEquals(
                "{<a> age []=int 1, <a> note [=string x]=string x, <b> age []=int 2,"
                        + " <b> size []=int 7, <c> age []=int 3, <c> size []=int 8}",
                StoredFacts.of(storage, schema(storage).schema()).toString());
    }

    private void assertRefused(MemoryStorage storage, String schema, String message) {
        SluiceException refused =
                assertThrows(SluiceException.class, () -> load(storage, "<d> <e> <f> .\n", schema));
        assertEquals(ErrorCode.CONFIG, refused.code());
        assertTrue(refused.getMessage().contains(message), refused.getMessage());
    }

    private void load(MemoryStorage storage, String text, String schema) throws IOException {
        Path file = Files.writeString(directory.resolve("grow.rdf"), text);
        Path declared = Files.writeString(directory.resolve("grow.schema"), schema);
        FactOptions facts = FactOptions.NONE.withSchemas(List.of(declared));
        Source source =
                Source.open(
                        List.of(file.toString()), null, SourceOptions.standard().withFacts(facts));
        LoadFixture.load(storage, source, LoadFixture.options());
    }

    @Test
    void rowsOfNodesCannotBeAskedForWithRdf() throws IOException {
        Files.writeString(directory.resolve("a.nt"), "<a> <b> <c> .\n");
        Source source = Source.open(List.of(directory + "/a.nt"), null);
        SluiceException refused =
                assertThrows(
                        SluiceException.class,
                        () ->
                                LoadFixture.load(
                                        MemoryStorage.create(),
                                        source,
                                        LoadFixture.options()
                                                .withDangling(LoadOptions.Dangling.REJECT)));
        assertEquals(ErrorCode.CONFIG, refused.code());
    }
}
