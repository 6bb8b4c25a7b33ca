package sluice.cold.hbase;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import sluice.model.BucketStore;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.MemoryGraph;
import sluice.model.Node;
import sluice.model.Visibility;

/**
 * A random graph that has all that is awkward: extreme ids, times and data, hidden links, many
 * links of one id, many of one time; and a super node that is cut into three buckets.
 */
final class TestGraph {
    static final long SUPER = 1000;
    private static final long[] IDS = {
        0, 1, 2, 3, 17, 255, 256, 999, SUPER, 1001, Long.MAX_VALUE, Long.MIN_VALUE, -2, -1
    };
    private static final long[] TYPES = {0, 1, 2, 256, Long.MIN_VALUE, -1};
    private static final long[] TIMES = {
        Long.MIN_VALUE, Long.MIN_VALUE + 1, -1, 0, 1, 1000, Long.MAX_VALUE - 1, Long.MAX_VALUE
    };

    /** Where the super node is cut, by id2. */
    private static final long[] CUTS = {100, Long.MIN_VALUE};

    final MemoryGraph memory = new MemoryGraph(1);
    private final Random random;

    TestGraph(long seed) {
        random = new Random(seed);
        for (long id : IDS) {
            if (random.nextInt(4) != 0) {
                memory.loadNode(new Node(id, number(), number(), time(), data()));
            }
            for (long type : TYPES) {
                int count = random.nextInt(3) == 0 ? random.nextInt(40) : 0;
                for (int index = 0; index < count; index++) {
                    add(id, type);
                }
            }
        }
        for (int index = 0; index < 600; index++) {
            add(SUPER, 1);
        }
    }

    /** The first ids of its buckets: three of them begin with that of the super node. */
    static long[] firstIds() {
        return new long[] {0, 2, 256, SUPER, SUPER, SUPER, 1001, -2};
    }

    static long[] ids() {
        return IDS.clone();
    }

    static long[] types() {
        return TYPES.clone();
    }

    long time() {
        return random.nextInt(3) == 0 ? TIMES[random.nextInt(TIMES.length)] : random.nextInt(50);
    }

    /** The id2 of some link there may be, or not. */
    long id2() {
        return random.nextBoolean() ? IDS[random.nextInt(IDS.length)] : random.nextInt(300);
    }

    int number(int bound) {
        return random.nextInt(bound);
    }

    /** The bucket of a link; the links of the super node lie in three. */
    static int bucket(Link link) {
        if (link.id1() == SUPER) {
            int cut = 3;
            for (long first : CUTS) {
                cut += Long.compareUnsigned(link.id2(), first) >= 0 ? 1 : 0;
            }
            return cut;
        }
        return bucket(link.id1());
    }

    /** The first bucket of an id. */
    static int bucket(long id) {
        long[] firstIds = firstIds();
        int bucket = 0;
        while (bucket + 1 < firstIds.length
                && Long.compareUnsigned(firstIds[bucket + 1], id) <= 0
                && !(id == SUPER && bucket == 3)) {
            bucket++;
        }
        return bucket;
    }

    /** Builds one bucket in {@code store}. */
    long build(BucketStore store, int bucket) throws IOException {
        return build(store, 1, bucket);
    }

    /** As above, as the load of this number. */
    long build(BucketStore store, long load, int bucket) throws IOException {
        try (BucketStore.BucketWriter writer = store.build(load, bucket, "test")) {
            write(bucket, writer);
            return writer.commit();
        }
    }

    /** Shows the rows of one bucket, as a build does, with the counts of its lists. */
    void write(int bucket, BucketStore.Changes changes) throws IOException {
        List<Link> links = new ArrayList<>();
        scan(
                bucket,
                new GraphReader.Visitor() {
                    @Override
                    public void node(Node node) throws IOException {
                        endList(links, bucket, changes);
                        changes.node(node);
                    }

                    @Override
                    public void link(Link link) throws IOException {
                        if (!links.isEmpty() && !isOfList(link, links.getFirst())) {
                            endList(links, bucket, changes);
                        }
                        changes.link(link);
                        links.add(link);
                    }
                });
        endList(links, bucket, changes);
    }

    private static boolean isOfList(Link link, Link other) {
        return link.id1() == other.id1() && link.linkType() == other.linkType();
    }

    private static void endList(List<Link> links, int bucket, BucketStore.Changes changes)
            throws IOException {
        long visible =
                links.stream().filter(link -> link.visibility() == Visibility.VISIBLE).count();
        if (visible > 0) {
            Link first = links.getFirst();
            changes.count(first.id1(), first.linkType(), part(first.id1(), bucket), visible);
        }
        links.clear();
    }

    /** Which part of its lists a bucket has. */
    static long part(long id1, int bucket) {
        return id1 == SUPER && bucket > 3 ? CUTS[bucket - 4] : 0;
    }

    /** Shows the rows of one bucket. */
    void scan(int bucket, GraphReader.Visitor visitor) throws IOException {
        memory.scan(
                new GraphReader.Visitor() {
                    @Override
                    public void node(Node node) throws IOException {
                        if (bucket(node.id()) == bucket) {
                            visitor.node(node);
                        }
                    }

                    @Override
                    public void link(Link link) throws IOException {
                        if (bucket(link) == bucket) {
                            visitor.link(link);
                        }
                    }
                });
    }

    /** All rows that a scan shows, in its order. */
    static List<Object> rows(GraphReader reader) throws IOException {
        List<Object> rows = new ArrayList<>();
        reader.scan(
                new GraphReader.Visitor() {
                    @Override
                    public void node(Node node) {
                        rows.add(node);
                    }

                    @Override
                    public void link(Link link) {
                        rows.add(link);
                    }
                });
        return rows;
    }

    private void add(long id1, long type) {
        memory.addLink(
                new Link(
                        id1,
                        type,
                        id2(),
                        random.nextInt(5) == 0 ? Visibility.HIDDEN : Visibility.VISIBLE,
                        number(),
                        time(),
                        data()));
    }

    private long number() {
        return random.nextBoolean() ? random.nextInt(10) : random.nextLong();
    }

    private byte[] data() {
        byte[] data =
                new byte[random.nextInt(20) == 0 ? 256 + random.nextInt(300) : random.nextInt(3)];
        random.nextBytes(data);
        for (int index = 0; data.length >= 256 && index < 256; index++) {
            data[index] = (byte) index;
        }
        return data;
    }
}
