package sluice.readonly.route;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import sluice.client.ClientOptions;
import sluice.model.Answer;
import sluice.model.ErrorCode;
import sluice.model.GraphReader;
import sluice.model.IndexQuery;
import sluice.model.IndexedIds;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.Node;
import sluice.model.SluiceException;
import sluice.model.TypeCount;
import sluice.readonly.Partitions;

/**
 * A ring as one graph: each read goes to a node that has its id, and to another replica if that one
 * fails or is slow.
 *
 * <p>Each answer is from one version. The versions that one reader sees never go back, but by a
 * rollback. {@link #pin} gives several answers of one version. Thread-safe; the caller closes it.
 */
public final class RingGraph implements GraphReader {
    /** Those of a node without a pause. */
    private static final int ROUNDS_MAX = 3;

    /** After a round in which no node had the version of a client's pin, one more is made. */
    private static final int STALE_ROUNDS_MAX = 2;

    private static final long PAUSE_NANOS_MIN = 5_000_000;
    private static final int DOUBLINGS_MAX = 6;

    private final StateSource source;
    private final Router router;
    private final WholeReads whole;
    private final String except;

    /** A pinned one uses the router of another, and its version never changes. */
    private final boolean isPinned;

    private volatile Known known = new Known(RingState.UNKNOWN, null);

    private record Known(RingState state, @Nullable Partitions partitions) {}

    /** Tells how the ring stands. */
    public interface StateSource {
        /**
         * The state now; {@code isDoubted} if the last one that it gave has failed, so that it must
         * be looked up again.
         */
        RingState state(boolean isDoubted) throws IOException;
    }

    private RingGraph(
            StateSource source, Router router, WholeReads whole, String except, boolean isPinned) {
        this.source = source;
        this.router = router;
        this.whole = whole;
        this.except = except;
        this.isPinned = isPinned;
    }

    /**
     * The ring that {@code source} knows.
     *
     * @param options of the client of each node, but for the address; its deadline is that of each
     *     read
     * @param except a node that is never asked: the caller itself
     */
    public static RingGraph open(
            StateSource source, ClientOptions options, String except, LongSupplier nanoClock) {
        return open(source, options, except, "", nanoClock);
    }

    /** As above; replicas in {@code zone} are asked before all others. */
    public static RingGraph open(
            StateSource source,
            ClientOptions options,
            String except,
            String zone,
            LongSupplier nanoClock) {
        RingPeers peers = new RingPeers(options, nanoClock);
        long deadlineNanos = options.deadline().toNanos();
        Router router = new Router(peers, nanoClock, deadlineNanos, zone);
        WholeReads whole = new WholeReads(peers, router, nanoClock, deadlineNanos);
        return new RingGraph(source, router, whole, except, false);
    }

    /**
     * The newest state that was seen; one of an earlier decision is never taken. Neither is one
     * without a version in place of one with: a node that starts without its records may not know
     * the topology.
     */
    private Known known(boolean isDoubted) throws IOException {
        RingState next = source.state(isDoubted);
        Known before = known;
        boolean isLess = before.partitions() != null && !next.isServing();
        if (next.epoch() < before.state().epoch() || isLess || next.equals(before.state())) {
            return before;
        }
        Known now = new Known(next, next.isServing() ? Partitions.of(next.cuts()) : null);
        synchronized (this) {
            if (now.state().epoch() >= known.state().epoch()) {
                known = now;
            }
            return known;
        }
    }

    /** The version that reads are of now; 0 before the first. */
    public int version() throws IOException {
        return known(false).state().version();
    }

    /** How fast each node answered that was asked, by name. */
    public Map<String, PeerLatency> latencies() {
        return router.latencies();
    }

    /** A read by the state that is known, which ends at {@code endNanos}. */
    private interface Read<T> {
        T by(Known now, Partitions partitions, long endNanos) throws IOException;
    }

    /** {@code mayRepeat} tells whether another try would do no harm. */
    private <T> T read(BooleanSupplier mayRepeat, Read<T> read) throws IOException {
        Rounds rounds = new Rounds();
        try {
            while (true) {
                Known now = known(rounds.failed > 0);
                Partitions partitions = now.partitions();
                if (partitions == null) {
                    throw new SluiceException(
                            ErrorCode.STORE,
                            "the ring serves no version yet; see: sluice ring status RING");
                }
                try {
                    return read.by(now, partitions, rounds.endNanos);
                } catch (SluiceException e) {
                    // The state may be old: a node has moved, or the version is gone.
                    if (!mayRepeat.getAsBoolean() || !rounds.mayFollow(e)) {
                        throw e;
                    }
                }
            }
        } finally {
            rounds.end();
        }
    }

    /** The rounds of one read. In each, all replicas are asked. */
    private final class Rounds {
        private final long endNanos = router.endNanos();
        private int failed;
        private boolean isWaiting;

        /**
         * Whether a round may follow one that has failed so. A reader waits a little, and goes on
         * until its deadline: connections to several nodes may break at once, and a node that
         * starts again may not have opened yet what it has. A node waits for some reads only, as it
         * has others to answer.
         */
        boolean mayFollow(SluiceException e) {
            failed++;
            if (e.code() == ErrorCode.CONFIG || e.code() == ErrorCode.INTERRUPTED) {
                return false;
            }
            if (isPinned && except.isEmpty() && RingPeers.isStale(e)) {
                return failed < STALE_ROUNDS_MAX;
            }
            if (!except.isEmpty() && failed < ROUNDS_MAX) {
                return true;
            }
            if (!except.isEmpty() && !isWaiting) {
                isWaiting = router.mayWait();
                if (!isWaiting) {
                    return false;
                }
            }
            return router.paused(PAUSE_NANOS_MIN << Math.min(failed, DOUBLINGS_MAX), endNanos);
        }

        void end() {
            if (isWaiting) {
                router.waited();
            }
        }
    }

    private <T> T ask(long id, Router.Question<T> question) throws IOException {
        return read(
                () -> true,
                (now, partitions, endNanos) ->
                        router.ask(now.state(), partitions.find(id), except, endNanos, question));
    }

    /**
     * Reads of the version that is served now, also after the next push, for as long as nodes keep
     * it. It ends with this.
     */
    public GraphReader pin() throws IOException {
        return at(known(false).state());
    }

    /**
     * As {@link #pin}, of the version and by the routes of {@code state}, with the addresses of
     * nodes that are known last.
     */
    public RingGraph at(RingState state) {
        StateSource reached = isDoubted -> state.reachedAt(known(isDoubted).state().nodes());
        return new RingGraph(reached, router, whole, except, true);
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

    /**
     * Shows all rows, partition by partition. A row is shown once, also if a node fails while it
     * shows its rows. A partition of which no replica answers is left out, and the result says that
     * rows lack. Fails if the version goes while it is scanned.
     */
    @Override
    public boolean scan(Visitor visitor) throws IOException {
        return scan(visitor, OwnPart.NOTHING);
    }

    /** As {@link #scan(Visitor)}, with rows of the asker's own where they are of the version. */
    public boolean scan(Visitor visitor, OwnPart own) throws IOException {
        ResumedVisitor counted = new ResumedVisitor(visitor);
        return read(
                () -> !counted.hasRows(),
                (now, _, _) -> whole.scan(now.state(), of(now, own), except, counted));
    }

    /**
     * Ids of all partitions, by one request to each node. They are complete only if a replica of
     * every partition answered that can have ids of the page.
     */
    @Override
    public Answer<IndexedIds> indexed(IndexQuery query) throws IOException {
        return indexed(query, OwnPart.NOTHING);
    }

    /** As {@link #indexed(IndexQuery)}, with the asker's own ids if they are of the version. */
    public Answer<IndexedIds> indexed(IndexQuery query, OwnPart own) throws IOException {
        return read(
                () -> true, (now, _, _) -> whole.indexed(now.state(), query, of(now, own), except));
    }

    private static OwnPart of(Known now, OwnPart own) {
        return own.version() == now.state().version() ? own : OwnPart.NOTHING;
    }

    @Override
    public void close() {
        if (!isPinned) {
            router.close();
        }
    }
}
