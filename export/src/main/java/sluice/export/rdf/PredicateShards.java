package sluice.export.rdf;

import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import sluice.export.files.BucketRanges;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.Node;
import sluice.store.ScanProgress;
import sluice.store.ScanThreads;
import sluice.store.StoreReader;

/**
 * How the predicates of a store are shared out to files: the largest first, each to the file with
 * the least so far; equal ones by their names, equal files by their numbers. It depends on the rows
 * and the wish of the user alone, not on threads.
 *
 * <p>Cost: one pass over the store to measure the predicates. To write takes a pass for each
 * thread, all at the same time, and more of them where there are more files than {@value #OPEN_MAX}
 * a thread, each of which has its buffers.
 */
final class PredicateShards {
    /** The files that one pass writes at most. */
    private static final int OPEN_MAX = 64;

    /** About what a statement has beside its value: the names of two nodes and of a predicate. */
    private static final long NAMES_BYTES = 64;

    private final Map<Long, Integer> shards = new HashMap<>();
    private final int count;

    private PredicateShards(Map<String, Long> sizes, Map<Long, String> predicates, int asked) {
        count = Math.clamp(sizes.size(), 1, asked == 0 ? BucketRanges.FILES_MAX : asked);
        long[] loads = new long[count];
        Map<String, Integer> shardOf = new HashMap<>();
        List<Map.Entry<String, Long>> largestFirst =
                sizes.entrySet().stream()
                        // Stable, so equal ones stay in the order of their names.
                        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                        .toList();
        for (Map.Entry<String, Long> each : largestFirst) {
            int least = 0;
            for (int shard = 1; shard < count; shard++) {
                least = loads[shard] < loads[least] ? shard : least;
            }
            loads[least] += each.getValue();
            shardOf.put(each.getKey(), least);
        }
        predicates.forEach(
                (type, name) -> shards.put(type, Objects.requireNonNull(shardOf.get(name))));
    }

    /**
     * Measures the predicates of {@code reader} by {@code threads} threads.
     *
     * @param asked how many files there are at most; 0 for as many as are useful
     */
    static PredicateShards of(StoreReader reader, PredicateNames names, int asked, int threads)
            throws IOException {
        Map<Long, Long> bytes = new HashMap<>();
        ScanThreads.run(
                threads,
                reader.manifest().buckets().size(),
                new ScanProgress(),
                bucket -> {
                    Sizes found = new Sizes();
                    reader.scanBucket(bucket, found);
                    found.endList();
                    synchronized (bytes) {
                        found.bytes.forEach((type, each) -> bytes.merge(type, each, Long::sum));
                    }
                });
        Map<String, Long> sizes = new TreeMap<>();
        Map<Long, String> predicates = new HashMap<>();
        bytes.forEach(
                (type, each) -> {
                    PredicateNames.Meaning meaning = names.of(type);
                    predicates.put(type, meaning.text());
                    // Links backwards are read with those forwards, and take no place in a file.
                    sizes.merge(meaning.text(), meaning.isBackwards() ? 1 : each, Long::sum);
                });
        return new PredicateShards(sizes, predicates, asked);
    }

    /** The bytes of the rows of each type. Belongs to one thread. */
    private static final class Sizes implements GraphReader.Visitor {
        private final Map<Long, Long> bytes = new HashMap<>();
        private long type;
        private long bytesOfList;

        @Override
        public void node(Node node) {
            // Refused by the writer, since statements have no such rows.
        }

        @Override
        public void link(Link link) {
            if (link.linkType() != type) {
                endList();
                type = link.linkType();
            }
            bytesOfList += NAMES_BYTES + link.data().length;
        }

        void endList() {
            if (bytesOfList > 0) {
                bytes.merge(type, bytesOfList, Long::sum);
                bytesOfList = 0;
            }
        }
    }

    /** How many files there are. */
    int count() {
        return count;
    }

    /** How many passes over the store write them. */
    int passes(int threads) {
        return Math.max(Math.min(threads, count), Math.ceilDiv(count, OPEN_MAX));
    }

    /** The first file that a pass writes. */
    int first(int pass, int passes) {
        return (int) ((long) pass * count / passes);
    }

    /**
     * Hands each row to the writer of its file. Belongs to one thread.
     *
     * @param first the file of the first writer; rows of files without a writer are passed over
     */
    GraphReader.Visitor to(List<StatementWriter> writers, int first) {
        return new GraphReader.Visitor() {
            private long type;
            private int index = -1;

            @Override
            public void node(Node node) throws IOException {
                writers.getFirst().node(node);
            }

            @Override
            public void link(Link link) throws IOException {
                if (index < 0 || link.linkType() != type) {
                    type = link.linkType();
                    index = Objects.requireNonNull(shards.get(type)) - first;
                }
                if (index >= 0 && index < writers.size()) {
                    writers.get(index).link(link);
                }
            }
        };
    }
}
