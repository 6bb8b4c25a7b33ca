package sluice.model;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The reference: a graph in sorted maps, written to be plainly right rather than fast.
 *
 * <p>Every answer is complete. Each call holds the one lock from beginning to end, so that calls
 * are one after the other; a scan holds it while it notes which rows there are, and no longer.
 * Cost: a list passes over its newest links down to the last one wanted.
 */
public final class MemoryGraph implements GraphStore {
    private static final Comparator<Link> NEWEST_FIRST =
            Comparator.comparingLong(Link::time)
                    .reversed()
                    .thenComparing(Link::id2, Long::compareUnsigned);

    private record ListKey(long id1, long linkType) implements Comparable<ListKey> {
        @Override
        public int compareTo(ListKey other) {
            int byId = Long.compareUnsigned(id1, other.id1);
            return byId != 0 ? byId : Long.compareUnsigned(linkType, other.linkType);
        }
    }

    /** All links of one list, and once more those that are visible, in the order of the list. */
    private static final class Links {
        static final Links NONE = new Links();

        final TreeMap<Long, Link> byId2 = new TreeMap<>(Long::compareUnsigned);
        final TreeSet<Link> visible = new TreeSet<>(NEWEST_FIRST);

        @Nullable Link put(Link link) {
            Link before = remove(link.id2());
            byId2.put(link.id2(), link);
            if (link.visibility() == Visibility.VISIBLE) {
                visible.add(link);
            }
            return before;
        }

        @Nullable Link remove(long id2) {
            Link before = byId2.remove(id2);
            if (before != null) {
                visible.remove(before);
            }
            return before;
        }
    }

    /** Guarded by this, like all that is in it. */
    private final TreeMap<ListKey, Links> lists = new TreeMap<>();

    /** Guarded by this. */
    private final TreeMap<Long, Node> nodes = new TreeMap<>(Long::compareUnsigned);

    /** Guarded by this. */
    private long nextNodeId;

    /** An empty graph, whose first added node gets {@code firstNodeId}. */
    public MemoryGraph(long firstNodeId) {
        this.nextNodeId = firstNodeId;
    }

    /** Puts {@code node} in under its own id, as a load does; later nodes get ids above it. */
    public synchronized void loadNode(Node node) {
        nodes.put(node.id(), node);
        if (Long.compareUnsigned(node.id(), nextNodeId) >= 0) {
            nextNodeId = node.id() + 1;
        }
    }

    @Override
    public synchronized Answer<Optional<Node>> node(long id) {
        return complete(Optional.ofNullable(nodes.get(id)));
    }

    @Override
    public synchronized Answer<Optional<Link>> link(long id1, long linkType, long id2) {
        return complete(Optional.ofNullable(find(id1, linkType, id2)));
    }

    @Override
    public synchronized Answer<List<Link>> links(long id1, long linkType, long[] id2s) {
        List<Link> found = new ArrayList<>();
        for (long id2 : id2s) {
            Link link = find(id1, linkType, id2);
            if (link != null) {
                found.add(link);
            }
        }
        return complete(List.copyOf(found));
    }

    @Override
    public synchronized Answer<LinkList> linkList(LinkQuery query) {
        List<Link> links =
                listOf(query.id1(), query.linkType()).visible.stream()
                        .dropWhile(link -> link.time() > query.maxTime())
                        .takeWhile(link -> link.time() >= query.minTime())
                        .skip(query.offset())
                        .limit(query.limit())
                        .toList();
        return complete(LinkList.of(query.id1(), query.linkType(), links));
    }

    @Override
    public synchronized Answer<Long> count(long id1, long linkType) {
        return complete((long) listOf(id1, linkType).visible.size());
    }

    @Override
    public synchronized Answer<List<TypeCount>> types(long id1) {
        List<TypeCount> types = new ArrayList<>();
        lists.subMap(new ListKey(id1, 0), true, new ListKey(id1, -1), true)
                .forEach(
                        (key, links) -> {
                            int count = links.visible.size();
                            if (count > 0) {
                                types.add(new TypeCount(key.linkType(), count));
                            }
                        });
        return complete(List.copyOf(types));
    }

    /** Tells all rows of one moment; calls go on while the visitor looks at them. */
    @Override
    public boolean scan(Visitor visitor) throws IOException {
        for (Rows rows : rows()) {
            Node node = rows.node();
            if (node != null) {
                visitor.node(node);
            }
            for (Link link : rows.links()) {
                visitor.link(link);
            }
        }
        return true;
    }

    /** What there is of one id. */
    private record Rows(@Nullable Node node, List<Link> links) {}

    private synchronized Collection<Rows> rows() {
        TreeMap<Long, Rows> rows = new TreeMap<>(Long::compareUnsigned);
        nodes.forEach((id, node) -> rows.put(id, new Rows(node, new ArrayList<>())));
        lists.forEach(
                (key, links) ->
                        rows.computeIfAbsent(key.id1(), _ -> new Rows(null, new ArrayList<>()))
                                .links()
                                .addAll(
                                        links.byId2.values().stream()
                                                .sorted(NEWEST_FIRST)
                                                .toList()));
        return rows.values();
    }

    @Override
    public synchronized Answer<Boolean> addLink(Link link) {
        return complete(put(link) == null);
    }

    @Override
    public synchronized Answer<Boolean> updateLink(Link link) {
        return complete(put(link) != null);
    }

    @Override
    public synchronized Answer<Boolean> deleteLink(
            long id1, long linkType, long id2, Deletion deletion) {
        Link before = find(id1, linkType, id2);
        if (before == null) {
            return complete(false);
        }
        switch (deletion) {
            case EXPUNGE -> writableListOf(id1, linkType).remove(id2);
            case HIDE ->
                    put(
                            new Link(
                                    id1,
                                    linkType,
                                    id2,
                                    Visibility.HIDDEN,
                                    before.version(),
                                    before.time(),
                                    before.data()));
        }
        return complete(true);
    }

    @Override
    public synchronized long addNode(Node node) {
        long id = nextNodeId++;
        nodes.put(id, new Node(id, node.type(), node.version(), node.time(), node.data()));
        return id;
    }

    @Override
    public synchronized Answer<Boolean> updateNode(Node node) {
        return complete(hasNode(node.id(), node.type()) && nodes.put(node.id(), node) != null);
    }

    @Override
    public synchronized Answer<Boolean> deleteNode(long id, long type) {
        return complete(hasNode(id, type) && nodes.remove(id) != null);
    }

    @Override
    public GraphReader with(Patience patience) {
        return this;
    }

    @Override
    public void close() {}

    private boolean hasNode(long id, long type) {
        Node node = nodes.get(id);
        return node != null && node.type() == type;
    }

    private @Nullable Link find(long id1, long linkType, long id2) {
        return listOf(id1, linkType).byId2.get(id2);
    }

    /** The list's links; not to be written to. */
    private Links listOf(long id1, long linkType) {
        return lists.getOrDefault(new ListKey(id1, linkType), Links.NONE);
    }

    private Links writableListOf(long id1, long linkType) {
        return lists.computeIfAbsent(new ListKey(id1, linkType), _ -> new Links());
    }

    private @Nullable Link put(Link link) {
        return writableListOf(link.id1(), link.linkType()).put(link);
    }

    private static <T> Answer<T> complete(T value) {
        return new Answer<>(value, true);
    }
}
