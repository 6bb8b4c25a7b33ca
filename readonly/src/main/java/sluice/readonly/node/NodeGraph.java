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
import sluice.protocol.IndexPart;
import sluice.protocol.ScanAsk;
import sluice.readonly.Decision;
import sluice.readonly.route.OwnPart;
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
        return at(false);
    }

    /**
     * The version that was decided last. With {@code isPinned} all reads are of it, so that a
     * question has one version from its beginning to its end.
     */
    private At at(boolean isPinned) {
        RingState state = ring.get();
        Decision decided = versions.decision();
        int number = version(state, decided);
        RingGraph rest = isPinned && isNewer(state, decided) ? others.at(state) : others;
        // It may have opened by now the version that it lacked.
        boolean isHere = !state.excluded().contains(node) || state.lacking().contains(node);
        return new At(number, isHere, rest);
    }

    /** The version that reads are of, by what the ring serves and what this node has decided. */
    static int version(RingState state, Decision decided) {
        return isNewer(state, decided) ? state.version() : decided.current();
    }

    private static boolean isNewer(RingState state, Decision decided) {
        return state.isServing() && state.epoch() >= decided.epoch();
    }

    @Override
    public GraphReader with(Patience patience) {
        return patience.version() == 0 ? at(true) : new At(patience.version(), true, null);
    }

    /** The answer of this node alone to another one; see {@link ErrorCode#MISROUTED}. */
    IndexPart indexed(IndexPart.Ask ask) throws IOException {
        return new At(ask.version(), true, null)
                .askPart(
                        ask.partitions(),
                        version -> version.indexed(ask.query(), ask.partitions()));
    }

    /** As {@link #indexed}, of the rows of one partition. */
    boolean scan(ScanAsk.Part part, GraphReader.Visitor visitor) throws IOException {
        return new At(part.version(), true, null)
                .askPart(
                        List.of(part.partition()),
                        version -> version.scan(part.partition(), visitor));
    }

    /** A question to one version. */
    private interface Question<T> {
        T ask(GraphReader reader) throws IOException;
    }

    /** A question to the partitions of one version that are here. */
    private interface PartQuestion<T> {
        T ask(OpenVersion version) throws IOException;
    }

    /** A question to all partitions of one version. */
    private interface WholeQuestion<T> {
        /** The answer of the partitions that are here, which are all; {@code ring} may help out. */
        T here(OpenVersion version, @Nullable RingGraph ring) throws IOException;

        /** The answer of all nodes together; {@code own} is here. */
        T together(RingGraph ring, OwnPart own) throws IOException;
    }

    /** One version; elsewhere too, unless {@code rest} is null. */
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
                tellOfDamage(e);
            } finally {
                version.release();
            }
            return elsewhere(ErrorCode.MISROUTED, "partition " + version.partition(id), question);
        }

        private <T> T askAll(WholeQuestion<T> question) throws IOException {
            @Nullable OpenVersion version = isHere ? versions.lease(number) : null;
            if (version == null) {
                if (rest == null) {
                    throw missing(ErrorCode.VERSION_GONE, "version " + number);
                }
                return question.together(rest, OwnPart.NOTHING);
            }
            try {
                if (version.isWhole()) {
                    return question.here(version, rest);
                }
                if (rest == null) {
                    throw missing(ErrorCode.MISROUTED, "all partitions");
                }
                return question.together(rest, version);
            } finally {
                version.release();
            }
        }

        private <T> T askPart(List<Integer> partitions, PartQuestion<T> question)
                throws IOException {
            @Nullable OpenVersion version = versions.lease(number);
            if (version == null) {
                throw missing(ErrorCode.VERSION_GONE, "version " + number);
            }
            try {
                for (int partition : partitions) {
                    if (!version.has(partition)) {
                        throw missing(ErrorCode.MISROUTED, "partition " + partition);
                    }
                }
                return question.ask(version);
            } finally {
                version.release();
            }
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
                    "node %s does not have %s; see: sluice ring status RING".formatted(node, part));
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
            return askAll(
                    new WholeQuestion<>() {
                        @Override
                        public Boolean here(OpenVersion version, @Nullable RingGraph ring)
                                throws IOException {
                            // Replicas of another version have other rows.
                            return ring != null && ring.version() == number
                                    ? ring.scan(visitor, version)
                                    : version.reader().scan(visitor);
                        }

                        @Override
                        public Boolean together(RingGraph ring, OwnPart own) throws IOException {
                            return ring.scan(visitor, own);
                        }
                    });
        }

        @Override
        public Answer<IndexedIds> indexed(IndexQuery query) throws IOException {
            return askAll(
                    new WholeQuestion<>() {
                        @Override
                        public Answer<IndexedIds> here(
                                OpenVersion version, @Nullable RingGraph ring) throws IOException {
                            try {
                                return version.reader().indexed(query);
                            } catch (CorruptFileException e) {
                                if (ring == null) {
                                    throw e;
                                }
                                tellOfDamage(e);
                                return ring.indexed(query);
                            }
                        }

                        @Override
                        public Answer<IndexedIds> together(RingGraph ring, OwnPart own)
                                throws IOException {
                            try {
                                return ring.indexed(query, own);
                            } catch (CorruptFileException e) {
                                tellOfDamage(e);
                                return ring.indexed(query);
                            }
                        }
                    });
        }

        @Override
        public void close() {}
    }

    private static void tellOfDamage(CorruptFileException e) {
        LOG.log(Level.ERROR, "a replica is asked instead: " + e.getMessage());
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
