package sluice.linkbench.stores;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import sluice.client.ClientOptions;
import sluice.client.SluiceClient;
import sluice.live.Live;
import sluice.model.GraphStore;
import sluice.model.GraphStoreConformance;
import sluice.server.ServerOptions;
import sluice.server.SluiceServer;
import sluice.server.StatusReport;

/** Sluice over gRPC does what every graph store does. */
class ServedGraphTest extends GraphStoreConformance {
    @TempDir Path path;
    private Live directory;
    private SluiceServer server;

    @Override
    protected GraphStore open(long firstNodeId) throws IOException {
        directory = Live.open(path, BenchStoreOptions.of("sync", 16 << 20, firstNodeId).settings());
        directory.store().completeIfEmpty();
        server =
                SluiceServer.start(
                        ServerOptions.LOCAL.at("127.0.0.1", 0, ServerOptions.NO_HTTP),
                        directory.store().graph(),
                        () -> StatusReport.COMPLETE);
        return SluiceClient.open(ClientOptions.of("127.0.0.1", server.port()));
    }

    @Override
    protected void closeStores() throws IOException {
        if (server != null) {
            server.close();
        }
        if (directory != null) {
            directory.close();
        }
    }
}
