package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.dictionary.Dictionary;
import sluice.export.ExportOptions;
import sluice.export.Exporter;
import sluice.export.rdf.RdfExporter;
import sluice.export.rdf.RdfOptions;
import sluice.export.rdf.RdfOptions.ShardBy;
import sluice.ingest.Source;
import sluice.ingest.fact.FactFormat;
import sluice.ingest.fact.FactRules;
import sluice.ingest.mapping.FactOptions;
import sluice.ingest.mapping.SourceOptions;
import sluice.load.job.LoadOptions;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.rdf.RdfDialect;
import sluice.schema.Schema;
import sluice.schema.SchemaReader;
import sluice.storage.DirectoryStorage;
import sluice.storage.MemoryStorage;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;
import sluice.store.Manifest;
import sluice.store.ScanProgress;
import sluice.store.StoreReader;
import sluice.store.StoreSchema;
import sluice.testkit.Seeds;

/** Stores as statements, and back: the same graph, or an error by name. */
class RdfExportTest {
    private static final RdfOptions DGRAPH = RdfOptions.of(RdfDialect.DGRAPH);
    private static final RdfOptions W3C = RdfOptions.of(RdfDialect.W3C);
    private static final RdfOptions PACKED =
            new RdfOptions(RdfDialect.DGRAPH, false, true, 0, ShardBy.ID);
    private static final RdfOptions WITHOUT_FACETS =
            new RdfOptions(RdfDialect.W3C, true, false, 0, ShardBy.ID);

    private static final ExportOptions VALUES = new ExportOptions(ExportOptions.Format.CSV, 0, 1);
    private static final String BACKUP = "copy the store with: sluice backup STORE DIR";

    @TempDir Path directory;
    private int folders;

    @Test
    void statementsOfSeveralLoadsComeBack() {
        Seeds.each(
                2,
                random -> {
                    RandomStatements statements = new RandomStatements(random, 60);
                    MemoryStorage store = MemoryStorage.create();
                    for (int load = 0; load < 3; load++) {
                        Path folder = folder();
                        Files.writeString(folder.resolve("a.rdf"), Said.text(statements.draw(400)));
                        Files.writeString(folder.resolve("a.schema"), RandomStatements.SCHEMA);
                        load(store, folder, null);
                    }
                    assertComesBack(store, DGRAPH);
                    assertComesBack(store, PACKED.withShards(3, ShardBy.ID));
                    assertComesBack(store, PACKED.withShards(3, ShardBy.PREDICATE));
                });
    }

    @Test
    void oddNamesAndAllTypesComeBack() {
        Seeds.each(
                2,
                random -> {
                    Path folder = folder();
                    String text = new OddStatements(random, false).draw(800);
                    Files.writeString(folder.resolve("a.rdf"), text);
                    Files.writeString(
                            folder.resolve("a.schema"),
                            OddStatements.SCHEMA + OddStatements.PASSWORD);
                    MemoryStorage store = MemoryStorage.create();
                    load(store, folder, null);
                    assertComesBack(store, DGRAPH);
                });
    }

    @Test
    void theDialectOfTheW3cComesBack() {
        Seeds.each(
                2,
                random -> {
                    Path folder = folder();
                    String text = new OddStatements(random, true).draw(800);
                    Files.writeString(folder.resolve("a.nt"), text);
                    Files.writeString(folder.resolve("a.schema"), OddStatements.SCHEMA);
                    MemoryStorage store = MemoryStorage.create();
                    SourceOptions w3c =
                            SourceOptions.standard()
                                    .withFacts(FactOptions.NONE.withSyntax(FactFormat.Syntax.W3C));
                    LoadFixture.load(
                            store, Source.open(List.of(folder.toString()), null, w3c), options());
                    assertComesBack(store, W3C);
                });
    }

    @Test
    void timesVersionsAndUidsAsIdsComeBack() throws IOException {
        Path file =
                Files.writeString(
                        folder().resolve("a.rdf"),
                        """
                        <0x1f> <likes> <7> (since=2017-04-26, v=3) .
                        <0x1f> <likes> <8> (since=-5, w=1) .
                        <7> <name> "Ann"@en (v=-9) .
                        """);
        FactOptions facts = FactOptions.NONE.withFacets("since", "v").withIds(FactRules.Ids.UIDS);
        MemoryStorage store = MemoryStorage.create();
        LoadFixture.load(
                store,
                Source.open(
                        List.of(file.toString()), null, SourceOptions.standard().withFacts(facts)),
                options());
        assertComesBack(store, DGRAPH);
    }

    @Test
    void numbersThatAreNotUidsAndGroupsAreRefused() throws IOException {
        assertRefused("id1,type,id2\n1,2,3\n", "links have the type 2, which has no name");
        assertRefused("id1,type,id2\n0,likes,3\n", "the node 0 cannot be written");
        assertRefused("id1(P),type,id2(P)\na,likes,b\n", "has the group \"P\"");
        assertRefused("id,type,data\na,Person,x\n", "has a row of the node a");
        assertRefused("id1,type,id2,data\na,likes,b,x\n", "1 bytes of data that are not facets");
        assertRefused("id1,type,id2\nAnn Smith,likes,b\n", "a space must not be in an IRI");
        assertRefused("id1,type,id2\n0x1,likes,b\n", "read as another node");
        assertRefused("id1,type,id2\na,likes@en,b\n", "");
        assertRefused("id1,type,id2,visibility\na,likes,b,0\n", "the row is hidden");
    }

    /** As stores of before can have them, into which loads took such links. */
    @Test
    void linksOfAPredicateWithValuesAreRefused() throws IOException {
        MemoryStorage store = loaded("<a> <age> <b> .\n");
        Schema schema = SchemaReader.read("a.schema", "age: int .\n");
        try (StoreReader reader = StoreReader.open(store);
                Dictionary dictionary = Dictionary.open(store, reader.manifest().nameFiles())) {
            SluiceException refused =
                    assertThrows(
                            SluiceException.class,
                            () ->
                                    RdfExporter.write(
                                            reader,
                                            dictionary,
                                            schema,
                                            DGRAPH,
                                            OutputStream.nullOutputStream()));
            assertTrue(
                    refused.getMessage().contains("type age, which is declared as int"),
                    refused.getMessage());
        }
    }

    private void assertRefused(String csv, String why) throws IOException {
        Path folder = folder();
        Files.writeString(folder.resolve("a.csv"), csv);
        MemoryStorage store = MemoryStorage.create();
        load(store, folder, null);
        MemoryStorage target = MemoryStorage.create();
        for (ShardBy key : ShardBy.values()) {
            RdfOptions options = DGRAPH.withShards(0, key);
            SluiceException refused =
                    assertThrows(
                            SluiceException.class, () -> export(store, target, options, 1), csv);
            assertEquals(ErrorCode.STORE, refused.code());
            assertTrue(refused.getMessage().contains(why), refused.getMessage());
            assertTrue(refused.getMessage().endsWith("export without --rdf"), refused.getMessage());
            assertEquals(List.of(), target.list());
        }
        try (StoreReader reader = StoreReader.open(store);
                Dictionary dictionary = Dictionary.open(store, reader.manifest().nameFiles())) {
            Exporter.export(reader, dictionary, target, VALUES, new ScanProgress());
        }
    }

    /** A store with a schema is not exported as separated values. */
    @Test
    void whatHoldsAStoreWithASchemaIsNamed() throws IOException {
        Path json = folder();
        Files.writeString(json.resolve("a.json"), "[{\"uid\": \"_:a.\", \"name\": \"Ann\"}]");
        assertRefusedWithASchema(json, null, "; " + BACKUP);
        Path rows = folder();
        Files.writeString(rows.resolve("a.csv"), "id,age\nann,41\n");
        Path mapping =
                Files.writeString(
                        folder().resolve("m.yaml"),
                        "relations: [{files: a.csv, node: P, id: {column: id, group: p}, properties: [age:int]}]");
        assertRefusedWithASchema(rows, mapping, "RDF has no such rows; " + BACKUP);
        Path links = folder();
        Files.writeString(links.resolve("a.csv"), "id1,type,id2\n1,2,3\n");
        Files.writeString(links.resolve("a.schema"), "age: int .\n");
        assertRefusedWithASchema(links, null, "a predicate of RDF needs one; " + BACKUP);
    }

    private void assertRefusedWithASchema(Path folder, Path mapping, String why)
            throws IOException {
        MemoryStorage store = MemoryStorage.create();
        load(store, folder, mapping);
        SluiceException refused =
                assertThrows(
                        SluiceException.class,
                        () -> export(store, MemoryStorage.create(), DGRAPH, 1));
        assertTrue(refused.getMessage().endsWith(why), refused.getMessage());
        try (StoreReader reader = StoreReader.open(store);
                Dictionary dictionary = Dictionary.open(store, reader.manifest().nameFiles())) {
            SluiceException values =
                    assertThrows(
                            SluiceException.class,
                            () ->
                                    Exporter.export(
                                            reader,
                                            dictionary,
                                            MemoryStorage.create(),
                                            VALUES,
                                            new ScanProgress()));
            assertTrue(values.getMessage().endsWith("sluice backup STORE DIR"));
        }
    }

    @Test
    void namesOfSeparatedValuesAreNamesOfRdf() throws IOException {
        Path folder = folder();
        Files.writeString(folder.resolve("a.csv"), "id1,type,id2,time\na,likes,b,5\nb,likes,c,0\n");
        MemoryStorage store = MemoryStorage.create();
        load(store, folder, null);
        assertComesBack(store, DGRAPH);
    }

    @Test
    void whatTheW3cCannotSayIsRefusedOrDropped() throws IOException {
        assertW3c("<u:a> <u:p> <u:b> (x=1) .\n", "facets, a time or a version");
        assertW3c("<a> <u:p> <u:b> .\n", "IRI \"a\" is not absolute");
        assertW3c("<a> <u:p> <u:b> .\n", "; export with --rdf dgraph, or " + BACKUP);
        assertW3c("<u:a> <p> <u:b> .\n", "IRI \"p\" is not absolute");
        assertW3c("<0x1> <u:p> <u:b> .\n", "IRI \"0x1\" is not absolute");
        MemoryStorage store = loaded("<u:a> <u:p> \"x\" (x=1) .\n<u:a> <u:q> <u:b> .\n");
        RdfExporter.Result result = export(store, MemoryStorage.create(), WITHOUT_FACETS, 1);
        assertEquals(
                List.of("facets, times and versions of 1 statement are left out"), result.notes());
        assertEquals("<u:a> <u:q> <u:b> .\n<u:a> <u:p> \"x\" .\n", written(store, WITHOUT_FACETS));
    }

    private void assertW3c(String statement, String why) throws IOException {
        MemoryStorage store = loaded(statement);
        SluiceException refused =
                assertThrows(
                        SluiceException.class,
                        () -> export(store, MemoryStorage.create(), W3C, 1),
                        statement);
        assertTrue(refused.getMessage().contains(why), refused.getMessage());
    }

    @Test
    void linksBackwardsAreWrittenOnceAndDifferencesAreTold() throws IOException {
        MemoryStorage store = loaded("<a> <knows> <b> .\n", "knows: [uid] @reverse .\n");
        assertEquals("<a> <knows> <b> .\n", written(store, DGRAPH));
        Path folder = folder();
        Files.writeString(folder.resolve("a.csv"), "id1,type,id2\na,knows,c\nc,~knows,b\n");
        load(store, folder, null);
        RdfExporter.Result result = export(store, MemoryStorage.create(), DGRAPH, 1);
        assertEquals(2, result.links());
        assertEquals(1, result.notes().size());
        assertTrue(
                result.notes().getFirst().contains("has 2 links of <knows> and 3 backwards"),
                result.notes().toString());
    }

    @Test
    void shardsHaveRangesOfIds() throws IOException {
        MemoryStorage store = MemoryStorage.create();
        Path folder = folder();
        Files.writeString(
                folder.resolve("a.rdf"),
                Said.text(new RandomStatements(new SplittableRandom(5), 3000).draw(6000)));
        load(store, folder, null);
        for (int shards : new int[] {1, 2, 5}) {
            MemoryStorage target = MemoryStorage.create();
            RdfOptions options = DGRAPH.withShards(shards, ShardBy.ID);
            assertEquals(shards, export(store, target, options, 2).files());
            StringBuilder all = new StringBuilder();
            for (String text : texts(target).values()) {
                all.append(text);
            }
            String expected = written(store, DGRAPH);
            byte[] bytes = all.toString().getBytes(StandardCharsets.ISO_8859_1);
            assertEquals(expected, new String(bytes, StandardCharsets.UTF_8), shards + " shards");
        }
    }

    /** By size: c, then b, then a and d, which are equal. Links backwards are not written. */
    @Test
    void predicatesAreDealtToShardsTheLargestFirst() throws IOException {
        MemoryStorage store =
                loaded(
                        """
                        <x> <a> <y> .
                        <x> <b> <y> .
                        <x> <b> <z> .
                        <x> <b> "value" .
                        <x> <c> <v> .
                        <x> <c> <w> .
                        <x> <c> <y> .
                        <x> <c> <z> .
                        <y> <d> <z> .
                        """,
                        "c: [uid] @reverse .\nd: [uid] .\n");
        assertEquals(List.of("a b c d"), predicates(store, 1));
        assertEquals(List.of("c d", "a b"), predicates(store, 2));
        assertEquals(List.of("c", "b", "a d"), predicates(store, 3));
        List<String> alone = List.of("c", "b", "a", "d");
        assertEquals(alone, predicates(store, 4));
        assertEquals(alone, predicates(store, 9));
        assertEquals(alone, predicates(store, 0));
        assertComesBack(store, DGRAPH.withShards(0, ShardBy.PREDICATE));
    }

    /** The predicates of each file, by name. */
    private static List<String> predicates(Storage store, int shards) throws IOException {
        MemoryStorage target = MemoryStorage.create();
        export(store, target, DGRAPH.withShards(shards, ShardBy.PREDICATE), 2);
        List<String> predicates = new ArrayList<>();
        for (String text : texts(target).values()) {
            predicates.add(
                    text.lines()
                            .map(line -> line.substring(line.indexOf("> <") + 3))
                            .map(line -> line.substring(0, line.indexOf('>')))
                            .distinct()
                            .sorted()
                            .collect(Collectors.joining(" ")));
        }
        return predicates;
    }

    /** A pass has 64 files open at most. */
    @Test
    void morePredicatesThanAPassHasFilesComeBack() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int predicate = 0; predicate < 150; predicate++) {
            text.append("<x> <p%d> <y%d> .\n".formatted(predicate, predicate));
            text.append("<y%d> <p%d> \"v\" .\n".formatted(predicate % 7, predicate));
        }
        MemoryStorage store = loaded(text.toString());
        RdfOptions options = DGRAPH.withShards(0, ShardBy.PREDICATE);
        assertEquals(150, export(store, MemoryStorage.create(), options, 1).files());
        assertComesBack(store, options);
    }

    @Test
    void aFullDiskLeavesNothing() throws IOException {
        MemoryStorage store = loaded("<a> <p> <b> .\n<a> <q> \"x\" .\n");
        long bytes = export(store, MemoryStorage.create(), DGRAPH, 1).bytes();
        for (long capacity : new long[] {0, bytes / 2, bytes - 1}) {
            MemoryStorage target =
                    MemoryStorage.create(MemoryStorage.Options.DEFAULT.withCapacityBytes(capacity));
            for (ShardBy key : ShardBy.values()) {
                RdfOptions options = DGRAPH.withShards(0, key);
                assertThrows(IOException.class, () -> export(store, target, options, 2));
                assertEquals(List.of(), target.list(), key + ", capacity " + capacity);
            }
        }
    }

    private void assertComesBack(Storage store, RdfOptions options) throws IOException {
        Path text = folder();
        RdfExporter.Result result = export(store, DirectoryStorage.create(text), options, 3);
        assertEquals(List.of(), result.notes());
        MemoryStorage one = MemoryStorage.create();
        export(store, one, options, 1);
        TreeMap<String, String> files = texts(DirectoryStorage.create(text));
        assertEquals(texts(one), files, "files do not depend on threads");
        MemoryStorage again = MemoryStorage.create();
        Path mapping = text.resolve(RdfExporter.MAPPING);
        load(again, text, result.mapped() ? mapping : null);
        assertEquals(TextGraph.hash(store, 2), TextGraph.hash(again, 1));
        if (manifest(store).schema() != null) {
            assertEquals(result.schema(), StoreSchema.read(again, manifest(again)).schema());
        }
    }

    private static Manifest manifest(Storage store) throws IOException {
        try (StoreReader reader = StoreReader.open(store)) {
            return reader.manifest();
        }
    }

    private MemoryStorage loaded(String statements) throws IOException {
        return loaded(statements, "");
    }

    private MemoryStorage loaded(String statements, String schema) throws IOException {
        Path folder = folder();
        Files.writeString(folder.resolve("a.rdf"), statements);
        Files.writeString(folder.resolve("a.schema"), schema);
        MemoryStorage store = MemoryStorage.create();
        load(store, folder, null);
        return store;
    }

    private Path folder() throws IOException {
        return Files.createDirectories(directory.resolve("folder" + folders++));
    }

    private static LoadOptions options() {
        return LoadFixture.options().withBucketBytes(16 << 10);
    }

    private static void load(Storage store, Path folder, Path mapping) throws IOException {
        LoadFixture.load(store, Source.open(List.of(folder.toString()), mapping), options());
    }

    private static RdfExporter.Result export(
            Storage store, Storage target, RdfOptions options, int threads) throws IOException {
        try (StoreReader reader = StoreReader.open(store);
                Dictionary dictionary = Dictionary.open(store, reader.manifest().nameFiles())) {
            return RdfExporter.export(
                    reader,
                    dictionary,
                    StoreSchema.read(store, reader.manifest()).schema(),
                    options,
                    new RdfExporter.Target(target, threads, new ScanProgress()));
        }
    }

    private static String written(Storage store, RdfOptions options) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (StoreReader reader = StoreReader.open(store);
                Dictionary dictionary = Dictionary.open(store, reader.manifest().nameFiles())) {
            RdfExporter.write(
                    reader,
                    dictionary,
                    StoreSchema.read(store, reader.manifest()).schema(),
                    options,
                    out);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    /** The files of statements, by name. */
    private static TreeMap<String, String> texts(Storage storage) throws IOException {
        TreeMap<String, String> texts = new TreeMap<>();
        for (String name : storage.list()) {
            if (name.startsWith("part")) {
                try (Storage.Source source = storage.open(name)) {
                    ByteBuffer bytes = ByteBuffer.allocate((int) source.lengthBytes());
                    StorageFiles.readFully(source, bytes, 0);
                    texts.put(name, new String(bytes.array(), StandardCharsets.ISO_8859_1));
                }
            }
        }
        return texts;
    }
}
