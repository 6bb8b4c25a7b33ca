package sluice.readonly.route;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import sluice.client.ClientOptions;
import sluice.client.SluiceClient;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.readonly.RingRecords;

/**
 * The state of a ring as any of its nodes tells it, asked again every 5 s and whenever the state
 * that was given has failed. Thread-safe; the caller closes it.
 */
public final class ServedState implements RingGraph.StateSource, AutoCloseable {
    private static final Duration DEADLINE = Duration.ofSeconds(1);
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final int FIRST_ROUNDS = 10;

    private final List<Server> servers = new ArrayList<>();
    private final LongSupplier nanoClock;

    /** Held by the one reader that asks. */
    private final ReentrantLock asking = new ReentrantLock();

    /** Guarded by the lock. */
    private int next;

    private volatile long askedNanos;
    private volatile @Nullable RingState last;

    /** A node that tells how its ring stands. */
    interface Server {
        /** The state as JSON. */
        byte[] ring();

        void close();
    }

    /** {@code servers} are some nodes of the ring; one that answers is enough. */
    public ServedState(List<ClientOptions> servers, LongSupplier nanoClock) {
        this(nanoClock, servers.stream().map(ServedState::server).toList());
    }

    ServedState(LongSupplier nanoClock, List<Server> servers) {
        this.servers.addAll(servers);
        this.nanoClock = nanoClock;
    }

    private static Server server(ClientOptions options) {
        SluiceClient client = SluiceClient.open(options.within(DEADLINE));
        return new Server() {
            @Override
            public byte[] ring() {
                return client.ring();
            }

            @Override
            public void close() {
                client.close();
            }
        };
    }

    @Override
    public RingState state(boolean isDoubted) throws IOException {
        RingState before = last;
        long nowNanos = nanoClock.getAsLong();
        if (before != null && !isDoubted && nowNanos - askedNanos < FRESH_NANOS) {
            return before;
        }
        if (before == null || isDoubted) {
            asking.lock();
        } else if (!asking.tryLock()) {
            // Another reader asks already.
            return before;
        }
        try {
            RingState now = last;
            if (now != null && askedNanos - nowNanos > 0) {
                // Another reader has asked since.
                return now;
            }
            if (isDoubted) {
                // The one that was asked may be cut off from the records.
                next = (next + 1) % servers.size();
            }
            return ask();
        } catch (IOException | SluiceException e) {
            RingState known = last;
            if (known == null) {
                throw e;
            }
            // The nodes go on answering by the state that is known.
            return known;
        } finally {
            asking.unlock();
        }
    }

    private RingState ask() throws IOException {
        try {
            return askAll();
        } finally {
            askedNanos = nanoClock.getAsLong();
        }
    }

    private RingState askAll() throws IOException {
        @Nullable SluiceException failure = null;
        // Without a state nothing can be read: a machine that is slow now is asked again.
        int rounds = last == null ? FIRST_ROUNDS : 1;
        for (int i = 0; i < rounds * servers.size(); i++) {
            try {
                byte[] json = servers.get(next).ring();
                RingState state =
                        RingRecords.decode("the state of the ring", json, RingState.class);
                last = state;
                return state;
            } catch (SluiceException e) {
                failure = e;
                next = (next + 1) % servers.size();
            }
        }
        throw failure == null
                ? new SluiceException(ErrorCode.CONFIG, "name a node of the ring")
                : failure;
    }

    @Override
    public void close() {
        servers.forEach(Server::close);
    }
}
