package sluice.client;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import sluice.model.Answer;
import sluice.model.Deletion;
import sluice.model.GraphReader;
import sluice.model.GraphStore;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.Node;
import sluice.model.Patience;
import sluice.model.TypeCount;
import sluice.protocol.FilePart;
import sluice.protocol.IdRange;
import sluice.protocol.IndexPart;
import sluice.protocol.Operation;
import sluice.protocol.Outlook;
import sluice.protocol.Pin;
import sluice.protocol.Result.NodeIdResult;
import sluice.protocol.Result.WriteResult;
import sluice.protocol.ScanAsk;
import sluice.protocol.SluiceMethods;

/**
 * A store behind a server. Safe for any number of threads, platform or virtual; the calls of many
 * travel together.
 *
 * <p>Every call ends by its deadline ({@link ClientOptions#deadline}). Where the server cannot be
 * reached, reads, and writes that were not sent, are tried again until then. A write that was sent
 * and not answered fails with {@link sluice.model.ErrorCode#DEADLINE}, and it is unknown whether it
 * was done.
 */
public final class SluiceClient implements GraphStore {
    private final RemoteCalls calls;
    private final RemoteReader reader;
    private final RemoteNames names;

    /** A client of the server that {@code options} name; it connects with the first call. */
    public static SluiceClient open(ClientOptions options) {
        return new SluiceClient(new RemoteCalls(options, System::nanoTime));
    }

    private SluiceClient(RemoteCalls calls) {
        this.calls = calls;
        this.reader = new RemoteReader(calls, Patience.NONE);
        this.names = new RemoteNames(calls);
    }

    @Override
    public GraphReader with(Patience patience) {
        return new RemoteReader(calls, patience);
    }

    @Override
    public Answer<Optional<Node>> node(long id) {
        return reader.node(id);
    }

    @Override
    public Answer<Optional<Link>> link(long id1, long linkType, long id2) {
        return reader.link(id1, linkType, id2);
    }

    @Override
    public Answer<List<Link>> links(long id1, long linkType, long[] id2s) {
        return reader.links(id1, linkType, id2s);
    }

    @Override
    public Answer<LinkList> linkList(LinkQuery query) {
        return reader.linkList(query);
    }

    @Override
    public Answer<Long> count(long id1, long linkType) {
        return reader.count(id1, linkType);
    }

    @Override
    public Answer<List<TypeCount>> types(long id1) {
        return reader.types(id1);
    }

    @Override
    public boolean scan(Visitor visitor) throws IOException {
        return reader.scan(visitor);
    }

    @Override
    public Answer<Boolean> addLink(Link link) {
        WriteResult written = write(new Operation.AddLink(link));
        return new Answer<>(!written.found(), written.complete());
    }

    @Override
    public Answer<Boolean> updateLink(Link link) {
        return found(write(new Operation.UpdateLink(link)));
    }

    @Override
    public Answer<Boolean> deleteLink(long id1, long linkType, long id2, Deletion deletion) {
        return found(write(new Operation.DeleteLink(id1, linkType, id2, deletion)));
    }

    @Override
    public long addNode(Node node) {
        return calls.call(new Operation.AddNode(node), Patience.NONE, NodeIdResult.class).id();
    }

    @Override
    public Answer<Boolean> updateNode(Node node) {
        return found(write(new Operation.UpdateNode(node)));
    }

    @Override
    public Answer<Boolean> deleteNode(long id, long type) {
        return found(write(new Operation.DeleteNode(id, type)));
    }

    /** The same server, asked by names and answering with names. It ends with this client. */
    public NamedClient byName() {
        return new NamedClient(calls, names, Patience.NONE);
    }

    /** The same server, asked by the values of properties. It ends with this client. */
    public RemoteQuestions questions() {
        return new RemoteQuestions(calls, Patience.NONE);
    }

    /** The names of the store behind the server. */
    public RemoteNames names() {
        return names;
    }

    /** When the rows of {@code id} will be in a segment, and what is built before them. */
    public Outlook outlook(long id) {
        return calls.ask(SluiceMethods.OUTLOOK, id);
    }

    /**
     * Has the ids of {@code range} built before all others until {@link #unpin}, or until the
     * server ends; returns all ranges that are.
     */
    public List<IdRange> pin(IdRange range) {
        return calls.ask(SluiceMethods.PIN, new Pin(range.first(), range.last(), false));
    }

    /** Takes {@link #pin} back; returns the ranges that are still pinned. */
    public List<IdRange> unpin(IdRange range) {
        return calls.ask(SluiceMethods.PIN, new Pin(range.first(), range.last(), true));
    }

    /** The state of its ring as JSON, for clients; fails on a server of no ring. */
    public byte[] ring() {
        return calls.ask(SluiceMethods.RING, 0L);
    }

    /** Bytes of a file of a version; fails on a server of no ring. */
    public FilePart file(FilePart.Ask ask) {
        return calls.ask(SluiceMethods.READ_FILE, ask);
    }

    /**
     * Ids that an index of a version has in some partitions; fails on a server of no ring, and soon
     * if the server cannot be reached.
     */
    public IndexPart indexed(IndexPart.Ask ask) {
        return calls.askNow(SluiceMethods.READ_INDEX, ask);
    }

    /**
     * Shows the rows of a partition of a version to {@code visitor}, as {@link #scan} does all;
     * fails on a server of no ring.
     */
    public boolean scan(ScanAsk.Part part, Visitor visitor) throws IOException {
        return calls.scan(new ScanAsk(false, part), visitor);
    }

    /** Ends the connections; calls that wait fail. */
    @Override
    public void close() {
        calls.close();
    }

    private WriteResult write(Operation operation) {
        return calls.call(operation, Patience.NONE, WriteResult.class);
    }

    private static Answer<Boolean> found(WriteResult written) {
        return new Answer<>(written.found(), written.complete());
    }
}
