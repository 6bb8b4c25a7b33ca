package sluice.linkbench.stores;

import java.io.IOException;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import sluice.client.ClientOptions;
import sluice.client.SluiceClient;
import sluice.linkbench.workload.Configuration;
import sluice.model.ErrorCode;
import sluice.model.GraphStore;
import sluice.model.SluiceException;
import sluice.servers.ProcessMemory;

/**
 * LinkBench on a Sluice server, which all requesters reach through one client. The server is one
 * that runs, and is empty, or one of our own: then the graph is loaded into a directory in this
 * process, and a process is started that serves it.
 */
final class GrpcStore implements BenchStore {
    private static final long SERVER_MEMORY_BYTES = 1L << 30;

    /** Null where the server is not ours. */
    private final @Nullable StoreFolder folder;

    private final long memoryBytes;

    /** Null before the load, and where the server is not ours. */
    private @Nullable StoreProcess server;

    /** Null before there is a server. */
    private @Nullable SluiceClient client;

    private GrpcStore(@Nullable StoreFolder folder, long memoryBytes) {
        this.folder = folder;
        this.memoryBytes = memoryBytes;
    }

    /** {@code where} is {@code HOST:PORT}, or empty for a server of our own. */
    static BenchStore open(String where, Configuration settings, long firstId) throws IOException {
        if (where.isEmpty()) {
            long memoryBytes = settings.integer("sluice_memory_bytes", SERVER_MEMORY_BYTES);
            return new GrpcStore(StoreFolder.open("", settings, firstId), memoryBytes);
        }
        GrpcStore store = new GrpcStore(null, 0);
        store.client = SluiceClient.open(address(where));
        return store;
    }

    private static ClientOptions address(String where) {
        int colon = where.lastIndexOf(':');
        try {
            return ClientOptions.of(
                    where.substring(0, Math.max(colon, 0)),
                    Integer.parseInt(where.substring(colon + 1)));
        } catch (NumberFormatException e) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "\"%s\" is no address of a server, expected HOST:PORT".formatted(where),
                    e);
        }
    }

    @Override
    public String name() {
        return "grpc";
    }

    @Override
    public void load(LoadJob job) throws IOException {
        if (folder == null) {
            job.writeTo(this::connect);
            return;
        }
        folder.load(job).close();
        server = StoreProcess.start(folder.path(), folder.options(job), memoryBytes);
        client = SluiceClient.open(ClientOptions.of("127.0.0.1", server.port()));
    }

    @Override
    public GraphStore connect() {
        if (client == null) {
            throw new IllegalStateException("nothing is loaded yet");
        }
        return new SharedGraph(client);
    }

    @Override
    public OptionalLong memoryBytes() {
        return server == null
                ? OptionalLong.empty()
                : ProcessMemory.bytes(server.process().pid(), ProcessMemory.ANONYMOUS);
    }

    @Override
    public void close() throws IOException {
        if (client != null) {
            client.close();
        }
        try {
            if (server != null) {
                server.close();
            }
        } finally {
            if (folder != null) {
                folder.close();
            }
        }
    }
}
