package sluice.experiments.demo;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import sluice.model.Answer;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.Node;
import sluice.model.TypeCount;
import sluice.model.Visibility;

/** The plainest reader: a list of links, of one type. */
class MapGraph implements GraphReader {
    final List<Link> links = new ArrayList<>();
    boolean complete = true;

    static Link link(long id1, long id2, long time, String data) {
        return new Link(
                id1, 1, id2, Visibility.VISIBLE, 0, time, data.getBytes(StandardCharsets.UTF_8));
    }

    void sort() {
        links.sort(
                Comparator.comparingLong(Link::id1)
                        .thenComparing(Comparator.comparingLong(Link::time).reversed())
                        .thenComparingLong(Link::id2));
    }

    @Override
    public Answer<LinkList> linkList(LinkQuery query) {
        List<Link> found =
                links.stream()
                        .filter(link -> link.id1() == query.id1())
                        .limit(query.limit())
                        .toList();
        int[] ends = found.stream().mapToInt(link -> link.data().length).toArray();
        Arrays.parallelPrefix(ends, Integer::sum);
        byte[] data = new byte[ends.length == 0 ? 0 : ends[ends.length - 1]];
        for (int i = 0; i < ends.length; i++) {
            byte[] own = found.get(i).data();
            System.arraycopy(own, 0, data, ends[i] - own.length, own.length);
        }
        return new Answer<>(
                new LinkList(
                        query.id1(),
                        query.linkType(),
                        ends.length,
                        found.stream().mapToLong(Link::id2).toArray(),
                        found.stream().mapToLong(Link::time).toArray(),
                        found.stream().mapToLong(Link::version).toArray(),
                        ends,
                        data),
                complete);
    }

    @Override
    public Answer<Optional<Link>> link(long id1, long linkType, long id2) {
        return new Answer<>(
                links.stream().filter(link -> link.id1() == id1 && link.id2() == id2).findFirst(),
                complete);
    }

    @Override
    public Answer<Long> count(long id1, long linkType) {
        return new Answer<>(links.stream().filter(link -> link.id1() == id1).count(), complete);
    }

    @Override
    public boolean scan(Visitor visitor) throws IOException {
        for (Link link : links) {
            visitor.link(link);
        }
        return complete;
    }

    @Override
    public Answer<Optional<Node>> node(long id) {
        throw new UnsupportedOperationException("the demo asks for no nodes");
    }

    @Override
    public Answer<List<Link>> links(long id1, long linkType, long[] id2s) {
        throw new UnsupportedOperationException("the demo asks for one link at a time");
    }

    @Override
    public Answer<List<TypeCount>> types(long id1) {
        throw new UnsupportedOperationException("the demo asks for no types");
    }

    @Override
    public void close() {
        links.clear();
    }

    /** Replaces the link of the same key. */
    void put(Link link) {
        links.removeIf(old -> old.id1() == link.id1() && old.id2() == link.id2());
        links.add(link);
        sort();
    }
}
