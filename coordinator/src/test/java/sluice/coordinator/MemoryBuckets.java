package sluice.coordinator;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import sluice.model.Answer;
import sluice.model.BucketStore;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.Node;
import sluice.model.TypeCount;
import sluice.model.Visibility;

/**
 * A cold store elsewhere, in memory; what is not committed is not seen. It keeps cells as HBase
 * does: the place of a link in its list, its key and the counts of its list apart, each with the
 * number of the load that wrote or deleted it last. Nothing in it fixes what it was not told.
 */
final class MemoryBuckets implements BucketStore {
    private static final Comparator<Place> ORDER =
            Comparator.comparing(Place::id1, Long::compareUnsigned)
                    .thenComparing(Place::linkType, Long::compareUnsigned)
                    .thenComparing(Comparator.comparingLong(Place::time).reversed())
                    .thenComparing(Place::id2, Long::compareUnsigned)
                    .thenComparing(Place::visibility);

    private record Place(long id1, long linkType, long time, long id2, Visibility visibility) {}

    private record Key(long id1, long linkType, long id2) {}

    private record Part(long id1, long linkType, long part) {}

    /** Null where it was deleted. */
    private record Cell(long load, @Nullable Object value) {
        /** The later load counts; of one load a deletion does, whichever came last. */
        Cell or(Cell other) {
            boolean isAfter =
                    other.load != load ? other.load > load : value != null || other.value == null;
            return isAfter ? other : this;
        }
    }

    /** Guarded by this, as the maps that follow. */
    private final TreeMap<Long, Cell> nodes = new TreeMap<>(Long::compareUnsigned);

    private final TreeMap<Place, Cell> links = new TreeMap<>(ORDER);
    private final Map<Key, Cell> points = new HashMap<>();
    private final Map<Part, Cell> counts = new HashMap<>();

    /** None before it is prepared. */
    private Optional<String> identity = Optional.empty();

    private Optional<Owner> owner = Optional.empty();

    private int made;

    @Override
    public synchronized void prepare(long[] firstIds) {
        if (identity.isEmpty()) {
            identity = Optional.of("made-" + made++);
        }
    }

    @Override
    public synchronized Optional<String> identity() {
        return identity;
    }

    @Override
    public synchronized Optional<Owner> owner() {
        return owner;
    }

    @Override
    public synchronized Owner claim(Owner claiming) {
        if (owner.isEmpty()) {
            owner = Optional.of(claiming);
        }
        return owner.get();
    }

    /** As a place that an earlier version made and loaded. */
    synchronized void unclaim() {
        owner = Optional.empty();
    }

    /** As who administers it may do at any moment. */
    synchronized void drop() {
        identity = Optional.empty();
        owner = Optional.empty();
        nodes.clear();
        links.clear();
        points.clear();
        counts.clear();
    }

    @Override
    public synchronized boolean isEmpty() {
        return nodes.isEmpty() && links.isEmpty() && counts.isEmpty();
    }

    @Override
    public BucketWriter build(long load, int bucket, String builder) {
        return new Writer(load);
    }

    @Override
    public GraphReader reader() {
        return new Reader();
    }

    @Override
    public String location() {
        return "memory://buckets";
    }

    /** Stays, as it is shared. */
    @Override
    public void close() {}

    private static Place place(Link link) {
        return new Place(link.id1(), link.linkType(), link.time(), link.id2(), link.visibility());
    }

    private static Key key(Link link) {
        return new Key(link.id1(), link.linkType(), link.id2());
    }

    private final class Writer implements BucketWriter {
        private final long load;
        private final List<Runnable> changes = new ArrayList<>();
        private final Set<Key> come = new HashSet<>();
        private final Set<Key> gone = new HashSet<>();

        Writer(long load) {
            this.load = load;
        }

        private <K> void put(Map<K, Cell> cells, K key, @Nullable Object value) {
            changes.add(() -> cells.merge(key, new Cell(load, value), Cell::or));
        }

        @Override
        public void node(Node node) {
            put(nodes, node.id(), node);
        }

        @Override
        public void gone(Node node) {
            put(nodes, node.id(), null);
        }

        @Override
        public void link(Link link) {
            put(links, place(link), link);
            put(points, key(link), link);
            come.add(key(link));
        }

        @Override
        public void gone(Link link) {
            put(links, place(link), null);
            gone.add(key(link));
        }

        @Override
        public void count(long id1, long linkType, long part, long visible) {
            put(counts, new Part(id1, linkType, part), visible);
        }

        @Override
        public long commit() {
            gone.removeAll(come);
            gone.forEach(key -> put(points, key, null));
            synchronized (MemoryBuckets.this) {
                changes.forEach(Runnable::run);
            }
            return 10L * changes.size();
        }

        @Override
        public void close() {}
    }

    /** Each answer is of one moment. */
    private final class Reader implements GraphReader {

        private <T> Answer<T> complete(T value) {
            return new Answer<>(value, true);
        }

        @Override
        public Answer<Optional<Node>> node(long id) {
            synchronized (MemoryBuckets.this) {
                Cell cell = nodes.get(id);
                return complete(Optional.ofNullable(cell == null ? null : (Node) cell.value()));
            }
        }

        @Override
        public Answer<Optional<Link>> link(long id1, long linkType, long id2) {
            return complete(links(id1, linkType, new long[] {id2}).value().stream().findFirst());
        }

        @Override
        public Answer<List<Link>> links(long id1, long linkType, long[] id2s) {
            List<Link> found = new ArrayList<>();
            synchronized (MemoryBuckets.this) {
                for (long id2 : id2s) {
                    Cell cell = points.get(new Key(id1, linkType, id2));
                    if (cell != null && cell.value() instanceof Link link) {
                        found.add(link);
                    }
                }
            }
            return complete(List.copyOf(found));
        }

        @Override
        public Answer<LinkList> linkList(LinkQuery query) {
            List<Link> found = new ArrayList<>();
            synchronized (MemoryBuckets.this) {
                links.values().stream()
                        .map(Cell::value)
                        .filter(Link.class::isInstance)
                        .map(Link.class::cast)
                        .filter(
                                link ->
                                        link.id1() == query.id1()
                                                && link.linkType() == query.linkType()
                                                && link.visibility() == Visibility.VISIBLE
                                                && link.time() >= query.minTime()
                                                && link.time() <= query.maxTime())
                        .skip(query.offset())
                        .limit(query.limit())
                        .forEach(found::add);
            }
            return complete(LinkList.of(query.id1(), query.linkType(), found));
        }

        @Override
        public Answer<Long> count(long id1, long linkType) {
            return complete(
                    types(id1).value().stream()
                            .filter(type -> type.linkType() == linkType)
                            .mapToLong(TypeCount::count)
                            .sum());
        }

        @Override
        public Answer<List<TypeCount>> types(long id1) {
            TreeMap<Long, Long> types = new TreeMap<>(Long::compareUnsigned);
            synchronized (MemoryBuckets.this) {
                counts.forEach(
                        (part, cell) -> {
                            if (part.id1() == id1 && cell.value() instanceof Long count) {
                                types.merge(part.linkType(), count, Long::sum);
                            }
                        });
            }
            types.values().removeIf(count -> count == 0);
            List<TypeCount> found = new ArrayList<>();
            types.forEach((type, count) -> found.add(new TypeCount(type, count)));
            return complete(List.copyOf(found));
        }

        @Override
        public boolean scan(Visitor visitor) throws IOException {
            List<Node> allNodes = new ArrayList<>();
            List<Link> allLinks = new ArrayList<>();
            synchronized (MemoryBuckets.this) {
                nodes.values().stream()
                        .filter(cell -> cell.value() != null)
                        .forEach(cell -> allNodes.add((Node) cell.value()));
                links.values().stream()
                        .filter(cell -> cell.value() != null)
                        .forEach(cell -> allLinks.add((Link) cell.value()));
            }
            int link = 0;
            for (Node node : allNodes) {
                for (; link < allLinks.size() && isBelow(allLinks.get(link), node); link++) {
                    visitor.link(allLinks.get(link));
                }
                visitor.node(node);
            }
            for (; link < allLinks.size(); link++) {
                visitor.link(allLinks.get(link));
            }
            return true;
        }

        private static boolean isBelow(Link link, Node node) {
            return Long.compareUnsigned(link.id1(), node.id()) < 0;
        }

        @Override
        public void close() {}
    }
}
