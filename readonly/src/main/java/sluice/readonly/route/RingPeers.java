package sluice.readonly.route;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import sluice.client.ClientOptions;
import sluice.client.SluiceClient;
import sluice.model.GraphReader;
import sluice.model.Patience;
import sluice.readonly.Life;

/** Clients of the nodes of a ring, each made when it is first asked. Thread-safe. */
final class RingPeers implements AutoCloseable {
    private final ClientOptions options;
    private final LongSupplier nanoClock;

    /** Guarded by this. */
    private final Map<String, Peer> peers = new HashMap<>();

    private boolean isClosed;

    /** A node as it is reached now. */
    private record Peer(Life life, SluiceClient client, FailureDetector detector) {}

    /** {@code options} are those of each client, but for the address. */
    RingPeers(ClientOptions options, LongSupplier nanoClock) {
        this.options = options;
        this.nanoClock = nanoClock;
    }

    private long nowMillis() {
        return nanoClock.getAsLong() / 1_000_000;
    }

    /** The node {@code name}, asked for {@code version}; null if nobody knows where it is. */
    synchronized @Nullable GraphReader reader(RingState state, String name, int version) {
        @Nullable Life life = state.nodes().get(name);
        if (life == null || isClosed) {
            return null;
        }
        Peer peer = peers.get(name);
        if (peer == null || !peer.life().equals(life)) {
            if (peer != null) {
                peer.client().close();
            }
            peer = new Peer(life, SluiceClient.open(at(life)), new FailureDetector(nowMillis()));
            peers.put(name, peer);
        }
        return peer.client().with(Patience.of(version));
    }

    private ClientOptions at(Life life) {
        return new ClientOptions(
                life.host(),
                life.port(),
                options.connections(),
                options.inFlightMax(),
                options.deadline(),
                false,
                options.certificates(),
                options.tokenFile());
    }

    /** {@code names} with those that answer first, each group in its order. */
    synchronized List<String> ordered(List<String> names) {
        List<String> up = names.stream().filter(this::isWorthAsking).toList();
        List<String> ordered = new ArrayList<>(up);
        names.stream().filter(name -> !up.contains(name)).forEach(ordered::add);
        return ordered;
    }

    private boolean isWorthAsking(String name) {
        Peer peer = peers.get(name);
        return peer == null || peer.detector().isWorthAsking(nowMillis());
    }

    synchronized void answered(String name, long nanos) {
        Peer peer = peers.get(name);
        if (peer != null) {
            peer.detector().answered(nanos / 1_000_000, nowMillis());
        }
    }

    synchronized void failed(String name, boolean isUnreachable) {
        Peer peer = peers.get(name);
        if (peer != null) {
            peer.detector().failed(isUnreachable, nowMillis());
        }
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
