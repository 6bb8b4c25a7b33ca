package sluice.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sluice.client.RemoteCalls.NamedAnswer;
import sluice.model.Answer;
import sluice.model.Deletion;
import sluice.model.ErrorCode;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.Node;
import sluice.model.Patience;
import sluice.model.PropertyTypes;
import sluice.model.SluiceException;
import sluice.model.TypeCount;
import sluice.model.Visibility;
import sluice.model.names.WrittenName;
import sluice.protocol.AnswerNames;
import sluice.protocol.Operation;
import sluice.protocol.OperationNames;
import sluice.protocol.Result;
import sluice.protocol.Result.WriteResult;
import sluice.protocol.ScanAsk;
import sluice.protocol.ScanRow;

/**
 * A served store that is asked by names, and answers with names: each operation is one call, as
 * with numbers.
 *
 * <pre>{@code
 * NamedClient people = client.byName();
 * people.linkList(WrittenName.of("Person:933"), WrittenName.of("knows"), 10);
 * }</pre>
 *
 * <p>A read of a name that the store does not have finds nothing; a write of one fails with {@link
 * ErrorCode#CONFIG}, since names come with loads. Thread-safe; it ends with the client that it is
 * of.
 */
public final class NamedClient {
    private final RemoteCalls calls;
    private final RemoteNames names;
    private final Patience patience;

    /** Whether the server is known to understand names; once it is, it is not asked again. */
    private volatile boolean isUnderstood;

    NamedClient(RemoteCalls calls, RemoteNames names, Patience patience) {
        this.calls = calls;
        this.names = names;
        this.patience = patience;
    }

    /** The same with reads of {@code wanted}. */
    public NamedClient with(Patience wanted) {
        return new NamedClient(calls, names, wanted);
    }

    /** The node {@code id}. */
    public Answer<Optional<NamedNode>> node(WrittenName id) {
        var found = ask(new Operation.GetNode(0), id, null, null, Result.NodeResult.class);
        Node node = found.result().node();
        return new Answer<>(
                Optional.ofNullable(node).map(each -> named(each, found.names())),
                found.result().complete());
    }

    /** The link of this key, also when it is hidden. */
    public Answer<Optional<NamedLink>> link(WrittenName id1, WrittenName type, WrittenName id2) {
        var found = ask(new Operation.GetLink(0, 0, 0), id1, type, id2, Result.LinkResult.class);
        Link link = found.result().link();
        return new Answer<>(
                Optional.ofNullable(link).map(each -> named(each, found.names())),
                found.result().complete());
    }

    /** Those of many links of one list that exist, hidden ones too, in the order asked. */
    public Answer<List<NamedLink>> links(
            WrittenName id1, WrittenName type, List<WrittenName> id2s) {
        if (id2s.isEmpty()) {
            return new Answer<>(List.of(), true);
        }
        requireNames();
        var found =
                calls.call(
                        new Operation.GetLinks(0, 0, new long[0]),
                        new OperationNames(id1, type, id2s, true),
                        patience,
                        Result.LinksResult.class);
        List<NamedLink> links = new ArrayList<>();
        found.result().links().forEach(link -> links.add(named(link, found.names())));
        return new Answer<>(links, found.result().complete());
    }

    /** The newest {@code limit} links of a list; those of equal time from the least id2 upwards. */
    public Answer<List<NamedLink>> linkList(WrittenName id1, WrittenName type, int limit) {
        return linkList(id1, type, LinkQuery.newest(0, 0, limit));
    }

    /** A part of a list, newest first; the id and the type of {@code part} are not looked at. */
    public Answer<List<NamedLink>> linkList(WrittenName id1, WrittenName type, LinkQuery part) {
        var found =
                ask(new Operation.GetLinkList(part), id1, type, null, Result.LinkListResult.class);
        LinkList list = found.result().list();
        List<NamedLink> links = new ArrayList<>(list.size());
        for (int index = 0; index < list.size(); index++) {
            links.add(named(list.link(index), found.names()));
        }
        return new Answer<>(links, found.result().complete());
    }

    /** How many visible links {@code (id1, type)} has. */
    public Answer<Long> count(WrittenName id1, WrittenName type) {
        var found = ask(new Operation.CountLinks(0, 0), id1, type, null, Result.CountResult.class);
        return new Answer<>(found.result().count(), found.result().complete());
    }

    /**
     * A link type and how many visible links there are of it, or a predicate and its values.
     *
     * @param type null where the type is a number
     * @param count by {@link PropertyTypes#isProperty} of a predicate
     */
    public record NamedTypeCount(@Nullable WrittenName type, TypeCount count) {}

    /** The link types of which {@code id1} has visible links, with their counts. */
    public Answer<List<NamedTypeCount>> types(WrittenName id1) {
        var found = ask(new Operation.ListTypes(0), id1, null, null, Result.TypesResult.class);
        List<NamedTypeCount> types = new ArrayList<>();
        for (TypeCount type : found.result().types()) {
            boolean isProperty = PropertyTypes.isProperty(type.linkType());
            long named = isProperty ? PropertyTypes.predicateOf(type.linkType()) : type.linkType();
            types.add(new NamedTypeCount(found.names().types().get(named), type));
        }
        return new Answer<>(types, found.result().complete());
    }

    /** All fields of a link beside its key. */
    public record LinkFields(Visibility visibility, long version, long time, byte[] data) {
        /** A visible link of this time. */
        public static LinkFields at(long time, byte[] data) {
            return new LinkFields(Visibility.VISIBLE, 0, time, data);
        }

        private Link link() {
            return new Link(0, 0, 0, visibility, version, time, data);
        }
    }

    /** Adds the link, or replaces that of its key; the answer is whether it was new. */
    public Answer<Boolean> addLink(
            WrittenName id1, WrittenName type, WrittenName id2, LinkFields fields) {
        Answer<Boolean> found = write(new Operation.AddLink(fields.link()), id1, type, id2);
        return new Answer<>(!found.value(), found.complete());
    }

    /** Replaces the link of this key, or adds it; the answer is whether it was there. */
    public Answer<Boolean> updateLink(
            WrittenName id1, WrittenName type, WrittenName id2, LinkFields fields) {
        return write(new Operation.UpdateLink(fields.link()), id1, type, id2);
    }

    /** Hides or removes the link of this key; the answer is whether it was there. */
    public Answer<Boolean> deleteLink(
            WrittenName id1, WrittenName type, WrittenName id2, Deletion deletion) {
        return write(new Operation.DeleteLink(0, 0, 0, deletion), id1, type, id2);
    }

    /** Adds a node of the type {@code type}; the server chooses its id, which has no name. */
    public long addNode(WrittenName type, long version, long time, byte[] data) {
        Node node = new Node(0, 0, version, time, data);
        var added = ask(new Operation.AddNode(node), null, type, null, Result.NodeIdResult.class);
        return added.result().id();
    }

    /** Replaces version, time and data of a node; the answer is whether it was there. */
    public Answer<Boolean> updateNode(
            WrittenName id, WrittenName type, long version, long time, byte[] data) {
        Node node = new Node(0, 0, version, time, data);
        return write(new Operation.UpdateNode(node), id, type, null);
    }

    /** Removes a node of this id and type; the answer is whether it was there. */
    public Answer<Boolean> deleteNode(WrittenName id, WrittenName type) {
        return write(new Operation.DeleteNode(0, 0), id, type, null);
    }

    /** Receives what {@link #scan} finds. */
    public interface Visitor {
        void node(NamedNode node) throws IOException;

        void link(NamedLink link) throws IOException;
    }

    /**
     * Shows every node and link, as {@link SluiceClient#scan} does; returns whether that was all.
     * The rows of properties are links without names but that of their node.
     */
    public boolean scan(Visitor visitor) throws IOException {
        requireNames();
        return calls.scan(
                new ScanAsk(true),
                part -> {
                    AnswerNames found = part.names() == null ? AnswerNames.NONE : part.names();
                    for (ScanRow row : part.rows()) {
                        switch (row) {
                            case ScanRow.OfNode(var node) -> visitor.node(named(node, found));
                            case ScanRow.OfLink(var link) -> visitor.link(named(link, found));
                        }
                    }
                });
    }

    private Answer<Boolean> write(
            Operation operation, WrittenName id, WrittenName type, @Nullable WrittenName id2) {
        WriteResult written = ask(operation, id, type, id2, WriteResult.class).result();
        return new Answer<>(written.found(), written.complete());
    }

    private <T extends Result> NamedAnswer<T> ask(
            Operation operation,
            @Nullable WrittenName id,
            @Nullable WrittenName type,
            @Nullable WrittenName id2,
            Class<T> kind) {
        requireNames();
        List<WrittenName> second = id2 == null ? List.of() : List.of(id2);
        OperationNames asked = new OperationNames(id, type, second, true);
        boolean isWrite = operation.verb().isWrite();
        return calls.call(operation, asked, isWrite ? Patience.NONE : patience, kind);
    }

    private void requireNames() {
        if (!isUnderstood && !names.areUnderstood()) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "the server is of an earlier version, which knows numbers only; use a server"
                            + " of this client's version");
        }
        isUnderstood = true;
    }

    private static NamedNode named(Node node, AnswerNames found) {
        return new NamedNode(found.ids().get(node.id()), found.types().get(node.type()), node);
    }

    private static NamedLink named(Link link, AnswerNames found) {
        // The row of a property has its slot there, which may be the number of any node.
        boolean hasSlot = PropertyTypes.isProperty(link.linkType());
        return new NamedLink(
                found.ids().get(link.id1()),
                found.types().get(link.linkType()),
                hasSlot ? null : found.ids().get(link.id2()),
                link);
    }
}
