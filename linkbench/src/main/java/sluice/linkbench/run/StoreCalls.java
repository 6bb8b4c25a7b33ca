package sluice.linkbench.run;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import sluice.generate.LinkBenchOptions;
import sluice.linkbench.workload.MixRequest;
import sluice.model.Answer;
import sluice.model.Deletion;
import sluice.model.GraphStore;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.Node;
import sluice.model.Visibility;

/** Sends requests to a store, each as one call. For one thread. */
final class StoreCalls {
    private static final long LINK_VERSION = 0;
    private static final long ADDED_NODE_VERSION = 1;
    private static final long UPDATED_NODE_VERSION = 2;
    private static final long NO_ID = -1;

    private final GraphStore store;
    private final BenchClock clock;
    private final int rangeLimit;

    StoreCalls(GraphStore store, BenchClock clock, int rangeLimit) {
        this.store = store;
        this.clock = clock;
        this.rangeLimit = rangeLimit;
    }

    void call(MixRequest request, Outcome outcome) throws IOException {
        switch (request.operation) {
            case ADD_LINK, UPDATE_LINK -> addLink(request, outcome);
            case DELETE_LINK -> deleteLink(request, outcome);
            case COUNT_LINK -> count(request, outcome);
            case MULTIGET_LINK -> multiGet(request, outcome);
            case GET_LINKS_LIST -> list(request, outcome);
            case ADD_NODE -> addNode(request, outcome);
            case UPDATE_NODE -> updateNode(request, outcome);
            case DELETE_NODE -> deleteNode(request, outcome);
            case GET_NODE -> getNode(request, outcome);
        }
    }

    private void addLink(MixRequest request, Outcome outcome) throws IOException {
        Answer<Boolean> added =
                store.addLink(
                        new Link(
                                request.id1,
                                request.linkType,
                                request.id2,
                                Visibility.VISIBLE,
                                LINK_VERSION,
                                clock.millis(),
                                data(request)));
        outcome.set(!added.value(), 1, request.lengthBytes, added.complete());
    }

    private void deleteLink(MixRequest request, Outcome outcome) throws IOException {
        Answer<Boolean> deleted =
                store.deleteLink(request.id1, request.linkType, request.id2, Deletion.HIDE);
        outcome.set(deleted.value(), deleted.value() ? 1 : 0, 0, deleted.complete());
    }

    private void count(MixRequest request, Outcome outcome) throws IOException {
        Answer<Long> count = store.count(request.id1, request.linkType);
        outcome.set(count.value() > 0, 1, 0, count.complete());
    }

    private void multiGet(MixRequest request, Outcome outcome) throws IOException {
        long[] id2s = Arrays.copyOf(request.id2s, request.id2Count);
        Answer<List<Link>> links = store.links(request.id1, request.linkType, id2s);
        long bytes = 0;
        for (Link link : links.value()) {
            bytes += link.data().length;
        }
        int found = links.value().size();
        outcome.set(found > 0, found, bytes, links.complete());
        outcome.keys = request.id2Count;
    }

    private void list(MixRequest request, Outcome outcome) throws IOException {
        LinkQuery query =
                request.history
                        ? new LinkQuery(
                                request.id1,
                                request.linkType,
                                0,
                                request.historyTime,
                                1,
                                rangeLimit)
                        : new LinkQuery(
                                request.id1, request.linkType, 0, Long.MAX_VALUE, 0, rangeLimit);
        Answer<LinkList> answer = store.linkList(query);
        LinkList list = answer.value();
        int size = list.size();
        outcome.set(size > 0, size, list.dataLengthBytes(), answer.complete());
        outcome.oldestTime = size > 0 ? list.time(size - 1) : 0;
    }

    private void addNode(MixRequest request, Outcome outcome) throws IOException {
        store.addNode(node(request, NO_ID, ADDED_NODE_VERSION));
        outcome.set(false, 1, request.lengthBytes, true);
    }

    private void updateNode(MixRequest request, Outcome outcome) throws IOException {
        Answer<Boolean> updated =
                store.updateNode(node(request, request.id1, UPDATED_NODE_VERSION));
        boolean found = updated.value();
        outcome.set(found, found ? 1 : 0, found ? request.lengthBytes : 0, updated.complete());
    }

    private void deleteNode(MixRequest request, Outcome outcome) throws IOException {
        Answer<Boolean> deleted = store.deleteNode(request.id1, LinkBenchOptions.NODE_TYPE);
        outcome.set(deleted.value(), deleted.value() ? 1 : 0, 0, deleted.complete());
    }

    /** A node of another type is none. */
    private void getNode(MixRequest request, Outcome outcome) throws IOException {
        Answer<Optional<Node>> answer = store.node(request.id1);
        Node node = answer.value().orElse(null);
        boolean found = node != null && node.type() == LinkBenchOptions.NODE_TYPE;
        long bytes = node != null && found ? node.data().length : 0;
        outcome.set(found, found ? 1 : 0, bytes, answer.complete());
    }

    private Node node(MixRequest request, long id, long version) {
        long timeSeconds = Math.floorDiv(clock.millis(), 1000L);
        return new Node(id, LinkBenchOptions.NODE_TYPE, version, timeSeconds, data(request));
    }

    /** The store keeps the data; the request's own array is filled again. */
    private static byte[] data(MixRequest request) {
        return Arrays.copyOf(request.data, request.lengthBytes);
    }
}
