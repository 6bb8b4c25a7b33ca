package sluice.readonly.node;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sluice.model.Answer;
import sluice.model.Deletion;
import sluice.model.ErrorCode;
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

/**
 * A node of a ring as the graph that its server shows: read from the version that is served, each
 * answer from one version. It takes no writes. Thread-safe.
 */
final class NodeGraph implements GraphStore {
    private final String node;
    private final OpenVersions versions;

    NodeGraph(String node, OpenVersions versions) {
        this.node = node;
        this.versions = versions;
    }

    /** A question to one version. */
    private interface Question<T> {
        T ask(GraphReader reader) throws IOException;
    }

    private OpenVersion lease() {
        @Nullable OpenVersion version = versions.lease(0);
        if (version == null) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "node %s serves no version yet; see: sluice ring status".formatted(node));
        }
        return version;
    }

    private <T> T ask(long id, Question<T> question) throws IOException {
        OpenVersion version = lease();
        try {
            if (!version.holds(id)) {
                throw elsewhere(version, "partition " + version.partition(id));
            }
            return question.ask(version.reader());
        } finally {
            version.release();
        }
    }

    private <T> T askAll(Question<T> question) throws IOException {
        OpenVersion version = lease();
        try {
            if (!version.isWhole()) {
                throw elsewhere(version, "a part of the ids");
            }
            return question.ask(version.reader());
        } finally {
            version.release();
        }
    }

    private SluiceException elsewhere(OpenVersion version, String part) {
        return new SluiceException(
                ErrorCode.STORE,
                "node %s does not hold %s of version %d; ask a node that does: sluice ring status"
                        .formatted(node, part, version.number()));
    }

    @Override
    public GraphReader with(Patience patience) {
        return this;
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
