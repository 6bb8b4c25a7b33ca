package sluice.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.model.HotStore;
import sluice.model.Link;
import sluice.model.MemoryGraph;
import sluice.model.Node;
import sluice.testkit.Seeds;

/**
 * Random writes to a merged graph and to the reference, before, while and after a load brings rows
 * of the same keys. {@code -Dseeds=} sets how many graphs are tried, {@code -Dseed=} the first.
 */
class RandomOperationsTest {
    private static final int SEEDS = 12;
    private static final int WRITES = 150;
    private static final Node NODE = new Node(0, 1, 0, 0, new byte[] {1});

    @TempDir Path directory;
    private int graphs;

    @Test
    void everyAnswerIsThatOfTheReference() {
        Seeds.each(seeds(), this::tryGraph);
    }

    int seeds() {
        return SEEDS;
    }

    /** The hot store that belongs to {@code directory}, with what was written to it. */
    HotStore open(Path directory) throws IOException {
        return HotDirectory.open(directory);
    }

    private void tryGraph(SplittableRandom random) throws IOException {
        Path folder = Files.createDirectories(directory.resolve("graph-" + graphs++));
        RandomGraph graph = new RandomGraph(random);
        List<Node> nodes = graph.nodes();
        List<Link> links = graph.links(random.nextInt(1, 400));
        long bucketBytes = 1L << random.nextInt(8, 14);
        LoadedStore store = new LoadedStore(folder, nodes, links, bucketBytes);
        MemoryGraph model = new MemoryGraph(2000);
        nodes.forEach(model::loadNode);
        links.forEach(model::addLink);
        LoadedStore.Until[] stages = LoadedStore.Until.values();
        Path hotDirectory = folder.resolve("hot");
        HotStore hot = open(hotDirectory);
        try (StoreCold cold = store.cold()) {
            long firstNodeId = model.addNode(NODE);
            MergedGraph merged = HotDirectory.graph(hot, cold, firstNodeId);
            assertEquals(firstNodeId, merged.addNode(NODE));
            // Before the load, its answers are not known; what is written is.
            write(graph, random, model, merged, false);
            for (LoadedStore.Until stage : stages) {
                store.load(stage);
                cold.refresh();
                boolean complete = store.manifest().complete();
                write(graph, random, model, merged, complete);
                if (complete) {
                    new SameGraph(merged, model, true, random)
                            .check(graph.ids, graph.types, graph.times);
                }
            }
        } finally {
            hot.close();
        }
        reopen(store, hotDirectory, graph, model, random);
    }

    /** All is there again when the stores are opened anew. */
    private void reopen(
            LoadedStore store,
            Path hotDirectory,
            RandomGraph graph,
            MemoryGraph model,
            SplittableRandom random)
            throws IOException {
        try (HotStore hot = open(hotDirectory);
                StoreCold cold = store.cold()) {
            MergedGraph merged = HotDirectory.graph(hot, cold, 1);
            new SameGraph(merged, model, true, random).check(graph.ids, graph.types, graph.times);
            assertEquals(model.addNode(NODE), merged.addNode(NODE), "next node id");
        }
    }

    private static void write(
            RandomGraph graph,
            SplittableRandom random,
            MemoryGraph model,
            MergedGraph merged,
            boolean compareResults)
            throws IOException {
        List<RandomGraph.Write> writes = new ArrayList<>();
        for (int i = random.nextInt(WRITES); i > 0; i--) {
            writes.add(graph.write());
        }
        for (RandomGraph.Write write : writes) {
            Object expected = write.to(model);
            Object result = write.to(merged);
            if (compareResults) {
                assertEquals(expected, result);
            }
        }
    }
}
