package sluice.gremlin;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import sluice.gremlin.access.GraphAccess;
import sluice.model.Answer;
import sluice.model.GraphReader;
import sluice.model.GraphStore;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.Node;
import sluice.model.TypeCount;
import sluice.model.names.Names;
import sluice.question.Condition;
import sluice.schema.Schema;

/** Notes what is read of a store, in words. */
final class WatchedAccess implements GraphAccess {
    private final GraphAccess access;
    private final List<String> reads = new ArrayList<>();
    private boolean isPartial;

    WatchedAccess(GraphAccess access) {
        this.access = access;
    }

    /** The reads since the last call. */
    synchronized List<String> takeReads() {
        List<String> taken = List.copyOf(reads);
        reads.clear();
        return taken;
    }

    /** From now on answers are those of a store that is loaded into. */
    void answerPartly() {
        isPartial = true;
    }

    private synchronized void note(String format, Object... arguments) {
        reads.add(format.formatted(arguments));
    }

    private <T> Answer<T> seen(Answer<T> answer) {
        return new Answer<>(answer.value(), answer.complete() && !isPartial);
    }

    private String type(long type) {
        return names().typeName(type).map(Object::toString).orElse("property");
    }

    @Override
    public GraphReader reader() {
        GraphReader reader = access.reader();
        return new GraphReader() {
            @Override
            public Answer<Optional<Node>> node(long id) throws IOException {
                note("node");
                return seen(reader.node(id));
            }

            @Override
            public Answer<Optional<Link>> link(long id1, long linkType, long id2) {
                throw new UnsupportedOperationException();
            }

            @Override
            public Answer<List<Link>> links(long id1, long linkType, long[] id2s)
                    throws IOException {
                note("links %s: %d", type(linkType), id2s.length);
                return seen(reader.links(id1, linkType, id2s));
            }

            @Override
            public Answer<LinkList> linkList(LinkQuery query) throws IOException {
                Answer<LinkList> list = reader.linkList(query);
                note("list %s: %d", type(query.linkType()), list.value().size());
                return seen(list);
            }

            @Override
            public Answer<Long> count(long id1, long linkType) throws IOException {
                note("count %s", type(linkType));
                return seen(reader.count(id1, linkType));
            }

            @Override
            public Answer<List<TypeCount>> types(long id1) throws IOException {
                note("types");
                return seen(reader.types(id1));
            }

            @Override
            public boolean scan(Visitor visitor) throws IOException {
                note("scan");
                return reader.scan(visitor) && !isPartial;
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public @Nullable GraphStore writer() {
        return access.writer();
    }

    @Override
    public Names names() {
        return access.names();
    }

    @Override
    public Schema schema() throws IOException {
        return access.schema();
    }

    @Override
    public FoundIds find(List<Condition> conditions, OptionalLong after, int limit)
            throws IOException {
        FoundIds found = access.find(conditions, after, limit);
        note("find %s: %d", conditions, found.ids().length);
        return new FoundIds(found.ids(), found.more(), found.complete() && !isPartial);
    }

    @Override
    public void setProperty(long id, String predicate, String value) throws IOException {
        access.setProperty(id, predicate, value);
    }

    @Override
    public void deleteProperty(long id, String predicate, @Nullable String value)
            throws IOException {
        access.deleteProperty(id, predicate, value);
    }

    @Override
    public void close() throws IOException {
        access.close();
    }
}
