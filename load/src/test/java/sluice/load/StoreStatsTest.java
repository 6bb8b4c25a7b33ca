package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.dictionary.Dictionary;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.Visibility;
import sluice.segment.Borders;
import sluice.storage.MemoryStorage;
import sluice.store.ScanProgress;
import sluice.store.StatsScan;
import sluice.store.StoreReader;
import sluice.store.StoreStats;

class StoreStatsTest {
    @TempDir Path directory;

    private final long seed = Long.getLong("seed", System.nanoTime());

    @Test
    void figuresAreThoseOfAPlainCount() throws IOException {
        for (boolean namedIds : List.of(true, false)) {
            Path files = directory.resolve("named-" + namedIds);
            new TextGraph(new SplittableRandom(seed), namedIds, 'a').write(files, 400);
            MemoryStorage store = MemoryStorage.create();
            TextGraph.load(store, files, TextGraph.options(2, 0, 1000));
            try (StoreReader reader = StoreReader.open(store);
                    Dictionary dictionary = Dictionary.open(store, reader.manifest().nameFiles())) {
                PlainCount plain = new PlainCount(dictionary, namedIds);
                reader.scan(plain);
                assertTrue(namedIds || someIdHasSeveralBuckets(reader.manifest().borders()));
                StoreStats stats = StatsScan.run(reader, dictionary, 2, new ScanProgress());
                plain.assertSame(stats, "seed " + seed);
                assertEquals(stats, StatsScan.run(reader, dictionary, 1, new ScanProgress()));
            }
        }
    }

    private static boolean someIdHasSeveralBuckets(Borders borders) {
        for (int bucket = 1; bucket < borders.count(); bucket++) {
            if (borders.id1(bucket) == borders.id1(bucket - 1)) {
                return true;
            }
        }
        return false;
    }

    /** The same figures, by maps. */
    private static final class PlainCount implements GraphReader.Visitor {
        private final Dictionary dictionary;
        private final boolean namedIds;
        private final Map<String, Long> nodeTypes = new TreeMap<>();
        private final Map<String, Long> linkTypes = new TreeMap<>();
        private final Map<Long, Long> degrees = new TreeMap<>(Long::compareUnsigned);
        private long dataBytes;
        private long hidden;

        PlainCount(Dictionary dictionary, boolean namedIds) {
            this.dictionary = dictionary;
            this.namedIds = namedIds;
        }

        @Override
        public void node(Node node) {
            nodeTypes.merge(typeText(node.type()), 1L, Long::sum);
            dataBytes += node.data().length;
        }

        @Override
        public void link(Link link) {
            linkTypes.merge(typeText(link.linkType()), 1L, Long::sum);
            dataBytes += link.data().length;
            if (link.visibility() == Visibility.VISIBLE) {
                degrees.merge(link.id1(), 1L, Long::sum);
            } else {
                hidden++;
            }
        }

        void assertSame(StoreStats stats, String message) throws IOException {
            assertEquals(sum(nodeTypes), stats.nodes(), message);
            assertEquals(sum(linkTypes), stats.links(), message);
            assertEquals(hidden, stats.hiddenLinks(), message);
            assertEquals(dataBytes, stats.dataBytes(), message);
            assertEquals(degrees.size(), stats.sources(), message);
            assertEquals(nodeTypes, byType(stats.nodeTypes()), message);
            assertEquals(linkTypes, byType(stats.linkTypes()), message);
            for (int i = 0; i < stats.degrees().size(); i++) {
                long from = 1L << i;
                long ids = degrees.values().stream().filter(d -> d >= from && d < 2 * from).count();
                assertEquals(ids, stats.degrees().get(i), message + ", degrees from " + from);
            }
            List<Map.Entry<Long, Long>> largest =
                    degrees.entrySet().stream()
                            .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                            .limit(10)
                            .toList();
            assertEquals(largest.size(), stats.largest().size(), message);
            for (int i = 0; i < largest.size(); i++) {
                long id = largest.get(i).getKey();
                String text =
                        namedIds
                                ? dictionary.name(id).orElseThrow().toString()
                                : Long.toUnsignedString(id);
                assertEquals(
                        new StoreStats.IdFigure(text, largest.get(i).getValue()),
                        stats.largest().get(i),
                        message);
            }
        }

        private String typeText(long type) {
            return dictionary.typeName(type).orElse(Long.toUnsignedString(type));
        }

        private static Map<String, Long> byType(List<StoreStats.TypeFigure> figures) {
            Map<String, Long> byType = new TreeMap<>();
            figures.forEach(figure -> byType.put(figure.type(), figure.count()));
            return byType;
        }

        private static long sum(Map<String, Long> counts) {
            return counts.values().stream().mapToLong(Long::longValue).sum();
        }
    }
}
