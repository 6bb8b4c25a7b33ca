package sluice.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Stands between a client and a server and does to their bytes what a bad network does. One thread
 * carries the bytes of one direction of one connection; all chance comes from a seed. Serves the
 * tests of modules above this one too.
 */
public final class Relay implements AutoCloseable {
    private static final int PIECE_BYTES = 16 << 10;

    /** What the network does. */
    public enum Fault {
        NONE,
        /** Each piece comes 20 to 60 ms later. */
        DELAY,
        /** Each piece comes 0 to 300 ms later. */
        JITTER,
        /** Connections are cut after some bytes, and new ones soon as well. */
        RESET,
        /** Nothing comes through, new connections neither; what was held comes when it heals. */
        BLACK_HOLE,
        /** One direction is closed after some bytes, the other one stays. */
        HALF_CLOSE,
        /** One byte after the other, 2 ms apart. */
        DRIP,
        /** Pieces of 1 to 7 bytes. */
        SPLIT,
        /** 64 KiB a second. */
        BANDWIDTH
    }

    private final ServerSocket listening =
            new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final int target;
    private final long seed;
    private final AtomicLong connections = new AtomicLong();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private volatile Fault fault = Fault.NONE;
    private volatile boolean isClosed;

    /** Listens on a free port of this machine and passes on to {@code target}. */
    public Relay(int target, long seed) throws IOException {
        this.target = target;
        this.seed = seed;
        Thread.ofVirtual().start(this::accept);
    }

    /** What a client connects to. */
    public int port() {
        return listening.getLocalPort();
    }

    /** How many connections there were. */
    public long connections() {
        return connections.get();
    }

    /** From now on the network does this. */
    public void now(Fault next) {
        lock.lock();
        try {
            fault = next;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Cuts all connections that are open now. */
    public void cutAll() {
        open.forEach(this::forget);
    }

    private void accept() {
        while (!isClosed) {
            try {
                Socket client = listening.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                open.add(client);
                open.add(server);
                long number = connections.getAndIncrement();
                AtomicInteger directions = new AtomicInteger(2);
                carry(client, server, new SplittableRandom(seed + 2 * number), directions);
                carry(server, client, new SplittableRandom(seed + 2 * number + 1), directions);
            } catch (IOException e) {
                // The server is gone, or this relay is closed: the client sees its end closed.
                continue;
            }
        }
    }

    /** The last one of a connection's directions that ends closes both sockets. */
    private void carry(Socket from, Socket to, SplittableRandom random, AtomicInteger directions) {
        Thread.ofVirtual()
                .start(
                        () -> {
                            try {
                                carryAll(from, to, random);
                            } catch (IOException e) {
                                cut(from);
                                cut(to);
                            }
                            if (directions.decrementAndGet() == 0) {
                                forget(from);
                                forget(to);
                            }
                        });
    }

    private void forget(Socket socket) {
        open.remove(socket);
        cut(socket);
    }

    private void carryAll(Socket from, Socket to, SplittableRandom random) throws IOException {
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream();
        byte[] piece = new byte[PIECE_BYTES];
        // After so many bytes under a fault that cuts, it cuts.
        int untilCut = random.nextInt(4_000);
        int count;
        while ((count = in.read(piece)) >= 0) {
            Fault now = fault;
            if (now == Fault.RESET || now == Fault.HALF_CLOSE) {
                untilCut -= count;
                if (untilCut < 0 && now == Fault.RESET) {
                    throw new IOException("cut");
                }
                if (untilCut < 0) {
                    to.shutdownOutput();
                    return;
                }
            }
            send(out, piece, count, random);
        }
        to.shutdownOutput();
    }

    private void send(OutputStream out, byte[] piece, int count, SplittableRandom random)
            throws IOException {
        int at = 0;
        while (at < count) {
            int rest = count - at;
            int part =
                    switch (fault) {
                        case NONE, RESET, HALF_CLOSE -> rest;
                        case DELAY -> pause(20 + random.nextInt(40), rest);
                        case JITTER -> pause(random.nextInt(300), rest);
                        case BLACK_HOLE -> hold(rest);
                        case DRIP -> pause(2, 1);
                        case SPLIT -> Math.min(rest, 1 + random.nextInt(7));
                        case BANDWIDTH -> pause(10, Math.min(rest, 655));
                    };
            out.write(piece, at, part);
            at += part;
        }
    }

    /** Waits so long, or until the fault changes; returns {@code part}. */
    private int pause(int millis, int part) {
        Fault before = fault;
        lock.lock();
        try {
            long rest = TimeUnit.MILLISECONDS.toNanos(millis);
            while (rest > 0 && fault == before && !isClosed) {
                rest = changed.awaitNanos(rest);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
        return part;
    }

    private int hold(int part) {
        lock.lock();
        try {
            while (fault == Fault.BLACK_HOLE && !isClosed) {
                changed.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
        return part;
    }

    /** Ends it as a reset does. */
    private static void cut(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException e) {
            // It is closed already.
            return;
        }
    }

    @Override
    public void close() throws IOException {
        isClosed = true;
        now(Fault.NONE);
        listening.close();
        open.forEach(Relay::cut);
    }
}
