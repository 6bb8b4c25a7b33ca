package sluice.coordinator;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sluice.model.GraphReader;
import sluice.model.HotLink;
import sluice.model.HotNode;
import sluice.model.HotScan;
import sluice.model.Link;
import sluice.model.Node;

/**
 * Is shown a cold store and shows what the graph holds, with the rows of a hot store in their
 * places. The hot rows of one id at a time are in memory. Belongs to one thread.
 */
final class MergedScan implements GraphReader.Visitor, AutoCloseable {
    private static final Comparator<Link> IN_ORDER =
            Comparator.comparing(Link::linkType, Long::compareUnsigned)
                    .thenComparing(Comparator.comparingLong(Link::time).reversed())
                    .thenComparing(Link::id2, Long::compareUnsigned);

    private record Key(long linkType, long id2) {}

    private final HotScan hot;
    private final GraphReader.Visitor visitor;
    private @Nullable HotLink nextLink;
    private @Nullable HotNode nextNode;

    /** The id whose rows are being shown; its hot node until that is shown, its hot rows. */
    private long id;

    private boolean begun;
    private @Nullable HotNode node;
    private final Map<Key, HotLink> rows = new HashMap<>();

    /** The hot links of the id that were not shown yet. */
    private final ArrayDeque<Link> links = new ArrayDeque<>();

    MergedScan(HotScan hot, GraphReader.Visitor visitor) throws IOException {
        this.hot = hot;
        this.visitor = visitor;
        nextLink = hot.nextLink();
        nextNode = hot.nextNode();
    }

    @Override
    public void node(Node cold) throws IOException {
        moveTo(cold.id());
        HotNode row = node;
        node = null;
        Optional<Node> shown = row == null ? Optional.of(cold) : row.over(Optional.of(cold));
        if (shown.isPresent()) {
            visitor.node(shown.get());
        }
    }

    @Override
    public void link(Link cold) throws IOException {
        moveTo(cold.id1());
        showNode();
        while (!links.isEmpty() && IN_ORDER.compare(links.element(), cold) < 0) {
            visitor.link(links.remove());
        }
        HotLink row = rows.get(new Key(cold.linkType(), cold.id2()));
        if (row == null) {
            visitor.link(cold);
        } else if (row.kind() == HotLink.Kind.HIDES) {
            visitor.link(HotLink.hidden(cold));
        }
    }

    /** Shows what comes after the last cold row. */
    void end() throws IOException {
        endId();
        while (nextNode != null || nextLink != null) {
            begin(nextHotId());
            endId();
        }
    }

    private void moveTo(long coldId) throws IOException {
        if (begun && coldId == id) {
            return;
        }
        endId();
        while ((nextNode != null || nextLink != null)
                && Long.compareUnsigned(nextHotId(), coldId) < 0) {
            begin(nextHotId());
            endId();
        }
        begin(coldId);
    }

    private long nextHotId() {
        HotNode hotNode = nextNode;
        HotLink hotLink = nextLink;
        if (hotNode == null || hotLink == null) {
            return hotNode != null ? hotNode.id() : hotLink == null ? 0 : hotLink.link().id1();
        }
        long ofLink = hotLink.link().id1();
        return Long.compareUnsigned(hotNode.id(), ofLink) < 0 ? hotNode.id() : ofLink;
    }

    /** Takes the hot rows of {@code newId}, which is not above the next hot id. */
    private void begin(long newId) throws IOException {
        id = newId;
        begun = true;
        HotNode hotNode = nextNode;
        if (hotNode != null && hotNode.id() == id) {
            node = hotNode;
            nextNode = hot.nextNode();
        }
        List<Link> sorted = new ArrayList<>();
        HotLink row = nextLink;
        while (row != null && row.link().id1() == id) {
            rows.put(new Key(row.link().linkType(), row.link().id2()), row);
            if (row.kind() == HotLink.Kind.LINK) {
                sorted.add(row.link());
            }
            row = hot.nextLink();
        }
        nextLink = row;
        sorted.sort(IN_ORDER);
        links.addAll(sorted);
    }

    private void endId() throws IOException {
        showNode();
        while (!links.isEmpty()) {
            visitor.link(links.remove());
        }
        rows.clear();
    }

    /** Shows the hot node of an id of which the cold store has none. */
    private void showNode() throws IOException {
        HotNode row = node;
        node = null;
        Optional<Node> shown = row == null ? Optional.empty() : row.over(Optional.empty());
        if (shown.isPresent()) {
            visitor.node(shown.get());
        }
    }

    @Override
    public void close() {
        hot.close();
    }
}
