package sluice.readonly.node;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import sluice.model.Answer;
import sluice.model.Deletion;
import sluice.model.ErrorCode;
import sluice.model.ForwardedReader;
import sluice.model.GraphReader;
import sluice.model.GraphStore;
import sluice.model.IndexQuery;
import sluice.model.IndexedIds;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.Node;
import sluice.model.Patience;
import sluice.model.SluiceException;
import sluice.model.TypeCount;
import sluice.readonly.route.RingGraph;
import sluice.readonly.route.RingState;
import sluice.storage.CorruptFileException;

/**
 * A node of a ring as the graph that its server shows. Each answer is from one version. It takes no
 * writes. Thread-safe.
 *
 * <p>A read that names a version is answered from that one, here, or it fails: so nodes ask one
 * another. Any other read is of the version that was decided last; what is not here is asked of the
 * nodes that have it.
 */
final class NodeGraph extends ForwardedReader implements GraphStore {
    private static final Logger LOG = System.getLogger(NodeGraph.class.getName());

    private final String node;
    private final OpenVersions versions;
    private final Supplier<RingState> ring;
    private final RingGraph others;

    /** {@code ring} tells how the ring stands; {@code others} asks its other nodes. */
    NodeGraph(String node, OpenVersions versions, Supplier<RingState> ring, RingGraph others) {
        this.node = node;
        this.versions = versions;
        this.ring = ring;
        this.others = others;
    }

    @Override
    protected GraphReader reader() {
        RingState state = ring.get();
        boolean isNewer = state.isServing() && state.epoch() >= versions.decision().epoch();
        return new At(isNewer ? state.version() : 0, !state.excluded().contains(node), others);
    }

    @Override
    public GraphReader with(Patience patience) {
        return patience.version() == 0 ? reader() : new At(patience.version(), true, null);
    }

    /** A question to one version. */
    private interface Question<T> {
        T ask(GraphReader reader) throws IOException;
    }

    /**
     * One version, 0 for the one that is served here; elsewhere too, unless {@code rest} is null.
     */
    private final class At implements GraphReader {
        private final int number;
        private final boolean isHere;
        private final @Nullable RingGraph rest;

        At(int number, boolean isHere, @Nullable RingGraph rest) {
            this.number = number;
            this.isHere = isHere;
            this.rest = rest;
        }

        private <T> T ask(long id, Question<T> question) throws IOException {
            @Nullable OpenVersion version = isHere ? versions.lease(number) : null;
            if (version == null) {
                return elsewhere(ErrorCode.VERSION_GONE, "version " + number, question);
            }
            try {
                if (version.holds(id)) {
                    return question.ask(version.reader());
                }
            } catch (CorruptFileException e) {
                if (rest == null) {
                    throw e;
                }
                LOG.log(Level.ERROR, "a replica is asked instead: " + e.getMessage());
            } finally {
                version.release();
            }
            return elsewhere(ErrorCode.MISROUTED, "partition " + version.partition(id), question);
        }

        private <T> T askAll(Question<T> question) throws IOException {
            @Nullable OpenVersion version = versions.lease(number);
            if (version == null) {
                throw missing(ErrorCode.VERSION_GONE, "version " + number);
            }
            try {
                if (version.isWhole()) {
                    return question.ask(version.reader());
                }
            } finally {
                version.release();
            }
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "node %s has a part of the partitions, and scans and questions by value need all; make the ring with as many replicas as nodes"
                            .formatted(node));
        }

        private <T> T elsewhere(ErrorCode code, String part, Question<T> question)
                throws IOException {
            if (rest == null) {
                throw missing(code, part);
            }
            return question.ask(rest);
        }

        private SluiceException missing(ErrorCode code, String part) {
            return new SluiceException(
                    code,
                    "node %s does not have %s; see: sluice ring status".formatted(node, part));
        }

        @Override
        public Answer<Optional<Node>> node(long id) throws IOException {
            return ask(id, reader -> reader.node(id));
        }

        @Override
        public Answer<Optional<Link>> link(long id1, long linkType, long id2) throws IOException {
            return ask(id1, reader -> reader.link(id1, linkType, id2));
        }

        @Override
        public Answer<List<Link>> links(long id1, long linkType, long[] id2s) throws IOException {
            return ask(id1, reader -> reader.links(id1, linkType, id2s));
        }

        @Override
        public Answer<LinkList> linkList(LinkQuery query) throws IOException {
            return ask(query.id1(), reader -> reader.linkList(query));
        }

        @Override
        public Answer<Long> count(long id1, long linkType) throws IOException {
            return ask(id1, reader -> reader.count(id1, linkType));
        }

        @Override
        public Answer<List<TypeCount>> types(long id1) throws IOException {
            return ask(id1, reader -> reader.types(id1));
        }

        @Override
        public boolean scan(Visitor visitor) throws IOException {
            return askAll(reader -> reader.scan(visitor));
        }

        @Override
        public Answer<IndexedIds> indexed(IndexQuery query) throws IOException {
            return askAll(reader -> reader.indexed(query));
        }

        @Override
        public void close() {}
    }

    /** Why no write is taken. */
    String refusal() {
        return "node %s serves versions read-only; put rows into the next version and push it: sluice ring push"
                .formatted(node);
    }

    private SluiceException readOnly() {
        return new SluiceException(ErrorCode.STORE, refusal());
    }

    @Override
    public Answer<Boolean> addLink(Link link) {
        throw readOnly();
    }

    @Override
    public Answer<Boolean> updateLink(Link link) {
        throw readOnly();
    }

    @Override
    public Answer<Boolean> deleteLink(long id1, long linkType, long id2, Deletion deletion) {
        throw readOnly();
    }

    @Override
    public long addNode(Node added) {
        throw readOnly();
    }

    @Override
    public Answer<Boolean> updateNode(Node updated) {
        throw readOnly();
    }

    @Override
    public Answer<Boolean> deleteNode(long id, long type) {
        throw readOnly();
    }

    @Override
    public void close() {}
}
