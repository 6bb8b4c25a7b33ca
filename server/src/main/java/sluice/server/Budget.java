package sluice.server;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * All that clients make a server hold, and what of it each address does. Whatever is kept for a
 * client is taken from here first, and is refused where there is no more: {@link ConnectionGate}
 * takes connections, {@link HttpSide} those of the pages, {@link CallShare} calls, requests and
 * bytes.
 *
 * <p>A connection is new until it has made a call that was let in; it has ten seconds for that.
 * Where most is taken, connections are closed whose client has read nothing, or not gone on with a
 * message, for as long. Safe for any number of threads.
 */
final class Budget {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** Of an IPv6 address, what a client cannot choose. */
    private static final int NETWORK_BYTES = 8;

    private final Limits limits;
    private final LongSupplier nanoClock;
    private final Share whole;
    private final ConcurrentHashMap<InetAddress, Share> shares = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<SocketAddress, Connection> connections =
            new ConcurrentHashMap<>();
    private final Set<CallShare> calls = ConcurrentHashMap.newKeySet();

    /** The connections of gRPC, those of them that made no call, and the connections of pages. */
    record Doors(Allowance connections, Allowance newConnections, Allowance pages) {}

    /** What one address may take, or all. */
    record Share(Doors doors, Allowance calls, Allowance requests, Allowance bytes, Resets resets) {
        Allowance connections() {
            return doors.connections;
        }

        Allowance newConnections() {
            return doors.newConnections;
        }

        Allowance pages() {
            return doors.pages;
        }

        private boolean isUsed(long nowNanos) {
            return connections().used() > 0 || pages().used() > 0 || resets.isCounting(nowNanos);
        }
    }

    /** An open connection. */
    final class Connection {
        private final SocketAddress remote;
        private final InetAddress address;
        private final Share share;
        private final Runnable close;
        private final long sinceNanos = nanoClock.getAsLong();
        private boolean isNew = true;

        private Connection(SocketAddress remote, InetAddress address, Share share, Runnable close) {
            this.remote = remote;
            this.address = address;
            this.share = share;
            this.close = close;
        }

        Share share() {
            return share;
        }

        /** A call of it was let in. */
        synchronized void known() {
            if (isNew) {
                isNew = false;
                share.newConnections().release(1);
            }
        }

        /** The client took a call back. */
        void reset() {
            if (!share.resets().add(nanoClock.getAsLong())) {
                close();
            }
        }

        private synchronized boolean isNew() {
            return isNew;
        }

        /** Ends it and all its calls. */
        void close() {
            close.run();
        }

        /** To be called once, when it is closed. */
        void left() {
            known();
            connections.remove(remote, this);
            share.connections().release(1);
            forgetIfUnused(address);
        }
    }

    Budget(Limits limits, LongSupplier nanoClock) {
        this.limits = limits;
        this.nanoClock = nanoClock;
        this.whole =
                new Share(
                        new Doors(
                                new Allowance(limits.connections(), null),
                                new Allowance(limits.newConnections(), null),
                                new Allowance(limits.httpConnections(), null)),
                        new Allowance(limits.calls(), null),
                        new Allowance(limits.requests(), null),
                        new Allowance(limits.bytes(), null),
                        new Resets());
    }

    Limits limits() {
        return limits;
    }

    /** What all clients have taken. */
    Share whole() {
        return whole;
    }

    /** Keeps a connection that was accepted; null where it must be closed instead. */
    @Nullable Connection admit(InetSocketAddress remote, Runnable close) {
        InetAddress address = network(remote.getAddress());
        long nowNanos = nanoClock.getAsLong();
        Connection[] admitted = {null};
        shares.compute(
                address,
                (_, before) -> {
                    Share share = before == null ? share() : before;
                    if (!share.resets().areTooMany(nowNanos) && share.connections().take(1)) {
                        if (share.newConnections().take(1)) {
                            admitted[0] = new Connection(remote, address, share, close);
                        } else {
                            share.connections().release(1);
                        }
                    }
                    return share.isUsed(nowNanos) ? share : null;
                });
        Connection connection = admitted[0];
        if (connection != null) {
            connections.put(remote, connection);
        }
        return connection;
    }

    /**
     * Keeps a connection of the pages; null where it must be closed instead, else what gives it
     * back.
     */
    @Nullable Runnable admitPage(InetSocketAddress remote) {
        InetAddress address = network(remote.getAddress());
        long nowNanos = nanoClock.getAsLong();
        Share[] admitted = {null};
        shares.compute(
                address,
                (_, before) -> {
                    Share share = before == null ? share() : before;
                    admitted[0] = share.pages().take(1) ? share : null;
                    return share.isUsed(nowNanos) ? share : null;
                });
        Share share = admitted[0];
        return share == null
                ? null
                : () -> {
                    share.pages().release(1);
                    forgetIfUnused(address);
                };
    }

    private Share share() {
        return new Share(
                new Doors(
                        new Allowance(limits.connections() / 2, whole.connections()),
                        new Allowance(limits.newConnections() / 2, whole.newConnections()),
                        new Allowance(limits.httpConnections() / 2, whole.pages())),
                new Allowance(limits.calls() / 2, whole.calls()),
                new Allowance(limits.requests() / 2, whole.requests()),
                new Allowance(limits.bytesOfAddress(), whole.bytes()),
                new Resets());
    }

    private void forgetIfUnused(InetAddress address) {
        long nowNanos = nanoClock.getAsLong();
        shares.computeIfPresent(address, (_, each) -> each.isUsed(nowNanos) ? each : null);
    }

    private static InetAddress network(InetAddress address) {
        if (!(address instanceof Inet6Address)) {
            return address;
        }
        byte[] bytes = address.getAddress();
        Arrays.fill(bytes, NETWORK_BYTES, bytes.length, (byte) 0);
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address of 16 bytes", e);
        }
    }

    /** The connection from {@code remote}; null where it is closed. */
    @Nullable Connection connection(@Nullable SocketAddress remote) {
        return remote == null ? null : connections.get(remote);
    }

    /** A call that begins; {@link CallShare#enter} takes it. */
    CallShare call() {
        return new CallShare(calls, nanoClock);
    }

    /** Closes what has been idle for too long; to be called every second. */
    void look() {
        long nowNanos = nanoClock.getAsLong();
        for (Connection connection : connections.values()) {
            if (connection.isNew() && nowNanos - connection.sinceNanos > PATIENCE_NANOS) {
                connection.close();
            }
        }
        shares.keySet().forEach(this::forgetIfUnused);
        for (CallShare call : calls) {
            if (call.isShort() && call.isStalled(nowNanos, PATIENCE_NANOS)) {
                call.cut();
            }
        }
    }

    /** Whether all calls wait for a client that has not read, or not sent, for so long. */
    boolean isStalled(long nanos) {
        long nowNanos = nanoClock.getAsLong();
        return calls.stream().allMatch(call -> call.isStalled(nowNanos, nanos));
    }
}
