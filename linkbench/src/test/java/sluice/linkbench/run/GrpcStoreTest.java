package sluice.linkbench.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.linkbench.stores.BenchStoreOptions;
import sluice.linkbench.stores.BenchStores;
import sluice.linkbench.workload.Configuration;
import sluice.live.Live;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.server.ServerOptions;
import sluice.server.SluiceServer;
import sluice.server.StatusReport;

/** The whole of LinkBench on a server, one that it starts and one that runs. */
class GrpcStoreTest {
    @TempDir Path path;

    @Test
    void aRunOnAServerOfItsOwnLoadsRequestsAndVerifies() throws IOException {
        Map<String, String> settings = SmallRun.settings();
        settings.put("sluice_memory_bytes", String.valueOf(384 << 20));
        SmallRun.check("grpc", settings);
    }

    @Test
    void aRunOnAServerThatRunsLoadsByWrites() throws IOException {
        ServerOptions anyPort = ServerOptions.LOCAL.at("127.0.0.1", 0, ServerOptions.NO_HTTP);
        BenchStoreOptions options = BenchStoreOptions.of("sync", 16 << 20, 1);
        try (Live directory = Live.open(path, options.settings());
                SluiceServer server =
                        SluiceServer.start(
                                anyPort, directory.store().graph(), () -> StatusReport.COMPLETE)) {
            directory.store().completeIfEmpty();
            SmallRun.check("grpc:127.0.0.1:" + server.port(), SmallRun.settings());
        }
    }

    @Test
    void aWrongAddressIsNamed() {
        SluiceException refused =
                assertThrows(
                        SluiceException.class,
                        () ->
                                BenchStores.open(
                                        "grpc:somewhere", Configuration.shipped(Map.of()), 1));
        assertEquals(ErrorCode.CONFIG, refused.code());
        assertEquals(
                "\"somewhere\" is no address of a server, expected HOST:PORT",
                refused.getMessage());
    }
}
