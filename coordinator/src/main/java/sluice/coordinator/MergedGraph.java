package sluice.coordinator;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import sluice.model.Answer;
import sluice.model.Asker;
import sluice.model.ColdStore;
import sluice.model.Deletion;
import sluice.model.ErrorCode;
import sluice.model.ForwardedReader;
import sluice.model.GraphReader;
import sluice.model.GraphStore;
import sluice.model.HotLink;
import sluice.model.HotNode;
import sluice.model.HotStore;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.Patience;
import sluice.model.SluiceException;
import sluice.model.names.Names;
import sluice.question.RowTypes;

/**
 * A hot and a cold store as one graph. All writes go to the hot store, whatever a load is doing;
 * what the hot store holds for a key stands before what the cold store has of it.
 *
 * <p>Writes to one list, and to one node, are one after the other; reads of one list see it as it
 * was at one moment, and take no lock. A write is seen by others before it is durable, and returned
 * from after: power loss can take what was read but was not acknowledged yet.
 */
public final class MergedGraph extends ForwardedReader implements GraphStore {
    private final HotStore hot;
    private final ColdStore cold;
    private final Waiting waiting;
    private final LongSupplier nanoClock;
    private final LinkWrites links;
    private final NodeWrites nodes;
    private final MergedReader reader;

    /** Why nothing is written any more; null while it is. */
    private volatile @Nullable String refusal;

    private volatile RowTypes types = new RowTypes(null);

    /**
     * Merges two stores, which {@link #close} does not close.
     *
     * @param firstNodeId of the first node that is added; without it, the first above all ids that
     *     were loaded, and 2^62 while a load copies its source or where ids are names
     */
    public MergedGraph(
            HotStore hot,
            ColdStore cold,
            OptionalLong firstNodeId,
            Waiting waiting,
            LongSupplier nanoClock) {
        this(hot, cold, firstNodeId, waiting, nanoClock, HeldIndex.NONE);
    }

    /** As above; {@code held} knows which cold lists the hot store holds whole. */
    MergedGraph(
            HotStore hot,
            ColdStore cold,
            OptionalLong firstNodeId,
            Waiting waiting,
            LongSupplier nanoClock,
            HeldIndex held) {
        this.hot = hot;
        this.cold = cold;
        this.waiting = waiting;
        this.nanoClock = nanoClock;
        this.links = new LinkWrites(hot, cold, new StripedLocks());
        this.nodes =
                new NodeWrites(hot, cold, new StripedLocks(), new NodeIds(hot, cold, firstNodeId));
        this.reader = new MergedReader(hot, cold, links, held);
    }

    @Override
    protected GraphReader reader() {
        return reader;
    }

    /** Has all writes from now on fail, saying {@code why}. */
    void refuseWrites(String why) {
        refusal = why;
    }

    /** Has writes refuse rows of types that {@code names} may yet give to a name. */
    void checkTypesBy(Names names) {
        types = new RowTypes(names);
    }

    /** Why all writes fail; empty while they do not. */
    Optional<String> writesRefused() {
        return Optional.ofNullable(refusal);
    }

    private void checkTaken() {
        String why = refusal;
        if (why != null) {
            throw new SluiceException(ErrorCode.STORE, why);
        }
    }

    @Override
    public Answer<Boolean> addLink(Link link) throws IOException {
        Answer<Boolean> existed = updateLink(link);
        return new Answer<>(!existed.value(), existed.complete());
    }

    @Override
    public Answer<Boolean> updateLink(Link link) throws IOException {
        checkTaken();
        types.check(link);
        return links.put(link);
    }

    @Override
    public Answer<Boolean> deleteLink(long id1, long linkType, long id2, Deletion deletion)
            throws IOException {
        checkTaken();
        return links.delete(id1, linkType, id2, deletion);
    }

    @Override
    public long addNode(Node node) throws IOException {
        checkTaken();
        types.check(node.type());
        return nodes.add(node);
    }

    @Override
    public Answer<Boolean> updateNode(Node node) throws IOException {
        checkTaken();
        return nodes.change(node.id(), node.type(), node);
    }

    @Override
    public Answer<Boolean> deleteNode(long id, long type) throws IOException {
        checkTaken();
        return nodes.change(id, type, null);
    }

    /**
     * Takes those of {@code rows}, which are of one list, out of the hot store that nobody has
     * written since they were read. To be called once {@link ColdStore#epoch} is that of content
     * which has them.
     */
    public void dropLinks(long id1, long linkType, List<HotLink> rows) throws IOException {
        links.drop(id1, linkType, rows);
    }

    /** As {@link #dropLinks}, of what there is for a node. */
    public void dropNode(HotNode row) throws IOException {
        nodes.drop(row);
    }

    @Override
    public GraphReader with(Patience patience) {
        return with(patience, new Asker());
    }

    @Override
    public GraphReader with(Patience patience, Asker asker) {
        if (patience.version() != 0) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "version %d was asked for, and this server answers from what it serves alone; ask a node of a ring"
                            .formatted(patience.version()));
        }
        return patience.whenPartial() == Patience.WhenPartial.ANSWER
                ? reader
                : new PatientReader(reader, cold, patience, asker, waiting, nanoClock);
    }

    /** Waits until all writes are durable. */
    @Override
    public void close() throws IOException {
        hot.awaitDurable();
    }
}
