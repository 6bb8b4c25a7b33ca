package sluice.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import sluice.model.ErrorCode;
import sluice.model.MemoryGraph;
import sluice.model.SluiceException;
import sluice.server.ServerOptions;
import sluice.server.SluiceServer;
import sluice.server.StatusReport;

/** Who asks at the wrong place is told what is there, and what to do. */
class WrongAddressTest {
    private static final Duration BRIEF = Duration.ofSeconds(2);

    @TempDir Path directory;

    @Test
    void whereNobodyListensThatIsSaid() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        try (SluiceClient client = client(port)) {
            for (Executable call :
                    new Executable[] {
                        () -> client.count(1, 7),
                        () -> client.addLink(Served.link(1, 2, 3)),
                        () -> client.outlook(1),
                        () -> client.scan(new NoRows())
                    }) {
                String said = assertThrows(SluiceException.class, call).getMessage();
                assertTrue(said.contains("127.0.0.1:" + port), said);
                assertTrue(said.contains("nobody listens there (connection refused)"), said);
                assertTrue(said.contains("start the server"), said);
                assertEquals(1, said.lines().count(), said);
            }
        }
    }

    /** The port of the page, say. */
    @Test
    void whatDoesNotSpeakGrpcIsTold() {
        ServerOptions options = ServerOptions.LOCAL.at("127.0.0.1", 0, 0);
        try (SluiceServer server =
                        SluiceServer.start(
                                options, new MemoryGraph(1), () -> StatusReport.COMPLETE);
                SluiceClient client = client(server.httpPort())) {
            String said =
                    assertThrows(SluiceException.class, () -> client.count(1, 7)).getMessage();
            assertTrue(said.contains("no port of gRPC"), said);
        }
    }

    /** As a server does that has TLS where its client has none, or the other way round. */
    @Test
    void whatClosesEachConnectionIsTold() throws IOException {
        try (ServerSocket listening = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
            new Thread(() -> resetAll(listening)).start();
            ClientOptions options = ClientOptions.of("127.0.0.1", listening.getLocalPort());
            try (SluiceClient client = SluiceClient.open(options.within(BRIEF.multipliedBy(3)))) {
                String said =
                        assertThrows(SluiceException.class, () -> client.count(1, 7)).getMessage();
                assertTrue(said.contains("may have TLS"), said);
                assertEquals(1, said.lines().count(), said);
            }
        }
    }

    /** Once they have said something; no orderly end reaches them. Ends with what it listens on. */
    private static void resetAll(ServerSocket listening) {
        while (true) {
            try (Socket socket = listening.accept()) {
                socket.setSoLinger(true, 0);
                assertTrue(socket.getInputStream().read() >= 0);
            } catch (IOException e) {
                return;
            }
        }
    }

    @Test
    void aFileWithoutCertificatesIsRefused() throws IOException {
        String secret = "bm90IGEga2V5IGF0IGFsbA==";
        Path key =
                Files.writeString(
                        directory.resolve("key.pem"),
                        "-----BEGIN CERTIFICATE-----\n%s\n-----END CERTIFICATE-----\n"
                                .formatted(secret));
        SluiceException e =
                assertThrows(
                        SluiceException.class,
                        () ->
                                SluiceClient.open(
                                        ClientOptions.of("localhost", 1).secured(key, null)));
        assertEquals(ErrorCode.CONFIG, e.code());
        assertTrue(e.getMessage().contains(key.toString()), e.getMessage());
        assertFalse(e.getMessage().contains(secret), e.getMessage());
    }

    private static SluiceClient client(int port) {
        return SluiceClient.open(ClientOptions.of("127.0.0.1", port).within(BRIEF));
    }
}
