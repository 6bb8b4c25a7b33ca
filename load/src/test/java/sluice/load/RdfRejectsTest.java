package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
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
import sluice.ingest.fact.FactFormat;
import sluice.ingest.mapping.FactOptions;
import sluice.ingest.mapping.SourceOptions;
import sluice.schema.Schema;
import sluice.schema.SchemaReader;
import sluice.storage.MemoryStorage;
import sluice.testkit.Experiment;

/**
 * Statements with planted errors: the ledger lists exactly these, the store holds all others, and
 * the ledger with its rows put right makes the graph of the whole. {@code -Pslow} plants 1,000
 * errors among a million.
 */
@Tag(Experiment.TAG)
class RdfRejectsTest {
    private static final int STATEMENTS = Experiment.size("statements", 20_000, 1_000_000);
    private static final int ERRORS = STATEMENTS / (STATEMENTS > 100_000 ? 1000 : 200);
    private static final Schema SCHEMA =
            SchemaReader.read("people.schema", RandomStatements.SCHEMA);

    @TempDir Path directory;

    /** A good statement of a node of its own, and the same with an error. */
    private record Planted(Said good, String bad) {}

    @Test
    void theLedgerIsTheListOfThePlantedErrors() throws IOException {
        SplittableRandom random = new SplittableRandom(8);
        List<Said> statements = new RandomStatements(random, STATEMENTS / 10).draw(STATEMENTS);
        Map<Integer, Planted> planted = new TreeMap<>();
        while (planted.size() < ERRORS) {
            int at = random.nextInt(STATEMENTS);
            planted.computeIfAbsent(at, number -> plant(number, number % 10));
        }
        planted.forEach((at, error) -> statements.set(at, error.good()));
        StringBuilder text = new StringBuilder();
        TreeSet<String> expected = new TreeSet<>();
        for (int at = 0; at < STATEMENTS; at++) {
            Planted error = planted.get(at);
            text.append(error == null ? statements.get(at).line() : error.bad()).append('\n');
            if (error != null) {
                expected.add("%d %s".formatted(at + 1, error.bad()));
            }
        }
        Files.writeString(directory.resolve("all.rdf"), text);
        Files.writeString(directory.resolve("all.schema"), RandomStatements.SCHEMA);
        List<Said> rest = new ArrayList<>(statements);
        List.copyOf(planted.keySet()).reversed().forEach(at -> rest.remove((int) at));

        Map<String, String> goodOfBad = new HashMap<>();
        planted.values().forEach(error -> goodOfBad.put(error.bad(), error.good().line()));
        try (Experiment experiment = new Experiment("Planted errors in RDF", 8)) {
            FactLoads.Rows rows = new FactLoads.Rows(expected, rest, statements, goodOfBad);
            for (int threads : new int[] {1, 8}) {
                FactLoads.assertRejected(directory, threads, SCHEMA, rows);
            }
            experiment.ran(2L * ERRORS);
            experiment.fact("statements", STATEMENTS).passed();
        }
    }

    private static Planted plant(int number, int kind) {
        String node = "<planted%d>".formatted(number);
        String key = node + " age []";
        Said good =
                new Said(
                        "%s <age> \"%d\" .".formatted(node, number),
                        List.of(new Said.Row(key, "int " + number)));
        String line = good.line();
        String bad =
                switch (kind) {
                    case 0 -> line.replace(" .", "");
                    case 1 -> line.replace("\"%d\"".formatted(number), "\"%dx\"".formatted(number));
                    case 2 -> line.replace("<age>", "<age");
                    case 3 -> line.replace(" .", " . . ");
                    case 4 -> line.replace("\" .", "\"@en .");
                    case 5 -> line.replace("\" .", "\"^^<http://example.org/t> .");
                    case 6 -> line.replace("<age>", "age");
                    case 7 -> line.replace("\"%d\"".formatted(number), "<n%d>".formatted(number));
                    case 8 -> line.replace("\" .", "\" (a=1,a=2) .");
                    default -> line.replace("<planted", "<010>planted");
                };
        return new Planted(good, bad);
    }

    /** A row that is put right names the nodes of its own file, whose labels are no others'. */
    @Test
    void aReplayedStatementNamesTheNodesOfItsFile() throws IOException {
        for (String name : List.of("a.nt", "b.nt")) {
            Files.writeString(
                    directory.resolve(name),
                    "_:x <http://p> _:y .\n_:x <http://q> \"bad .\n_:y <http://q> \"1\" .\n");
        }
        MemoryStorage storage = MemoryStorage.create();
        SourceOptions w3c =
                SourceOptions.standard()
                        .withFacts(FactOptions.NONE.withSyntax(FactFormat.Syntax.W3C));
        LoadResult first =
                LoadFixture.load(
                        storage,
                        Source.open(List.of(directory + "/*.nt"), null, w3c),
                        LoadFixture.diverting());
        assertEquals(2, first.rowsRejected());
        String ledger = LoadFixture.text(storage, first.ledger()).replace("bad .", "bad\\\" .");
        Files.writeString(directory.resolve("l.jsonl"), ledger);
        Source replay = Source.open(List.of(directory + "/l.jsonl"), null);
        LoadFixture.load(storage, replay, LoadFixture.options());
        assertEquals(
                "{_:1.0.x http://p _:1.0.y=, _:1.0.x http://q [=string bad]=string bad,"
                        + " _:1.0.y http://q [=string 1]=string 1, _:1.1.x http://p _:1.1.y=,"
                        + " _:1.1.x http://q [=string bad]=string bad,"
                        + " _:1.1.y http://q [=string 1]=string 1}",
                StoredFacts.of(storage, Schema.EMPTY).toString());
    }
}
