package sluice.coordinator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.hot.rocksdb.RocksHotStore;
import sluice.model.Deletion;
import sluice.model.Link;
import sluice.model.MemoryGraph;

/**
 * Long lists of which many links are shadowed: more than are read ahead, more rows than are kept.
 */
class ListMergeTest {
    private static final long ID1 = 1;
    private static final long TYPE = 2;
    private static final int LINKS = 4000;
    private static final long[] TIMES = {Long.MIN_VALUE, 0, 500, 1500, 3900, Long.MAX_VALUE};
    private static final long[] ID2S = {0, 1, 2, 3999, 4000, -1};

    @TempDir Path directory;

    @Test
    void newestLinksShadowed() throws IOException {
        check(LINKS - 100, LINKS);
        check(LINKS - 1500, LINKS);
    }

    @Test
    void oldestLinksShadowed() throws IOException {
        check(0, 1500);
    }

    @Test
    void allLinksShadowed() throws IOException {
        check(0, LINKS);
    }

    /** Writes over the links from {@code from} to {@code to} in one way or another. */
    private void check(int from, int to) throws IOException {
        SplittableRandom random = new SplittableRandom(from);
        MemoryGraph loaded = new MemoryGraph(1);
        for (int i = 0; i < LINKS; i++) {
            loaded.addLink(link(i, i));
        }
        MemoryGraph model = FakeCold.copy(loaded);
        FakeCold cold = new FakeCold(loaded, true);
        Path folder = Files.createTempDirectory(directory, "hot");
        try (RocksHotStore hot = HotDirectory.open(folder)) {
            MergedGraph graph = HotDirectory.graph(hot, cold, 1);
            for (int i = from; i < to; i++) {
                RandomGraph.Write write = write(i, random);
                write.to(model);
                write.to(graph);
            }
            SameGraph same = new SameGraph(graph, model, true, random);
            same.checkList(ID1, TYPE, ID2S, TIMES);
            // The same once more, where the header does not say how many are shadowed.
            cold.publish(loaded, true);
            same.checkList(ID1, TYPE, ID2S, TIMES);
        }
    }

    private static RandomGraph.Write write(int id2, SplittableRandom random) {
        Link moved = link(id2, random.nextInt(LINKS));
        return switch (random.nextInt(8)) {
            case 0 -> graph -> graph.addLink(moved);
            case 1 -> graph -> graph.deleteLink(ID1, TYPE, id2, Deletion.EXPUNGE);
            default -> graph -> graph.deleteLink(ID1, TYPE, id2, Deletion.HIDE);
        };
    }

    private static Link link(int id2, long time) {
        return ListOperation.link(ID1, TYPE, id2, true, 1, time);
    }
}
