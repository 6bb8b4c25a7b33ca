package sluice.readonly.route;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import sluice.client.ClientOptions;
import sluice.client.SluiceClient;
import sluice.model.ErrorCode;
import sluice.model.GraphReader;
import sluice.model.Patience;
import sluice.model.SluiceException;
import sluice.readonly.Life;

/** Clients of the nodes of a ring, each made when it is first asked. Thread-safe. */
final class RingPeers implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(RingPeers.class.getName());
    private static final int SAMPLES = 256;

    private final ClientOptions options;
    private final LongSupplier nanoClock;

    /** Guarded by this. */
    private final Map<String, Peer> peers = new HashMap<>();

    /** Those that have refused the last read, as after one whose token is another. As above. */
    private final Set<String> refusing = new HashSet<>();

    private boolean isClosed;

    /** A node as it is reached now. */
    private record Peer(Life life, SluiceClient client, FailureDetector detector, LastReads reads) {
        boolean isAt(Life other) {
            return life.host().equals(other.host()) && life.port() == other.port();
        }
    }

    /** How long the last reads of a node took. Guarded by its owner. */
    private static final class LastReads {
        private final long[] nanos = new long[SAMPLES];
        private long count;

        void add(long taken) {
            nanos[(int) (count++ % SAMPLES)] = taken;
        }

        PeerLatency latency(boolean isDown) {
            int known = (int) Math.min(count, SAMPLES);
            if (known == 0) {
                return new PeerLatency(0, 0, 0, isDown);
            }
            long[] sorted = Arrays.copyOf(nanos, known);
            Arrays.sort(sorted);
            return new PeerLatency(
                    sorted[known / 2] / 1_000, sorted[known * 99 / 100] / 1_000, count, isDown);
        }
    }

    /** {@code options} are those of each client, but for the address. */
    RingPeers(ClientOptions options, LongSupplier nanoClock) {
        this.options = options;
        this.nanoClock = nanoClock;
    }

    private long nowMillis() {
        return nanoClock.getAsLong() / 1_000_000;
    }

    /** The node {@code name}, asked for the version of {@code state}; null as below. */
    @Nullable GraphReader reader(RingState state, String name) {
        @Nullable SluiceClient client = client(state, name);
        return client == null ? null : client.with(Patience.of(state.version()));
    }

    /** A client of the node {@code name}; null if nobody knows where it is. */
    synchronized @Nullable SluiceClient client(RingState state, String name) {
        @Nullable Life life = state.nodes().get(name);
        if (life == null || isClosed) {
            return null;
        }
        Peer peer = peers.get(name);
        if (peer == null || !peer.life().equals(life)) {
            boolean isSamePlace = peer != null && peer.isAt(life);
            if (peer != null && !isSamePlace) {
                peer.client().close();
            }
            // A process that was started again is reached by the client that is there, which
            // other reads are using.
            SluiceClient client =
                    peer != null && isSamePlace
                            ? peer.client()
                            : SluiceClient.open(options.at(life.host(), life.port()));
            peer = new Peer(life, client, new FailureDetector(nowMillis()), new LastReads());
            peers.put(name, peer);
        }
        return peer.client();
    }

    /** {@code names} with those that answer first, each group in its order. */
    synchronized List<String> ordered(List<String> names) {
        List<String> ordered = new ArrayList<>();
        List<String> down = new ArrayList<>();
        for (String name : names) {
            Peer peer = peers.get(name);
            (peer != null && peer.detector().isDown() ? down : ordered).add(name);
        }
        ordered.addAll(down);
        return ordered;
    }

    /**
     * The first of {@code names} that is down and is to be asked again now; null if none is. It is
     * asked beside another one, so that no read waits for it.
     */
    synchronized @Nullable String probe(List<String> names) {
        for (String name : names) {
            Peer peer = peers.get(name);
            if (peer != null && peer.detector().takeProbe(nowMillis())) {
                return name;
            }
        }
        return null;
    }

    /** A read has waited for the node {@code name} for long, and asks another one. */
    synchronized void silent(String name) {
        Peer peer = peers.get(name);
        if (peer != null) {
            peer.detector().failed(true, nowMillis());
        }
    }

    synchronized void answered(String name, long nanos) {
        Peer peer = peers.get(name);
        refusing.remove(name);
        if (peer != null) {
            peer.detector().answered(nanos / 1_000_000, nowMillis());
            peer.reads().add(nanos);
        }
    }

    /** Whether a node says that the routes of the asker are old. */
    static boolean isStale(@Nullable Throwable failure) {
        return failure instanceof SluiceException known
                && (known.code() == ErrorCode.MISROUTED || known.code() == ErrorCode.VERSION_GONE);
    }

    /** A read of the node {@code name} has failed, for a reason that may be the reader's. */
    synchronized void failed(String name, Exception cause) {
        @Nullable ErrorCode code = cause instanceof SluiceException known ? known.code() : null;
        Peer peer = peers.get(name);
        if (code == ErrorCode.CONFIG && refusing.add(name)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "node %s refuses a read: %s".formatted(name, cause.getMessage()));
        }
        if (peer != null && !isStale(cause) && code != ErrorCode.CONFIG) {
            boolean isUnreachable = code == ErrorCode.RESOURCE || code == ErrorCode.DEADLINE;
            peer.detector().failed(isUnreachable, nowMillis());
        }
    }

    /** How fast each node answered that was asked. */
    synchronized Map<String, PeerLatency> latencies() {
        Map<String, PeerLatency> latencies = new HashMap<>();
        peers.forEach(
                (name, peer) ->
                        latencies.put(name, peer.reads().latency(peer.detector().isDown())));
        return latencies;
    }

    /** Whether more than a fifth of the nodes that were asked are down. */
    synchronized boolean areManyDown() {
        long down = peers.values().stream().filter(peer -> peer.detector().isDown()).count();
        return down * 5 > peers.size();
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        peers.values().forEach(peer -> peer.client().close());
        peers.clear();
    }
}
