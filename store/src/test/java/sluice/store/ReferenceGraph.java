package sluice.store;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import sluice.model.Answer;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.Node;
import sluice.model.TypeCount;
import sluice.model.Visibility;

/**
 * What a store must answer, worked out slowly and plainly: sorted maps and linear passes, nothing
 * of the store's own code. Give it all rows in source order, then ask. Belongs to one thread.
 *
 * <p>Of two rows with one key the one with the higher version wins, then the higher time, then the
 * later one; a deletion is a row like any other that leaves nothing when it wins.
 */
@NullMarked
public final class ReferenceGraph implements GraphReader {
    /** The order of links in a link list. */
    public static final Comparator<Link> NEWEST_FIRST =
            Comparator.comparingLong(Link::time)
                    .reversed()
                    .thenComparing(Link::id2, Long::compareUnsigned);

    private record LinkKey(long id1, long linkType, long id2) implements Comparable<LinkKey> {
        @Override
        public int compareTo(LinkKey other) {
            int order = Long.compareUnsigned(id1, other.id1);
            if (order == 0) {
                order = Long.compareUnsigned(linkType, other.linkType);
            }
            return order != 0 ? order : Long.compareUnsigned(id2, other.id2);
        }
    }

    /** What a key holds; {@code value} is null where the last word is a deletion. */
    private record Entry<T>(long version, long time, @Nullable T value) {
        boolean yieldsTo(long laterVersion, long laterTime) {
            return laterVersion > version || (laterVersion == version && laterTime >= time);
        }
    }

    private final TreeMap<LinkKey, Entry<Link>> links = new TreeMap<>();
    private final TreeMap<Long, Entry<Node>> nodes = new TreeMap<>(Long::compareUnsigned);
    private boolean complete = true;

    public void addLink(Link link) {
        LinkKey key = new LinkKey(link.id1(), link.linkType(), link.id2());
        put(links, key, new Entry<>(link.version(), link.time(), link));
    }

    public void addNode(Node node) {
        put(nodes, node.id(), new Entry<>(node.version(), node.time(), node));
    }

    public void deleteLink(long id1, long linkType, long id2, long version, long time) {
        put(links, new LinkKey(id1, linkType, id2), new Entry<>(version, time, null));
    }

    public void deleteNode(long id, long version, long time) {
        put(nodes, id, new Entry<>(version, time, null));
    }

    /** What a finished load does: from now on it is as if what was deleted had never been. */
    public void forgetDeletions() {
        links.values().removeIf(entry -> entry.value() == null);
        nodes.values().removeIf(entry -> entry.value() == null);
    }

    /** Whether answers say that they are complete; true to begin with. */
    public void setComplete(boolean newComplete) {
        complete = newComplete;
    }

    private static <K, T> void put(TreeMap<K, Entry<T>> entries, K key, Entry<T> later) {
        Entry<T> before = entries.get(key);
        if (before == null || before.yieldsTo(later.version(), later.time())) {
            entries.put(key, later);
        }
    }

    /** All nodes, by id. */
    public List<Node> allNodes() {
        List<Node> found = new ArrayList<>();
        for (Entry<Node> entry : nodes.values()) {
            if (entry.value() != null) {
                found.add(entry.value());
            }
        }
        return found;
    }

    /** All links, hidden ones too, by id1, type and then newest first. */
    public List<Link> allLinks() {
        List<Link> found = new ArrayList<>();
        for (Entry<Link> entry : links.values()) {
            if (entry.value() != null) {
                found.add(entry.value());
            }
        }
        found.sort(
                Comparator.comparing(Link::id1, Long::compareUnsigned)
                        .thenComparing(Link::linkType, Long::compareUnsigned)
                        .thenComparing(NEWEST_FIRST));
        return found;
    }

    @Override
    public Answer<Optional<Node>> node(long id) {
        Entry<Node> entry = nodes.get(id);
        return answer(entry == null ? Optional.empty() : Optional.ofNullable(entry.value()));
    }

    @Override
    public Answer<Optional<Link>> link(long id1, long linkType, long id2) {
        Entry<Link> entry = links.get(new LinkKey(id1, linkType, id2));
        return answer(entry == null ? Optional.empty() : Optional.ofNullable(entry.value()));
    }

    @Override
    public Answer<List<Link>> links(long id1, long linkType, long[] id2s) {
        List<Link> found = new ArrayList<>();
        for (long id2 : id2s) {
            link(id1, linkType, id2).value().ifPresent(found::add);
        }
        return answer(found);
    }

    /** The links that {@link #linkList} would return. */
    public List<Link> list(LinkQuery query) {
        return visible(query.id1(), query.linkType()).stream()
                .filter(link -> query.minTime() <= link.time() && link.time() <= query.maxTime())
                .skip(query.offset())
                .limit(query.limit())
                .toList();
    }

    @Override
    public Answer<LinkList> linkList(LinkQuery query) {
        List<Link> found = list(query);
        int[] dataEnds = new int[found.size()];
        byte[] data = new byte[found.stream().mapToInt(link -> link.data().length).sum()];
        int end = 0;
        for (int i = 0; i < dataEnds.length; i++) {
            byte[] one = found.get(i).data();
            System.arraycopy(one, 0, data, end, one.length);
            end += one.length;
            dataEnds[i] = end;
        }
        return answer(
                new LinkList(
                        query.id1(),
                        query.linkType(),
                        found.size(),
                        found.stream().mapToLong(Link::id2).toArray(),
                        found.stream().mapToLong(Link::time).toArray(),
                        found.stream().mapToLong(Link::version).toArray(),
                        dataEnds,
                        data));
    }

    @Override
    public Answer<Long> count(long id1, long linkType) {
        return answer((long) visible(id1, linkType).size());
    }

    @Override
    public Answer<List<TypeCount>> types(long id1) {
        TreeMap<Long, Long> counts = new TreeMap<>(Long::compareUnsigned);
        for (Link link : ofId(id1)) {
            if (link.visibility() == Visibility.VISIBLE) {
                counts.merge(link.linkType(), 1L, Long::sum);
            }
        }
        List<TypeCount> types = new ArrayList<>();
        counts.forEach((type, count) -> types.add(new TypeCount(type, count)));
        return answer(types);
    }

    @Override
    public boolean scan(Visitor visitor) throws java.io.IOException {
        List<Node> restNodes = allNodes();
        List<Link> restLinks = allLinks();
        int node = 0;
        for (Link link : restLinks) {
            while (node < restNodes.size()
                    && Long.compareUnsigned(restNodes.get(node).id(), link.id1()) <= 0) {
                visitor.node(restNodes.get(node++));
            }
            visitor.link(link);
        }
        while (node < restNodes.size()) {
            visitor.node(restNodes.get(node++));
        }
        return complete;
    }

    private List<Link> visible(long id1, long linkType) {
        return ofId(id1).stream()
                .filter(
                        link ->
                                link.linkType() == linkType
                                        && link.visibility() == Visibility.VISIBLE)
                .sorted(NEWEST_FIRST)
                .toList();
    }

    private List<Link> ofId(long id1) {
        List<Link> found = new ArrayList<>();
        for (Entry<Link> entry :
                links.subMap(new LinkKey(id1, 0, 0), true, new LinkKey(id1, -1, -1), true)
                        .values()) {
            if (entry.value() != null) {
                found.add(entry.value());
            }
        }
        return found;
    }

    private <T> Answer<T> answer(T value) {
        return new Answer<>(value, complete);
    }

    @Override
    public void close() {}
}
