package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.ingest.Source;
import sluice.ingest.mapping.FactOptions;
import sluice.ingest.mapping.SourceOptions;
import sluice.schema.Schema;
import sluice.schema.SchemaReader;
import sluice.storage.MemoryStorage;
import sluice.testkit.Experiment;

/**
 * Objects with planted errors: the ledger lists exactly these, the store holds all others, and the
 * ledger with its rows put right makes the graph of the whole. {@code -Pslow} plants 1,000 errors
 * among 400,000 objects, which state a million facts.
 */
@Tag(Experiment.TAG)
class JsonRejectsTest {
    private static final int OBJECTS = Experiment.size("objects", 6_000, 400_000);
    private static final int ERRORS = OBJECTS / (OBJECTS > 100_000 ? 400 : 80);
    private static final Schema SCHEMA =
            SchemaReader.read("people.schema", RandomStatements.SCHEMA);

    @TempDir Path directory;

    /** A good object of a node of its own, and the same with an error. */
    private record Planted(Said good, String bad) {}

    @Test
    void theLedgerIsTheListOfThePlantedErrors() throws IOException {
        SplittableRandom random = new SplittableRandom(8);
        RandomObjects objects = new RandomObjects(random, OBJECTS / 10, true);
        List<Said> said =
                new ArrayList<>(objects.file(OBJECTS, RandomObjects.Shape.ARRAY, 1, 0).said());
        Map<Integer, Planted> planted = new TreeMap<>();
        while (planted.size() < ERRORS) {
            int at = random.nextInt(OBJECTS);
            planted.computeIfAbsent(at, number -> plant(number, number % 10));
        }
        planted.forEach((at, error) -> said.set(at, error.good()));
        StringBuilder text = new StringBuilder("[\n");
        TreeSet<String> expected = new TreeSet<>();
        for (int at = 0; at < OBJECTS; at++) {
            Planted error = planted.get(at);
            text.append(at == 0 ? "" : ",\n");
            text.append(error == null ? said.get(at).line() : error.bad());
            if (error != null) {
                expected.add("%d %s".formatted(at + 2, error.bad()));
            }
        }
        Files.writeString(
                directory.resolve("all.json"), text.append("\n]\n"), StandardCharsets.UTF_8);
        Files.writeString(directory.resolve("all.schema"), RandomStatements.SCHEMA);
        List<Said> rest = new ArrayList<>(said);
        List.copyOf(planted.keySet()).reversed().forEach(at -> rest.remove((int) at));

        Map<String, String> goodOfBad = new HashMap<>();
        planted.values().forEach(error -> goodOfBad.put(error.bad(), error.good().line()));
        try (Experiment experiment = new Experiment("Planted errors in JSON", 8)) {
            FactLoads.Rows rows = new FactLoads.Rows(expected, rest, said, goodOfBad);
            for (int threads : new int[] {1, 8}) {
                FactLoads.assertRejected(directory, threads, SCHEMA, rows);
            }
            experiment.ran(2L * ERRORS);
            experiment.fact("objects", OBJECTS).passed();
        }
    }

    private static Planted plant(int number, int kind) {
        String node = "_:planted%d".formatted(number);
        Said good =
                new Said(
                        "{\"uid\":\"%s\",\"age\":%d,\"nick\":[\"x\"]}".formatted(node, number),
                        List.of(
                                new Said.Row(node + " age []", "int " + number),
                                new Said.Row(node + " nick [=string x]", "string x")));
        String line = good.line();
        String age = "\"age\":" + number;
        String bad =
                switch (kind) {
                    case 0 -> line.replace("]}", "]");
                    case 1 -> line.replace(age, age + "x");
                    case 2 -> line.replace(age, "\"age\":\"%dx\"".formatted(number));
                    case 3 -> line.replace("\"x\"", "\"x");
                    case 4 -> line.replace("\"x\"", "null");
                    case 5 -> line.replace(age, age + ",\"age|k\":[]");
                    case 6 -> line.replace(age, "\"age\":{\"uid\":\"_:b\"}");
                    case 7 -> line.replace("_:planted", "planted");
                    case 8 -> line.replace("\"age\":", "age:");
                    default -> line.replace(age, "\"age@en\":\"" + number + "\"");
                };
        return new Planted(good, bad);
    }

    /** An object that is put right names the nodes of its own place, after a second replay too. */
    @Test
    void aReplayedObjectNamesTheNodesOfItsPlace() throws IOException {
        Files.writeString(directory.resolve("a.json"), "[{\"p\":1}]");
        Files.writeString(
                directory.resolve("b.json"),
                "[{\"p\":{\"q\":1}},\n{\"p\":{\"q\":bad}},\n{\"p\":{\"q\":3}}]");
        MemoryStorage storage = MemoryStorage.create();
        LoadResult first =
                LoadFixture.load(
                        storage,
                        Source.open(List.of(directory + "/*.json"), null),
                        LoadFixture.diverting());
        assertEquals(1, first.rowsRejected());
        String ledger = LoadFixture.text(storage, first.ledger());
        assertTrue(ledger.contains("\"row\":\"{\\\"p\\\":{\\\"q\\\":bad}}\""), ledger);
        Files.writeString(directory.resolve("l.jsonl"), ledger.replace(":bad", ":worse"));
        LoadResult second =
                LoadFixture.load(
                        storage,
                        Source.open(List.of(directory + "/l.jsonl"), null),
                        LoadFixture.diverting());
        assertEquals(1, second.rowsRejected());
        String again = LoadFixture.text(storage, second.ledger());
        assertTrue(again.contains("\"row\":\"@16 {\\\"p\\\""), again);
        Files.writeString(directory.resolve("m.jsonl"), again.replace(":worse", ":2"));
        LoadFixture.load(
                storage, Source.open(List.of(directory + "/m.jsonl"), null), LoadFixture.options());
        assertEquals(
                "{_:@1.0.1 p [=int 1]=int 1,"
                        + " _:@1.1.1 p _:@1.1.1.1=, _:@1.1.1.1 q [=int 1]=int 1,"
                        + " _:@1.1.16 p _:@1.1.16.1=, _:@1.1.16.1 q [=int 2]=int 2,"
                        + " _:@1.1.33 p _:@1.1.33.1=, _:@1.1.33.1 q [=int 3]=int 3}",
                StoredFacts.of(storage, Schema.EMPTY).toString());
    }

    /** An object that lacked its name is named by its members once it has them. */
    @Test
    void aReplayedObjectIsNamedByItsMembers() throws IOException {
        Files.writeString(
                directory.resolve("a.json"),
                """
                [{"kind":"k","key":1,"q":{"kind":"k","key":2}},
                 {"kind":"k","p":2},
                 {"uid":"_:b","p":3}]
                """);
        MemoryStorage storage = MemoryStorage.create();
        SourceOptions named =
                SourceOptions.standard()
                        .withFacts(FactOptions.NONE.withIdMembers(List.of("kind", "key")));
        LoadResult first =
                LoadFixture.load(
                        storage,
                        Source.open(List.of(directory + "/a.json"), null, named),
                        LoadFixture.diverting());
        assertEquals(1, first.rowsRejected());
        String ledger = LoadFixture.text(storage, first.ledger());
        assertTrue(ledger.contains("member key is missing, by which the node"), ledger);
        Files.writeString(
                directory.resolve("l.jsonl"), ledger.replace("p\\\":2", "key\\\":\\\"3/4\\\""));
        LoadFixture.load(
                storage, Source.open(List.of(directory + "/l.jsonl"), null), LoadFixture.options());
        assertEquals(
                "{<k/1> key [=int 1]=int 1, <k/1> kind [=string k]=string k, <k/1> q <k/2>=,"
                        + " <k/2> key [=int 2]=int 2, <k/2> kind [=string k]=string k,"
                        + " <k/3%2F4> key [=string 3/4]=string 3/4, <k/3%2F4> kind [=string"
                        + " k]=string k, _:b p [=int 3]=int 3}",
                StoredFacts.of(storage, Schema.EMPTY).toString());
    }
}
