package sluice.cli.stores;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Optional;
import sluice.cli.console.StopSignal;
import sluice.cli.logs.NetworkLogs;
import sluice.cli.options.ServeArguments;
import sluice.cli.options.StoreSite;
import sluice.coordinator.LiveStore;
import sluice.live.Live;
import sluice.live.LiveSettings;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.server.ServerOptions;
import sluice.server.SluiceServer;
import sluice.storage.Storage;

/** A store that this process serves until its user stops it. */
public final class Serving implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Serving.class.getName());

    private static final long LOOK_MILLIS = 100;

    static {
        NetworkLogs.leaveOut();
    }

    private final Live live;
    private final ServerOptions where;
    private final SluiceServer server;

    private Serving(Live live, ServerOptions where) {
        this.live = live;
        this.where = where;
        this.server = live.server().orElseThrow();
    }

    /** Opens {@code store} and serves it; {@code progress} is that of the load it will see. */
    public static Serving start(
            StoreSite store,
            Storage storage,
            ServeArguments arguments,
            RemoteArguments remote,
            LoadOptions options,
            LoadProgress progress)
            throws IOException {
        ServerOptions where = arguments.server();
        LiveSettings settings =
                new LiveSettings(
                        options,
                        arguments.hot(options.memoryBytes()),
                        arguments.decisions(),
                        remote.settings(),
                        Optional.of(arguments.hotLists(remote.isCold())),
                        arguments.firstNodeId(),
                        Optional.of(where));
        Live live =
                store.isAddress()
                        ? Live.openShared(storage, settings, progress)
                        : Live.open(store.directory(), storage, settings, progress);
        Serving serving = new Serving(live, where);
        LOG.log(
                System.Logger.Level.INFO,
                "serving store=%s grpc=%s:%d http=%d"
                        .formatted(
                                store,
                                where.host(),
                                serving.server.port(),
                                serving.server.httpPort()));
        return serving;
    }

    public LiveStore store() {
        return live.store();
    }

    /** Says where the store can be reached. */
    public void tell(StoreSite store, PrintWriter output) {
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
        LOG.log(System.Logger.Level.INFO, "stopping: running requests end first");
        live.close();
        LOG.log(System.Logger.Level.INFO, "stopped, all writes are durable");
    }
}
