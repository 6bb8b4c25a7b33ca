package sluice.cold.hbase;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import sluice.model.BucketStore;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.Visibility;

/**
 * What turns one graph into another, bucket by bucket, found out plainly: with both whole in
 * memory.
 */
final class GraphChange {
    /** Where a row stands: an id with its node before its links, these as lists have them. */
    private record Place(long id, boolean isLink, long type, long time, long id2, boolean hidden) {}

    private static final Comparator<Place> ORDER =
            Comparator.comparing(Place::id, Long::compareUnsigned)
                    .thenComparing(Place::isLink)
                    .thenComparing(Place::type, Long::compareUnsigned)
                    .thenComparing(Comparator.comparingLong(Place::time).reversed())
                    .thenComparing(Place::id2, Long::compareUnsigned)
                    .thenComparing(Place::hidden);

    private final int bucket;
    private final TreeMap<Place, Object> before;
    private final TreeMap<Place, Object> now;

    private GraphChange(int bucket, TreeMap<Place, Object> before, TreeMap<Place, Object> now) {
        this.bucket = bucket;
        this.before = before;
        this.now = now;
    }

    static GraphChange of(TestGraph before, TestGraph now, int bucket) throws IOException {
        return new GraphChange(bucket, rows(before, bucket), rows(now, bucket));
    }

    private static TreeMap<Place, Object> rows(TestGraph graph, int bucket) throws IOException {
        TreeMap<Place, Object> rows = new TreeMap<>(ORDER);
        graph.scan(
                bucket,
                new GraphReader.Visitor() {
                    @Override
                    public void node(Node node) {
                        rows.put(new Place(node.id(), false, 0, 0, 0, false), node);
                    }

                    @Override
                    public void link(Link link) {
                        rows.put(
                                new Place(
                                        link.id1(),
                                        true,
                                        link.linkType(),
                                        link.time(),
                                        link.id2(),
                                        link.visibility() == Visibility.HIDDEN),
                                link);
                    }
                });
        return rows;
    }

    void show(BucketStore.Changes changes) throws IOException {
        List<Place> places = new ArrayList<>(before.keySet());
        places.addAll(now.keySet());
        places.sort(ORDER);
        @Nullable Place list = null;
        for (Place place : places.stream().distinct().toList()) {
            if (list != null && !isOfList(place, list)) {
                count(list, changes);
            }
            list = place.isLink() ? place : null;
            show(before.get(place), now.get(place), changes);
        }
        if (list != null) {
            count(list, changes);
        }
    }

    private static void show(@Nullable Object was, @Nullable Object is, BucketStore.Changes changes)
            throws IOException {
        if (Objects.equals(was, is)) {
            return;
        }
        switch (is) {
            case Node node -> changes.node(node);
            case Link link -> changes.link(link);
            case null, default -> {
                switch (was) {
                    case Node node -> changes.gone(node);
                    case Link link -> changes.gone(link);
                    case null, default -> throw new AssertionError("neither was nor is");
                }
            }
        }
    }

    private static boolean isOfList(Place place, Place list) {
        return place.isLink() && place.id() == list.id() && place.type() == list.type();
    }

    private void count(Place list, BucketStore.Changes changes) throws IOException {
        long visible =
                now.keySet().stream()
                        .filter(place -> isOfList(place, list) && !place.hidden())
                        .count();
        changes.count(list.id(), list.type(), TestGraph.part(list.id(), bucket), visible);
    }
}
