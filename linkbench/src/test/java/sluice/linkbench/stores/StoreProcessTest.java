package sluice.linkbench.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.client.ClientOptions;
import sluice.client.SluiceClient;
import sluice.model.Link;
import sluice.model.Visibility;

/** What was acknowledged over the wire is there when the server is started again. */
class StoreProcessTest {
    private static final BenchStoreOptions OPTIONS = BenchStoreOptions.of("sync", 16 << 20, 1);
    private static final long MEMORY_BYTES = 384L << 20;

    @TempDir Path path;

    @Test
    void writesOutliveTheServer() throws IOException {
        Link link = new Link(1, 2, 3, Visibility.VISIBLE, 4, 5, new byte[] {6});
        ProcessHandle process;
        try (StoreProcess server = StoreProcess.start(path, OPTIONS, MEMORY_BYTES);
                SluiceClient client = client(server)) {
            process = server.process();
            assertTrue(client.addLink(link).value());
        }
        assertFalse(process.isAlive());
        try (StoreProcess server = StoreProcess.start(path, OPTIONS, MEMORY_BYTES);
                SluiceClient client = client(server)) {
            assertEquals(link, client.link(1, 2, 3).value().orElseThrow());
        }
    }

    /** Which a terminal sends to all processes of a command. */
    @Test
    void anInterruptDoesNotEndIt() throws IOException, InterruptedException {
        try (StoreProcess server = StoreProcess.start(path, OPTIONS, MEMORY_BYTES);
                SluiceClient client = client(server)) {
            String pid = String.valueOf(server.process().pid());
            assertEquals(0, new ProcessBuilder("kill", "-INT", pid).start().waitFor());
            for (int index = 0; index < 500; index++) {
                Link link = new Link(1, 2, index, Visibility.VISIBLE, 4, index, new byte[0]);
                assertTrue(client.addLink(link).value());
            }
            assertTrue(server.process().isAlive());
        }
    }

    private static SluiceClient client(StoreProcess server) {
        return SluiceClient.open(ClientOptions.of("127.0.0.1", server.port()));
    }
}
