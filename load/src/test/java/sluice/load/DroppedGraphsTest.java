package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.ingest.ChunkId;
import sluice.ingest.ChunkSpan;
import sluice.ingest.Source;
import sluice.ingest.fact.DroppedGraphs;
import sluice.ingest.fact.GraphRule;
import sluice.ingest.fact.GraphTally;
import sluice.ingest.mapping.FactOptions;
import sluice.ingest.mapping.SourceOptions;
import sluice.load.files.RunMeta;
import sluice.load.job.LoadOptions;
import sluice.model.SluiceException;
import sluice.storage.MemoryStorage;

/** Statements that were loaded without their graphs are counted, by their graphs. */
class DroppedGraphsTest {
    private static final String STATEMENTS =
            """
            <0x1> <name> "Ann" <0x0> .
            <0x1> <name> "Amy" <0x10> .
            <0x1> <name> "Al" .
            <0x1> <knows> <0x2> <0x10> .
            <0x1> <knows> <0x3> <http://g/1> .
            <0x1> <knows> "bad" "worse" <http://g/2> .
            <0x1> <knows> <0x4> _:g .
            """;

    @TempDir Path directory;

    private final MemoryStorage storage = MemoryStorage.create();

    private LoadResult load(String name, String text, GraphRule rule, LoadOptions options)
            throws IOException {
        Path file = Files.writeString(directory.resolve(name), text);
        SourceOptions rules = SourceOptions.standard().withFacts(FactOptions.NONE.withGraphs(rule));
        return LoadFixture.load(
                storage, Source.open(List.of(file.toString()), null, rules), options);
    }

    private static Map<String, Long> graphs(LoadResult result) {
        Map<String, Long> graphs = new TreeMap<>();
        for (DroppedGraphs.Graph graph : result.dropped().graphs()) {
            graphs.put(graph.name(), graph.facts());
        }
        return graphs;
    }

    @Test
    void statementsOfOtherGraphsAreCounted() throws IOException {
        LoadResult result = load("a.rdf", STATEMENTS, GraphRule.DROP, LoadFixture.diverting());
        assertEquals(4, result.dropped().facts());
        assertEquals(Map.of("<0x10>", 2L, "<http://g/1>", 1L, "_:g", 1L), graphs(result));
    }

    /** All are to be in that namespace, so its own statements are joined with nothing. */
    @Test
    void statementsOfTheNamespaceThatAllGetAreNot() throws IOException {
        LoadResult result = load("a.rdf", STATEMENTS, GraphRule.one(0x10), LoadFixture.diverting());
        assertEquals(Map.of("<0x0>", 1L, "<http://g/1>", 1L, "_:g", 1L), graphs(result));
    }

    @Test
    void graphsThatAreKeptAreNotCounted() throws IOException {
        for (GraphRule rule : List.of(GraphRule.FACET, GraphRule.SEPARATE)) {
            LoadResult result = load(rule + ".rdf", STATEMENTS, rule, LoadFixture.diverting());
            assertEquals(DroppedGraphs.NONE, result.dropped());
        }
    }

    @Test
    void membersOfNodesInsideBelongToTheirNamespaceToo() throws IOException {
        String objects =
                """
                {"uid":"0x1","namespace":"0x10","age":1,"knows":{"uid":"0x2","age":2}}
                {"uid":"0x1","namespace":16,"knows":{"namespace":"tenant","age":3}}
                {"uid":"0x1","namespace":0,"age":4}
                {"uid":"0x1","age":5}
                {"uid":"0x1","namespace":17,"age":5,"friend|no":1}
                """;
        LoadResult result = load("a.json", objects, GraphRule.DROP, LoadFixture.diverting());
        assertEquals(1, result.rowsRejected());
        assertEquals(5, result.dropped().facts());
        assertEquals(Map.of("<0x10>", 4L, "<tenant>", 1L), graphs(result));
    }

    /** A later try knows of the chunks that an earlier one has read. */
    @Test
    void chunksOfAnEarlierTryCount() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            text.append("<n%d> <age> \"%d\" <http://g/%d> .\n".formatted(i, i, i % 50));
        }
        LoadOptions options = LoadFixture.options().withChunkBytes(20_000);
        Files.writeString(directory.resolve("a.rdf"), text);
        Source source = Source.open(List.of(directory.resolve("a.rdf").toString()), null);
        assertThrows(
                SluiceException.class,
                () -> LoadFixture.load(storage, source, options, LoadFixture.stopAfterChunks(20)));
        LoadResult result = LoadFixture.load(storage, source, options);
        assertTrue(result.resumed());
        DroppedGraphs dropped = result.dropped();
        assertEquals(20_000, dropped.facts());
        assertEquals(50, dropped.graphs().size());
        assertFalse(dropped.hasMore());
        assertEquals(new DroppedGraphs.Graph("<http://g/0>", 400), dropped.graphs().getFirst());
    }

    @Test
    void aFewGraphsAloneAreNamed() {
        DroppedGraphs sum = DroppedGraphs.NONE;
        for (int part = 0; part < 3; part++) {
            GraphTally tally = new GraphTally(0);
            for (int graph = 0; graph < 90; graph++) {
                tally.add(graph + 40L * part);
            }
            assertTrue(tally.graphs().hasMore());
            sum = sum.plus(tally.graphs());
        }
        assertEquals(3 * 90 - 1, sum.facts());
        assertEquals(DroppedGraphs.GRAPHS_MAX, sum.graphs().size());
        assertTrue(sum.hasMore());
    }

    @Test
    void aRunKeepsThem() throws IOException {
        List<DroppedGraphs.Graph> graphs = new ArrayList<>();
        graphs.add(new DroppedGraphs.Graph("<http://é>", 3));
        graphs.add(new DroppedGraphs.Graph("_:b", 1));
        DroppedGraphs dropped = new DroppedGraphs(9, graphs, true);
        ChunkSpan span = new ChunkSpan(new ChunkId(1, 2), 3, 4, 5, 6, 7, true, dropped);
        RunMeta meta = new RunMeta(8, 0, true, false, span);
        assertEquals(meta, RunMeta.decode("run", meta.encode()));
    }

    @Test
    void longNamesAreShortened() throws IOException {
        String name = "http://g/" + "x".repeat(1000);
        LoadResult result =
                load(
                        "a.nq",
                        "<http://a> <http://b> <http://c> <%s1> .\n".formatted(name)
                                + "<http://a> <http://b> <http://c> <%s2> .\n".formatted(name),
                        GraphRule.DROP,
                        LoadFixture.options());
        assertEquals(2, graphs(result).size());
        String shown = result.dropped().graphs().getFirst().name();
        assertTrue(shown.startsWith("<http://g/xxx") && shown.endsWith("x1>"), shown);
        assertTrue(shown.length() < 200, shown);
    }
}
