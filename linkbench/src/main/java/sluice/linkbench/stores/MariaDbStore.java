package sluice.linkbench.stores;

import java.io.IOException;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import sluice.generate.LinkBenchGraph;
import sluice.generate.WorkerThreads;
import sluice.linkbench.workload.Configuration;
import sluice.model.ErrorCode;
import sluice.model.GraphStore;
import sluice.model.SluiceException;
import sluice.servers.mariadb.MariaDbAddress;
import sluice.servers.mariadb.MariaDbHome;
import sluice.servers.mariadb.MariaDbOptions;
import sluice.servers.mariadb.MariaDbServer;

/**
 * LinkBench on MariaDB or MySQL: the server that the settings name ({@code host}, {@code port},
 * {@code user}, {@code password}, {@code dbid}), or, where they name none, one of our own in a
 * directory that is deleted in the end. The database is made anew.
 */
final class MariaDbStore implements BenchStore {
    private static final long BUFFER_POOL_BYTES = 1L << 30;
    private static final int PORT = 3306;

    private final InstantSource clock;
    private final MariaDbAddress address;
    private final @Nullable MariaDbServer server;

    private MariaDbStore(
            InstantSource clock, MariaDbAddress address, @Nullable MariaDbServer server) {
        this.clock = clock;
        this.address = address;
        this.server = server;
    }

    /** {@code where} is a host, which comes before that of the settings, or empty. */
    static BenchStore open(String where, Configuration settings, long firstId) throws IOException {
        MariaDbStore store = connect(where, settings);
        try {
            MariaDbTables.create(store.address, firstId);
            return store;
        } catch (Throwable failure) {
            store.close();
            throw failure;
        }
    }

    private static MariaDbStore connect(String where, Configuration settings) throws IOException {
        String database = settings.text("dbid", "linkdb");
        Optional<String> host = where.isEmpty() ? settings.optional("host") : Optional.of(where);
        InstantSource clock = InstantSource.system();
        if (host.isPresent()) {
            MariaDbAddress address =
                    new MariaDbAddress(
                            host.get(),
                            settings.smallInteger("port", PORT, 1, 65535),
                            database,
                            settings.text("user"),
                            settings.optional("password").orElse(""));
            return new MariaDbStore(clock, address, null);
        }
        MariaDbHome home = installed();
        MariaDbOptions options =
                new MariaDbOptions(
                        settings.integer("mariadb_buffer_pool_bytes", BUFFER_POOL_BYTES),
                        settings.flag("mariadb_durable", true),
                        false);
        MariaDbServer server = MariaDbServer.startTemporary(home, options);
        return new MariaDbStore(clock, server.address(database), server);
    }

    /** The programs of a MariaDB of this machine; refuses where there are none. */
    static MariaDbHome installed() {
        return MariaDbHome.find()
                .orElseThrow(
                        () ->
                                new SluiceException(
                                        ErrorCode.CONFIG,
                                        "no MariaDB is installed here; install it (Debian:"
                                                + " mariadb-server), or name a running server by the"
                                                + " settings host, port, user and password"));
    }

    @Override
    public String name() {
        return "mariadb";
    }

    @Override
    public GraphStore connect() {
        return MariaDbGraph.connect(address, clock);
    }

    /** Many rows a statement; all threads take chunks of links, and one of nodes first. */
    @Override
    public void load(LoadJob job) throws IOException {
        LinkBenchGraph graph = job.graph();
        AtomicLong nextLinks = new AtomicLong();
        AtomicLong nextNodes = new AtomicLong();
        WorkerThreads threads = WorkerThreads.platform("load");
        threads.run(
                job.loaders(),
                () -> {
                    try (BulkInserts inserts = new BulkInserts(address, clock)) {
                        long chunk;
                        while (job.withNodes()
                                && !threads.stopped()
                                && (chunk = nextNodes.getAndIncrement()) < graph.nodeChunkCount()) {
                            job.throwIfStopped();
                            ChunkWriter.nodes(
                                    graph,
                                    chunk,
                                    node -> {
                                        inserts.add(node);
                                        job.addNodes(1);
                                    });
                            inserts.flush();
                        }
                        while (!threads.stopped()
                                && (chunk = nextLinks.getAndIncrement()) < graph.linkChunkCount()) {
                            job.throwIfStopped();
                            ChunkWriter.links(
                                    graph,
                                    chunk,
                                    link -> {
                                        inserts.add(link);
                                        job.addLinks(1);
                                    });
                            inserts.flush();
                        }
                    }
                });
    }

    @Override
    public void close() throws IOException {
        if (server != null) {
            server.close();
        }
    }
}
