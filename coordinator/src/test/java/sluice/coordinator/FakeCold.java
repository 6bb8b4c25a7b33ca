package sluice.coordinator;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongPredicate;
import sluice.model.Answer;
import sluice.model.ColdStore;
import sluice.model.ColdView;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.MemoryGraph;
import sluice.model.Node;
import sluice.model.TypeCount;

/**
 * A cold store in memory, whose content is replaced whole, and which can be unable to answer for
 * some ids. What was published is not written to any more.
 */
final class FakeCold implements ColdStore {
    private record Content(
            MemoryGraph graph, boolean complete, LongPredicate answerable, long epoch) {}

    private volatile Content content;

    FakeCold(MemoryGraph graph, boolean complete) {
        content = new Content(graph, complete, _ -> true, 1);
    }

    synchronized void publish(MemoryGraph graph, boolean complete) {
        publish(graph, complete, _ -> true);
    }

    synchronized void publish(MemoryGraph graph, boolean complete, LongPredicate answerable) {
        content = new Content(graph, complete, answerable, content.epoch + 1);
    }

    /** A graph with the same nodes and links. */
    static MemoryGraph copy(GraphReader graph) throws IOException {
        MemoryGraph copy = new MemoryGraph(1);
        graph.scan(
                new GraphReader.Visitor() {
                    @Override
                    public void node(Node node) {
                        copy.loadNode(node);
                    }

                    @Override
                    public void link(Link link) {
                        copy.addLink(link);
                    }
                });
        return copy;
    }

    /** The same store, which keeps the links of {@link ListClients} in both directions. */
    static ColdStore bothWays(ColdStore cold) {
        return new ColdStore() {
            @Override
            public ColdView view() throws IOException {
                return cold.view();
            }

            @Override
            public long epoch() throws IOException {
                return cold.epoch();
            }

            @Override
            public OptionalLong otherWay(long linkType) {
                return ListClients.otherWay(linkType);
            }

            @Override
            public void close() throws IOException {
                cold.close();
            }
        };
    }

    MemoryGraph graph() {
        return content.graph;
    }

    @Override
    public ColdView view() {
        return new View(content);
    }

    @Override
    public long epoch() {
        return content.epoch;
    }

    @Override
    public void close() {}

    private record View(Content content) implements ColdView {
        @Override
        public long epoch() {
            return content.epoch;
        }

        @Override
        public boolean canAnswer(long id1) {
            return content.answerable.test(id1);
        }

        @Override
        public OptionalLong nextNodeId() {
            return content.complete ? OptionalLong.of(1 << 20) : OptionalLong.empty();
        }

        private <T> Answer<T> answer(long id1, Answer<T> answer) {
            if (!canAnswer(id1)) {
                throw new AssertionError("asked for what it cannot answer");
            }
            return new Answer<>(answer.value(), content.complete);
        }

        @Override
        public Answer<Optional<Node>> node(long id) {
            return answer(id, content.graph.node(id));
        }

        @Override
        public Answer<Optional<Link>> link(long id1, long linkType, long id2) {
            return answer(id1, content.graph.link(id1, linkType, id2));
        }

        @Override
        public Answer<List<Link>> links(long id1, long linkType, long[] id2s) {
            return answer(id1, content.graph.links(id1, linkType, id2s));
        }

        @Override
        public Answer<LinkList> linkList(LinkQuery query) {
            return answer(query.id1(), content.graph.linkList(query));
        }

        @Override
        public Answer<Long> count(long id1, long linkType) {
            return answer(id1, content.graph.count(id1, linkType));
        }

        @Override
        public Answer<List<TypeCount>> types(long id1) {
            return answer(id1, content.graph.types(id1));
        }

        @Override
        public boolean scan(Visitor visitor) throws IOException {
            content.graph.scan(visitor);
            return content.complete;
        }

        @Override
        public void close() {}
    }
}
