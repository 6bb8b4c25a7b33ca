package sluice.cli.stores;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import sluice.cli.console.StopSignal;
import sluice.cli.options.RecentArguments;
import sluice.cli.options.ServeArguments;
import sluice.coordinator.LiveStore;
import sluice.hot.rocksdb.RocksHotStore;
import sluice.load.files.LoadLock;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.load.remote.Outside;
import sluice.model.HotStore;
import sluice.server.ServerOptions;
import sluice.server.SluiceServer;
import sluice.storage.Storage;

/**
 * A store that this process has open for reads and writes, and the server before it. What was
 * written online lies in the directory {@code hot} of the store until it is absorbed, or in another
 * system.
 */
public final class Serving implements AutoCloseable {

    /** Warns, with a stack trace, of each client that went away before its answer. */
    private static final Logger NETTY =
            Logger.getLogger("io.grpc.netty.shaded.io.grpc.netty.NettyServerHandler");

    /** Tells, with a stack trace, of each connection of somebody who does not speak gRPC. */
    private static final Logger NETTY_CONNECTIONS =
            Logger.getLogger("io.grpc.netty.shaded.io.grpc.netty.NettyServerTransport");

    /** Warns, with a stack trace, of each message that is refused for its size. */
    private static final Logger NETTY_STREAMS =
            Logger.getLogger("io.grpc.netty.shaded.io.grpc.netty.NettyServerStream");

    private static final long LOOK_MILLIS = 100;
    private static final int READ_THREADS_ELSEWHERE = 64;

    static {
        NETTY.setLevel(Level.SEVERE);
        NETTY_CONNECTIONS.setLevel(Level.WARNING);
        NETTY_STREAMS.setLevel(Level.SEVERE);
    }

    private final Parts parts;
    private final LiveStore live;
    private final ServerOptions where;
    private final SluiceServer server;

    private Serving(Parts parts, LiveStore live, ServerOptions where, SluiceServer server) {
        this.parts = parts;
        this.where = where;
        this.live = live;
        this.server = server;
    }

    /** What of a store is neither in memory nor in the files of its loads. */
    private record Parts(HotStore hot, Optional<Outside> cold) implements AutoCloseable {
        /** Why the hot store takes no write though it is there; another system is, or is away. */
        Optional<String> writesRefused() {
            return hot instanceof RocksHotStore own ? own.writesRefused() : Optional.empty();
        }

        @Override
        public void close() throws IOException {
            try (hot) {
                OutsideArguments.close(cold);
            }
        }
    }

    private static Parts open(
            Path store,
            Storage storage,
            ServeArguments arguments,
            OutsideArguments outside,
            long memoryBytes)
            throws IOException {
        // Before a hot store is made there, which would stay.
        LoadLock.refuseOtherFiles(storage);
        outside.check(storage);
        Optional<HotStore> named = outside.openHot(storage);
        HotStore hot =
                named.isPresent()
                        ? named.get()
                        : OwnHotStore.open(store, storage, arguments.hot(memoryBytes));
        try {
            Parts parts = new Parts(hot, outside.openCold(storage));
            outside.adopt(storage, hot);
            return parts;
        } catch (Throwable failure) {
            hot.close();
            throw failure;
        }
    }

    /** Opens {@code store} and serves it; {@code progress} is that of the load it will see. */
    public static Serving start(
            Path store,
            Storage storage,
            ServeArguments arguments,
            OutsideArguments outside,
            LoadOptions options,
            LoadProgress progress)
            throws IOException {
        LiveStore.Copied copied =
                new LiveStore.Copied(
                        arguments.hotLists(outside.isCold()), new SecureRandom()::nextLong);
        Parts parts = open(store, storage, arguments, outside, options.memoryBytes());
        try {
            // Left by a process that was killed: this one alone serves the store.
            RocksHotStore.delete(store.resolve(RecentArguments.RECENT));
            boolean searchesRuns = outside.searchesRuns();
            LiveStore live =
                    LiveStore.open(
                            storage,
                            parts.hot(),
                            options,
                            arguments.decisions(),
                            parts.cold().map(cold -> new LiveStore.Built(cold, searchesRuns)),
                            Optional.of(copied),
                            arguments.firstNodeId(),
                            System::nanoTime);
            try {
                LiveStatus status =
                        new LiveStatus(live, parts::writesRefused, progress, System::nanoTime);
                ServerOptions where = where(arguments, outside);
                return new Serving(
                        parts, live, where, SluiceServer.start(where, live.graph(), status));
            } catch (Throwable failure) {
                live.close();
                throw failure;
            }
        } catch (Throwable failure) {
            parts.close();
            throw failure;
        }
    }

    /** A read of another system waits for it, and must not hold up those of its connection. */
    private static ServerOptions where(ServeArguments arguments, OutsideArguments outside) {
        ServerOptions named = arguments.server();
        return outside.isElsewhere()
                ? named.threads(READ_THREADS_ELSEWHERE, named.writeThreads())
                : named;
    }

    public LiveStore store() {
        return live;
    }

    /** Says where the store can be reached. */
    public void tell(Path store, PrintWriter output) {
        String host = where.host();
        if (host.contains(":") && !host.startsWith("[")) {
            host = "[" + host + "]";
        }
        output.printf("serving %s at %s:%d (gRPC)%n", store, host, server.port());
        if (server.httpPort() != ServerOptions.NO_HTTP) {
            String scheme = where.certificate() == null ? "http" : "https";
            output.printf("watch it at %s://%s:%d/%n", scheme, host, server.httpPort());
        }
        output.flush();
    }

    /** Returns when the user wants the server to end. */
    public static void awaitStop(StopSignal stop) {
        try {
            while (!stop.requested()) {
                Thread.sleep(LOOK_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Lets running requests end, stops what is being built, makes all writes durable. */
    @Override
    public void close() throws IOException {
        try {
            server.close();
        } finally {
            try {
                live.close();
            } finally {
                parts.close();
            }
        }
    }
}
