package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.ingest.Source;
import sluice.load.files.StoreFiles;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.MemoryPlan;
import sluice.model.SluiceException;
import sluice.schema.Schema;
import sluice.schema.SchemaReader;
import sluice.storage.Fault;
import sluice.storage.FaultPlan;
import sluice.storage.FaultyStorage;
import sluice.storage.MemoryStorage;
import sluice.storage.PowerCut;
import sluice.storage.Storage;
import sluice.storage.Survival;
import sluice.store.ManifestFile;
import sluice.store.StoreSchema;
import sluice.store.StoreVerifier;
import sluice.testkit.Experiment;
import sluice.testkit.Seeds;

/**
 * Columns of delimited files that become properties, compared with statements that say the same.
 */
@Tag(Experiment.TAG)
class PropertyLoadTest {
    private static final int ONE_IN = Experiment.size("oneIn", 53, 1);
    private static final Schema SCHEMA = SchemaReader.read("people.schema", RandomPeople.SCHEMA);
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir Path directory;

    /** Several loads, small chunks or large, whatever the threads: always the graph of the RDF. */
    @Test
    void columnsAreWhatStatementsSay() {
        Seeds.each(4, this::compareStores);
    }

    private void compareStores(SplittableRandom random) throws IOException {
        MemoryStorage columns = MemoryStorage.create();
        MemoryStorage others = MemoryStorage.create();
        MemoryStorage statements = MemoryStorage.create();
        for (int load = 1; load <= 3; load++) {
            RandomPeople people = new RandomPeople(random, 40).draw(random.nextInt(1, 300));
            Path folder = folder(people);
            LoadOptions options = LoadFixture.options().withBucketBytes(8 << 10);
            LoadResult result =
                    LoadFixture.load(
                            columns, csv(folder), options.withThreads(1).withChunkBytes(1 << 20));
            LoadFixture.load(others, csv(folder), options.withThreads(8).withChunkBytes(4 << 10));
            Source rdf = Source.open(List.of(folder + "/p.rdf", folder + "/p.schema"), null);
            LoadResult stated = LoadFixture.load(statements, rdf, options);
            TreeMap<String, String> expected = StoredFacts.of(statements, SCHEMA);
            List<Long> nodes = new ArrayList<>();
            assertEquals(expected, StoredFacts.of(columns, SCHEMA, node -> nodes.add(node.id())));
            assertEquals(result.nodes(), nodes.size());
            assertEquals(stated.properties(), result.properties());
            assertEquals(stated.links(), result.links());
            assertEquals(expected.size(), result.links() + result.properties());
            assertEquals(
                    LoadFixture.segments(columns),
                    LoadFixture.segments(others),
                    "bytes of segments");
            StoreVerifier.Options verified =
                    StoreVerifier.Options.DEFAULT.withOtherFiles(StoreFiles::verifyOther);
            assertTrue(StoreVerifier.verify(columns, verified).isGood());
        }
    }

    private Path folder(RandomPeople people) throws IOException {
        Path folder = Files.createTempDirectory(directory, "people");
        Files.writeString(folder.resolve("people.csv"), people.people());
        Files.writeString(folder.resolve("follows.csv"), people.follows());
        Files.writeString(folder.resolve("m.yaml"), RandomPeople.MAPPING);
        Files.writeString(folder.resolve("p.rdf"), people.statements());
        Files.writeString(folder.resolve("p.schema"), RandomPeople.SCHEMA);
        return folder;
    }

    private static Source csv(Path folder) throws IOException {
        return Source.open(
                List.of(folder + "/*.csv", folder + "/p.schema"), folder.resolve("m.yaml"));
    }

    /** The first line has the old name of a column, and the mapping calls it by the new one. */
    @Test
    void aColumnThatTheMappingRenamesIsAPropertyOrDataByItsNewName() throws IOException {
        Path file = Files.writeString(directory.resolve("r.csv"), "uid,full\nann,Ann\n");
        for (String taken : List.of("properties: [name]", "properties: \"*\"", "data: [name]")) {
            Path mapping =
                    Files.writeString(
                            directory.resolve("r.yaml"),
                            """
                            relations:
                              - files: r.csv
                                node: P
                                id: {column: uid, group: ""}
                                columns: {full: name}
                                %s
                            """
                                    .formatted(taken));
            MemoryStorage storage = MemoryStorage.create();
            load(storage, Source.open(List.of(file.toString()), mapping));
            String found = LoadFixture.graph(storage) + facts(storage);
            assertTrue(found.contains("Ann") && found.contains("name"), taken + ": " + found);
        }
    }

    /** The power goes in a load; the repeated command leaves what an undisturbed one leaves. */
    @Test
    void aLoadGoesOnAfterACrash() throws IOException {
        SplittableRandom random = new SplittableRandom(5);
        MemoryStorage start = MemoryStorage.create();
        load(start, csv(folder(new RandomPeople(random, 30).draw(200))));
        Path second = folder(new RandomPeople(random, 30).draw(200));
        MemoryStorage done = start.crash(new SplittableRandom(0), Survival.ALL);
        load(done, csv(second));
        StoreImage image = StoreImage.of(done);
        int crashes = 0;
        boolean cut = true;
        for (int at = 1; cut; at += ONE_IN) {
            MemoryStorage disk = start.crash(new SplittableRandom(0), Survival.ALL);
            FaultyStorage storage = FaultyStorage.over(disk, FaultPlan.at(at, Fault.CUT));
            try {
                load(storage, csv(second));
            } catch (PowerCut _) {
                // The crash that is wanted.
            }
            cut = storage.isCut();
            for (Survival survival : Survival.values()) {
                MemoryStorage found = disk.crash(random.split(), survival);
                load(found, csv(second));
                assertEquals(image, StoreImage.of(found), "repeated after a cut at " + at);
                crashes++;
            }
        }
        assertTrue(crashes > 20, "only " + crashes + " crashes");
    }

    private static void load(Storage storage, Source source) throws IOException {
        LoadOptions options =
                LoadFixture.options().withChunkBytes(8 << 10).withBucketBytes(8 << 10);
        TestJobs.runInCaller(storage, source, options, MemoryPlan.of(options), LoadEvents.NONE);
    }

    /** A value that does not convert costs its row whole, and the row put right brings it back. */
    @Test
    void aBadValueCostsItsRowAlone() throws IOException {
        RandomPeople people = new RandomPeople(new SplittableRandom(3), 1_000).draw(100);
        Path folder = folder(people);
        String good = people.people();
        StringBuilder bad = new StringBuilder(good);
        StringBuilder whole = new StringBuilder(good);
        TreeSet<String> expected = new TreeSet<>();
        String[] wrong = {"x", "1.5.2", "maybe", "17-4-1902"};
        for (int error = 0; error < 40; error++) {
            String[] fields = {"1", "2.5", "true", "1902-04-17"};
            String right = "bad%d,Ann,Anne,%s,x;y,n\n".formatted(error, String.join(",", fields));
            fields[error % 4] = wrong[error % 4];
            String row = "bad%d,Ann,Anne,%s,x;y,n".formatted(error, String.join(",", fields));
            expected.add(row);
            bad.append(row).append('\n');
            whole.append(right);
        }
        MemoryStorage clean = MemoryStorage.create();
        Files.writeString(folder.resolve("people.csv"), whole);
        LoadFixture.load(clean, csv(folder), LoadFixture.options());
        Files.writeString(folder.resolve("people.csv"), bad);
        MemoryStorage storage = MemoryStorage.create();
        LoadResult result = LoadFixture.load(storage, csv(folder), LoadFixture.diverting());
        assertEquals(40, result.rowsRejected());
        String ledger = LoadFixture.text(storage, result.ledger());
        assertTrue(
                ledger.contains("\\\"x\\\" of <age> is not a whole number, expected int"), ledger);
        TreeSet<String> listed = new TreeSet<>();
        StringBuilder fixed = new StringBuilder(ledger.lines().findFirst().orElseThrow());
        for (String line : ledger.lines().skip(1).toList()) {
            ObjectNode row = (ObjectNode) JSON.readTree(line);
            listed.add(row.get("row").asText());
            String text = row.get("row").asText().replace(",x,2.5", ",1,2.5");
            text = text.replace("1.5.2", "2.5").replace("maybe", "true");
            fixed.append('\n').append(row.put("row", text.replace("17-4-1902", "1902-04-17")));
        }
        assertEquals(expected, listed);
        assertTrue(
                StoredFacts.of(storage, SCHEMA, _ -> {}).keySet().stream()
                        .noneMatch(key -> key.startsWith("<bad")),
                "a part of a rejected row was taken");
        Path replay = Files.writeString(folder.resolve("l.jsonl"), fixed);
        LoadFixture.load(
                storage, Source.open(List.of(replay.toString()), null), LoadFixture.options());
        assertEquals(
                StoredFacts.of(clean, SCHEMA, _ -> {}), StoredFacts.of(storage, SCHEMA, _ -> {}));
    }

    /** A row that is a deletion deletes the values that it names, and its node. */
    @Test
    void aDeletionDeletesTheValuesThatItNames() throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        String mapping =
                "relations: [{files: p*.csv, node: P, id: {column: id, group: ''}, delete: gone,"
                        + " properties: [name:string, 'nick:[string]', age:int]}]";
        load(storage, mapping, "id,name,nick,age,gone\na,Ann,x,7,\na,,y,,\nb,Bob,z,8,\n");
        assertEquals(
                "{<a> age []=int 7, <a> name []=string Ann, <a> nick [=string x]=string x,"
                        + " <a> nick [=string y]=string y, <b> age []=int 8,"
                        + " <b> name []=string Bob, <b> nick [=string z]=string z}",
                facts(storage));
        load(storage, mapping, "id,name,nick,age,gone\na,Ann,y,,1\n");
        assertEquals(
                "{<a> age []=int 7, <a> nick [=string x]=string x, <b> age []=int 8,"
                        + " <b> name []=string Bob, <b> nick [=string z]=string z}",
                facts(storage));
    }

    private int files;

    private LoadResult load(MemoryStorage storage, String mapping, String text) throws IOException {
        Path folder = Files.createDirectory(directory.resolve("load" + files++));
        Path yaml = Files.writeString(folder.resolve("m.yaml"), mapping);
        Path file = Files.writeString(folder.resolve("p.csv"), text);
        return LoadFixture.load(
                storage, Source.open(List.of(file.toString()), yaml), LoadFixture.options());
    }

    private static Schema schema(MemoryStorage storage) throws IOException {
        return StoreSchema.read(storage, ManifestFile.read(storage).orElseThrow()).schema();
    }

    private static String facts(MemoryStorage storage) throws IOException {
        return StoredFacts.of(storage, schema(storage), _ -> {}).toString();
    }

    /** A header's type declares a predicate where nothing else does; a mapping's always. */
    @Test
    void typesOfHeadersAndMappingsAreDeclared() throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        String all = "relations: [{files: p.csv, node: P, properties: '*'}]";
        load(storage, all, "n:ID,age:long,tags:string[],on:date,note\na,7,x;y,2020-01-02,free\n");
        assertEquals(
                """
                <age>: int .
                <on>: datetime .
                <tags>: [string] .
                """,
                schema(storage).text());
        assertEquals(
                "{<a> age []=int 7, <a> note [=string free]=string free,"
                        + " <a> on []=datetime 1577923200,0,0, <a> tags [=string x]=string x,"
                        + " <a> tags [=string y]=string y}",
                facts(storage));

        // What the store declares counts more than a header, and less than a word against it.
        load(storage, all, "n:ID,age:string,note:int\nb,8,9\n");
        assertTrue(
                facts(storage).contains("<b> age []=int 8, <b> note [=string 9]=string 9"),
                facts(storage));
        String said = "relations: [{files: p.csv, node: P, properties: [age:string]}]";
        SluiceException refused =
                assertThrows(SluiceException.class, () -> load(storage, said, "n:ID,age\nb,8\n"));
        assertTrue(
                refused.getMessage().startsWith("<age>: the store has rows of int"),
                refused.getMessage());
    }

    /** Numbers stay ids, the source is read once, and the store has the names of predicates. */
    @Test
    void nodesWithNumbersHaveProperties() throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        LoadResult result =
                load(
                        storage,
                        "relations: [{files: p.csv, node: 3, properties: [age:int]}]",
                        "id,age,rest\n7,41,x\n8,,y\n");
        assertEquals(1, result.properties());
        assertEquals(2, result.nodes());
        assertEquals(0, result.links());
    }

    /** A type of a schema may not be that of links, and a mapping's not another than a schema's. */
    @Test
    void contradictionsAreNamed() {
        assertRefused(
                "age: [uid] .",
                "properties: [age]",
                "column \"age\" of p becomes properties, and <age> is declared as [uid], whose values are links; declare another type, or leave the column out of properties");
        assertRefused(
                "age: float .",
                "properties: ['age:int']",
                "<age> is float by the schema, and int by column \"age\" of ");
        assertRefused(
                "",
                "properties: ['age:number']",
                "p.csv: column \"age\" cannot be a property: the type \"number\" is not known");
        assertRefused("", "properties: [agee]", "found column \"agee\", expected one of ");
        assertRefused(
                "", "properties: [id]", "found column \"id\" as a property, but it is the id of a");
        assertRefused(
                "name: string .",
                "properties: ['name@fr']",
                "<name> is declared without languages, and the column has the language fr; add @lang to the declaration");
    }

    private void assertRefused(String schema, String properties, String message) {
        MemoryStorage storage = MemoryStorage.create();
        SluiceException refused =
                assertThrows(
                        SluiceException.class,
                        () -> {
                            Path folder = Files.createDirectory(directory.resolve("no" + files++));
                            Path yaml =
                                    Files.writeString(
                                            folder.resolve("m.yaml"),
                                            "relations: [{files: p.csv, node: P, id: id, schema: s.schema, %s}]"
                                                    .formatted(properties));
                            Files.writeString(folder.resolve("s.schema"), schema);
                            Path file =
                                    Files.writeString(
                                            folder.resolve("p.csv"), "id,age,name@fr\n1,2,x\n");
                            LoadFixture.load(
                                    storage,
                                    Source.open(List.of(file.toString()), yaml),
                                    LoadFixture.options());
                        });
        assertTrue(refused.getMessage().contains(message), refused.getMessage());
    }

    /** In the words in which statements of such links are rejected. */
    @Test
    void linksOfAPredicateWithValuesAreRejected() throws IOException {
        Path rows =
                Files.writeString(
                        directory.resolve("l.csv"),
                        "id1,type,id2\na,age,b\na,\"knows\",b\nb,\"age\",a\na,agent,b\n");
        String schema =
                Files.writeString(directory.resolve("l.schema"), "age: int .\nknows: [uid] .\n")
                        .toString();
        MemoryStorage storage = MemoryStorage.create();
        LoadResult first =
                LoadFixture.load(
                        storage,
                        Source.open(List.of(rows.toString(), schema), null),
                        LoadFixture.diverting());
        assertEquals(List.of(2L, 2L), List.of(first.rowsRejected(), first.links()));
        String ledger = LoadFixture.text(storage, first.ledger());
        assertEquals(
                2,
                ledger.split(
                                        "<age> is declared as int and has a node here, expected a value; change the schema or the row")
                                .length
                        - 1,
                ledger);
        Path again = Files.writeString(directory.resolve("l.jsonl"), ledger);
        LoadResult second =
                LoadFixture.load(
                        storage,
                        Source.open(List.of(again.toString()), null),
                        LoadFixture.diverting());
        assertEquals(2, second.rowsRejected());

        Path ends = Files.writeString(directory.resolve("e.csv"), "id1,id2\na,b\n");
        for (String type : List.of("link: age", "link: knows, inverse: age")) {
            Path mapping =
                    Files.writeString(
                            directory.resolve("l.yaml"),
                            "relations: [{files: e.csv, id1: id1, id2: id2, %s}]".formatted(type));
            MemoryStorage none = MemoryStorage.create();
            SluiceException refused =
                    assertThrows(
                            SluiceException.class,
                            () ->
                                    LoadFixture.load(
                                            none,
                                            Source.open(List.of(ends.toString(), schema), mapping),
                                            LoadFixture.diverting()));
            assertTrue(
                    refused.getMessage()
                            .contains("has links: <age> is declared as int and has a node here"),
                    refused.getMessage());
            assertTrue(ManifestFile.read(none).isEmpty());
        }
    }

    /** The types that a mapping gives nodes are those that statements give, after a replay too. */
    @Test
    void nodesOfColumnsHaveTypes() throws IOException {
        Files.writeString(directory.resolve("staff.csv"), "id,age\nann,41\nbob,old\ncid,7\n");
        Files.writeString(
                directory.resolve("pets.csv"),
                "id,kind,gone\nrex,Dog;Animal,\ntim,,\nann,Boss,1\n");
        Path mapping =
                Files.writeString(
                        directory.resolve("m.yaml"),
                        """
                        relations:
                          - files: staff.csv
                            node: Person
                            id: {column: id, group: ""}
                            types: [Person, Boss]
                            properties: [age:int]
                          - files: "{name}.csv"
                            node: Pet
                            id: {column: id, group: ""}
                            types: {column: kind}
                            delete: gone
                        """);
        MemoryStorage columns = MemoryStorage.create();
        LoadResult first =
                LoadFixture.load(
                        columns,
                        Source.open(
                                List.of(directory + "/staff.csv", directory + "/pets.csv"),
                                mapping),
                        LoadFixture.diverting());
        assertEquals(1, first.rowsRejected());
        String ledger = LoadFixture.text(columns, first.ledger());
        Path fixed = Files.writeString(directory.resolve("l.jsonl"), ledger.replace("old", "30"));
        LoadFixture.load(
                columns, Source.open(List.of(fixed.toString()), null), LoadFixture.options());

        Files.writeString(
                directory.resolve("p.rdf"),
                """
                <ann> <dgraph.type> "Person" .
                <ann> <age> "41" .
                <bob> <dgraph.type> "Boss" .
                <bob> <dgraph.type> "Person" .
                <bob> <age> "30" .
                <cid> <dgraph.type> "Person" .
                <cid> <dgraph.type> "Boss" .
                <cid> <age> "7" .
                <rex> <dgraph.type> "Dog" .
                <rex> <dgraph.type> "Animal" .
                """);
        Files.writeString(directory.resolve("p.schema"), "age: int .\n");
        MemoryStorage statements = MemoryStorage.create();
        LoadFixture.load(
                statements,
                Source.open(List.of(directory + "/p.rdf", directory + "/p.schema"), null),
                LoadFixture.options());
        Schema schema =
                StoreSchema.read(statements, ManifestFile.read(statements).orElseThrow()).schema();
        assertEquals(
                schema,
                StoreSchema.read(columns, ManifestFile.read(columns).orElseThrow()).schema());
        assertEquals(StoredFacts.of(statements, schema), StoredFacts.of(columns, schema, _ -> {}));
    }
}
