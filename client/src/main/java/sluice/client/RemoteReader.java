package sluice.client;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import sluice.model.Answer;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.Node;
import sluice.model.Patience;
import sluice.model.TypeCount;
import sluice.protocol.Operation;
import sluice.protocol.Result;
import sluice.protocol.ScanAsk;

/** The reads of a client with one patience. */
final class RemoteReader implements GraphReader {
    private final RemoteCalls calls;
    private final Patience patience;

    RemoteReader(RemoteCalls calls, Patience patience) {
        this.calls = calls;
        this.patience = patience;
    }

    @Override
    public Answer<Optional<Node>> node(long id) {
        Result.NodeResult found =
                calls.call(new Operation.GetNode(id), patience, Result.NodeResult.class);
        return new Answer<>(Optional.ofNullable(found.node()), found.complete());
    }

    @Override
    public Answer<Optional<Link>> link(long id1, long linkType, long id2) {
        Result.LinkResult found =
                calls.call(
                        new Operation.GetLink(id1, linkType, id2),
                        patience,
                        Result.LinkResult.class);
        return new Answer<>(Optional.ofNullable(found.link()), found.complete());
    }

    @Override
    public Answer<List<Link>> links(long id1, long linkType, long[] id2s) {
        Result.LinksResult found =
                calls.call(
                        new Operation.GetLinks(id1, linkType, id2s.clone()),
                        patience,
                        Result.LinksResult.class);
        return new Answer<>(found.links(), found.complete());
    }

    @Override
    public Answer<LinkList> linkList(LinkQuery query) {
        Result.LinkListResult found =
                calls.call(new Operation.GetLinkList(query), patience, Result.LinkListResult.class);
        return new Answer<>(found.list(), found.complete());
    }

    @Override
    public Answer<Long> count(long id1, long linkType) {
        Result.CountResult found =
                calls.call(
                        new Operation.CountLinks(id1, linkType),
                        patience,
                        Result.CountResult.class);
        return new Answer<>(found.count(), found.complete());
    }

    @Override
    public Answer<List<TypeCount>> types(long id1) {
        Result.TypesResult found =
                calls.call(new Operation.ListTypes(id1), patience, Result.TypesResult.class);
        return new Answer<>(found.types(), found.complete());
    }

    @Override
    public boolean scan(Visitor visitor) throws IOException {
        return calls.scan(ScanAsk.NUMBERS, visitor);
    }

    @Override
    public void close() {}
}
