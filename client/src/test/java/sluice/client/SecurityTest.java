package sluice.client;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import sluice.model.ErrorCode;
import sluice.model.Patience;
import sluice.model.SluiceException;
import sluice.protocol.Operation;
import sluice.protocol.Request;
import sluice.protocol.Result;
import sluice.protocol.SluiceMethods;
import sluice.protocol.Token;
import sluice.protocol.Verb;
import sluice.server.ServerOptions;
import sluice.server.SluiceServer;
import sluice.server.StatusReport;

/** Closed by default: nobody comes in from elsewhere without TLS and the token. */
class SecurityTest {
    private static final String SECRET = "f00dcafe-f00dcafe-f00dcafe";
    private static final String PASSWORD = "changeit";

    @TempDir static Path made;

    /** Made once: that takes a second. */
    private static KeyStore keys;

    @TempDir Path directory;
    private Path token;
    private Path certificate;
    private Path key;

    @BeforeAll
    static void makeKeys() throws Exception {
        Path store = made.resolve("keys.p12");
        Process keytool =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "keytool")
                                        .toString(),
                                "-genkeypair",
                                "-keyalg",
                                "EC",
                                "-alias",
                                "server",
                                "-dname",
                                "CN=localhost",
                                "-ext",
                                "SAN=dns:localhost,ip:127.0.0.1",
                                "-storetype",
                                "PKCS12",
                                "-keystore",
                                store.toString(),
                                "-storepass",
                                PASSWORD)
                        .inheritIO()
                        .start();
        assertEquals(0, keytool.waitFor());
        keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
    }

    @BeforeEach
    void makeFiles() throws Exception {
        token = write("token", SECRET + "\n", "rw-------");
        certificate = pem("certificate", "CERTIFICATE", keys.getCertificate("server").getEncoded());
        key = pem("key", "PRIVATE KEY", keys.getKey("server", PASSWORD.toCharArray()).getEncoded());
    }

    @Test
    void anotherAddressNeedsTlsAndAToken() {
        ServerOptions open = ServerOptions.LOCAL.at("0.0.0.0", 0, ServerOptions.NO_HTTP);
        for (ServerOptions lacking :
                new ServerOptions[] {
                    open, open.secured(certificate, key, null), open.secured(null, null, token)
                }) {
            SluiceException e = refused(lacking);
            assertTrue(e.getMessage().contains("missing"), e.getMessage());
            assertTrue(e.getMessage().contains("127.0.0.1"), e.getMessage());
        }
        refused(open.secured(certificate, null, token));
        start(open.secured(certificate, key, token)).close();
    }

    /** A key that others have read is worth nothing. */
    @Test
    void aKeyThatOthersMayReadIsRefused() throws IOException {
        for (String others : new String[] {"rw-r--r--", "rw--w----", "rw-----w-"}) {
            Files.setPosixFilePermissions(key, PosixFilePermissions.fromString(others));
            SluiceException e = refused(Served.ANY_PORT.secured(certificate, key, token));
            assertTrue(e.getMessage().contains("chmod 600"), e.getMessage());
            assertTrue(e.getMessage().contains(others), e.getMessage());
        }
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r-----"));
        start(Served.ANY_PORT.secured(certificate, key, token)).close();
    }

    @Test
    void aTokenIsShownOnce() {
        try (SluiceServer server = start(Served.ANY_PORT.secured(null, null, token))) {
            ManagedChannel channel =
                    NettyChannelBuilder.forAddress("127.0.0.1", server.port())
                            .usePlaintext()
                            .build();
            try {
                Metadata once = new Metadata();
                once.put(Token.HEADER, "Bearer " + SECRET);
                assertEquals(Status.Code.OK, countWith(channel, once));
                for (String other : new String[] {"Bearer guess", "Bearer " + SECRET}) {
                    Metadata twice = new Metadata();
                    twice.put(Token.HEADER, other);
                    twice.put(Token.HEADER, "Bearer " + SECRET);
                    assertEquals(Status.Code.UNAUTHENTICATED, countWith(channel, twice));
                }
            } finally {
                channel.shutdownNow();
            }
        }
    }

    private static Status.Code countWith(ManagedChannel channel, Metadata headers) {
        return codeOf(SluiceMethods.unary(Verb.COUNT_LINKS), channel, headers);
    }

    private static Status.Code codeOf(
            MethodDescriptor<Request, Result> method, ManagedChannel channel, Metadata headers) {
        try {
            ClientCalls.blockingUnaryCall(
                    ClientInterceptors.intercept(
                            channel, MetadataUtils.newAttachHeadersInterceptor(headers)),
                    method,
                    CallOptions.DEFAULT.withDeadlineAfter(10, TimeUnit.SECONDS),
                    new Request(0, 0, Patience.NONE, new Operation.CountLinks(1, 7)));
            return Status.Code.OK;
        } catch (StatusRuntimeException e) {
            return e.getStatus().getCode();
        }
    }

    /** Which methods there are is nothing for those who may not come in. */
    @Test
    void theTokenIsAskedForBeforeTheMethod() {
        MethodDescriptor<Request, Result> unknown =
                SluiceMethods.unary(Verb.COUNT_LINKS).toBuilder()
                        .setFullMethodName("sluice.v1.Sluice/NoSuchMethod")
                        .build();
        try (SluiceServer server = start(Served.ANY_PORT.secured(null, null, token))) {
            ManagedChannel channel =
                    NettyChannelBuilder.forAddress("127.0.0.1", server.port())
                            .usePlaintext()
                            .build();
            try {
                Metadata known = new Metadata();
                known.put(Token.HEADER, "Bearer " + SECRET);
                assertEquals(Status.Code.UNAUTHENTICATED, codeOf(unknown, channel, new Metadata()));
                assertEquals(Status.Code.UNIMPLEMENTED, codeOf(unknown, channel, known));
            } finally {
                channel.shutdownNow();
            }
        }
    }

    /** Neither with TLS nor without; ten seconds are five, and some for a slow machine. */
    @Test
    void aHandshakeThatDoesNotEndIsGivenUp() throws IOException {
        try (SluiceServer tls = start(Served.ANY_PORT.secured(certificate, key, token));
                SluiceServer plain = start(Served.ANY_PORT);
                Socket first = new Socket("127.0.0.1", tls.port());
                Socket second = new Socket("127.0.0.1", plain.port())) {
            first.getOutputStream().write(new byte[] {22, 3, 1, 1, 0, 1});
            for (Socket half : new Socket[] {first, second}) {
                half.setSoTimeout(30_000);
                assertTrue(half.getInputStream().readAllBytes().length < 100);
            }
        }
    }

    @Test
    void byDefaultItListensOnLoopbackOnly() throws IOException {
        try (SluiceServer server = start(Served.ANY_PORT);
                Socket local = new Socket("127.0.0.1", server.port())) {
            assertTrue(local.isConnected());
            for (String address : addressesOfThisMachine()) {
                try (Socket other = new Socket()) {
                    assertThrows(
                            IOException.class,
                            () ->
                                    other.connect(
                                            new InetSocketAddress(address, server.port()), 1_000));
                }
            }
        }
    }

    @Test
    void tokenAndTlsLetIn() throws IOException {
        try (SluiceServer server = start(Served.ANY_PORT.secured(certificate, key, token));
                SluiceClient client =
                        SluiceClient.open(
                                ClientOptions.of("localhost", server.port())
                                        .secured(certificate, token))) {
            assertEquals(0, client.count(1, 7).value());
            assertTrue(client.scan(new NoRows()));
        }
    }

    @Test
    void whoSpeaksTlsToOneWhoDoesNotIsToldSo() {
        ServerOptions secured = Served.ANY_PORT.secured(certificate, key, token);
        ServerOptions elsewhere = ServerOptions.LOCAL.at("127.0.0.2", 0, ServerOptions.NO_HTTP);
        try (SluiceServer with = start(secured);
                SluiceServer without = start(Served.ANY_PORT);
                SluiceServer renamed = start(elsewhere.secured(certificate, key, token))) {
            String plain = failureAt("127.0.0.1", with, null);
            assertTrue(plain.contains("may have TLS"), plain);
            String tls = failureAt("127.0.0.1", without, certificate);
            // Which of the two is by chance: what the server says can be lost as it closes.
            assertTrue(tls.contains("has no TLS") || tls.contains("may have TLS"), tls);
            String mismatch = failureAt("127.0.0.2", renamed, certificate);
            assertTrue(mismatch.contains("certificate is not believed"), mismatch);
            assertTrue(mismatch.contains("127.0.0.2 found"), mismatch);
            for (String each : new String[] {plain, tls, mismatch}) {
                assertEquals(1, each.lines().count(), each);
                assertFalse(each.contains(SECRET), each);
            }
        }
    }

    private String failureAt(String host, SluiceServer server, @Nullable Path believed) {
        ClientOptions options =
                ClientOptions.of(host, server.port())
                        .secured(believed, token)
                        .within(Duration.ofSeconds(3));
        try (SluiceClient client = SluiceClient.open(options)) {
            return assertThrows(SluiceException.class, () -> client.count(1, 7)).getMessage();
        }
    }

    @Test
    void pagesAreShownToWhoHasTheToken() throws Exception {
        ServerOptions options =
                ServerOptions.LOCAL.at("127.0.0.1", 0, 0).secured(certificate, key, token);
        try (SluiceServer server = start(options);
                HttpClient http = HttpClient.newBuilder().sslContext(trusting()).build()) {
            URI page = URI.create("https://localhost:" + server.httpPort() + "/");
            String password =
                    Base64.getEncoder().encodeToString(("any:" + SECRET).getBytes(US_ASCII));
            String wrong = Base64.getEncoder().encodeToString("any:guess".getBytes(US_ASCII));
            assertEquals(401, status(http, HttpRequest.newBuilder(page)));
            for (String header : new String[] {"Bearer " + SECRET, "Basic " + password}) {
                assertEquals(
                        200,
                        status(http, HttpRequest.newBuilder(page).header("Authorization", header)));
            }
            for (String header : new String[] {"Bearer guess", "Basic " + wrong, "Basic ?", "x"}) {
                assertEquals(
                        401,
                        status(http, HttpRequest.newBuilder(page).header("Authorization", header)));
            }
        }
    }

    private static int status(HttpClient http, HttpRequest.Builder request)
            throws IOException, InterruptedException {
        return http.send(request.build(), BodyHandlers.discarding()).statusCode();
    }

    private SSLContext trusting() throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        try (var stream = Files.newInputStream(certificate)) {
            trusted.setCertificateEntry(
                    "server", CertificateFactory.getInstance("X.509").generateCertificate(stream));
        }
        TrustManagerFactory managers = TrustManagerFactory.getInstance("PKIX");
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }

    @Test
    void withoutTheTokenNothingIsAnswered() throws IOException {
        Path other = write("other", "another-token-of-someone", "rw-------");
        try (SluiceServer server = start(Served.ANY_PORT.secured(null, null, token));
                SluiceClient stranger =
                        SluiceClient.open(
                                ClientOptions.of("127.0.0.1", server.port())
                                        .secured(null, other)
                                        .within(Duration.ofSeconds(5)))) {
            SluiceException e = assertThrows(SluiceException.class, () -> stranger.node(1));
            assertEquals(ErrorCode.CONFIG, e.code());
            assertTrue(e.getMessage().contains("token"), e.getMessage());
            assertFalse(e.getMessage().contains(SECRET), e.getMessage());
            assertFalse(e.getMessage().contains("another-token"), e.getMessage());
            assertThrows(SluiceException.class, () -> stranger.scan(new NoRows()));
            ManagedChannel channel =
                    new Connector(ClientOptions.of("127.0.0.1", server.port()))
                            .newChannel(Connector.newLoop());
            assertUnauthenticated(
                    () ->
                            ClientCalls.blockingUnaryCall(
                                    channel,
                                    SluiceMethods.unary(Verb.GET_NODE),
                                    CallOptions.DEFAULT.withDeadlineAfter(5, TimeUnit.SECONDS),
                                    new Request(0, 0, Patience.NONE, new Operation.GetNode(1))));
            assertUnauthenticated(
                    () ->
                            HealthGrpc.newBlockingStub(channel)
                                    .check(HealthCheckRequest.getDefaultInstance()));
            channel.shutdownNow();
        }
    }

    @Test
    void aTokenThatOthersCanReadIsRefused() throws IOException {
        Path shared = write("shared", SECRET, "rw-r-----");
        Path brief = write("brief", "short", "rw-------");
        Path spaced = write("spaced", "sixteen letters and more", "rw-------");
        SluiceException e = refused(Served.ANY_PORT.secured(null, null, shared));
        assertTrue(e.getMessage().contains("chmod 600"), e.getMessage());
        refused(Served.ANY_PORT.secured(null, null, brief));
        refused(Served.ANY_PORT.secured(null, null, spaced));
        refused(Served.ANY_PORT.secured(null, null, directory.resolve("missing")));
        assertFalse(Token.read(token).toString().contains(SECRET));
        assertTrue(Token.read(token).isHeader("Bearer " + SECRET));
        assertFalse(Token.read(token).isHeader("Bearer " + SECRET + "0"));
        assertFalse(Token.read(token).isHeader(SECRET));
        assertFalse(Token.read(token).isHeader(null));
    }

    @Test
    void aClientSendsNothingInClearToAnotherMachine() {
        SluiceException e =
                assertThrows(
                        SluiceException.class,
                        () -> SluiceClient.open(ClientOptions.of("203.0.113.9", 7411)));
        assertEquals(ErrorCode.CONFIG, e.code());
        assertTrue(e.getMessage().contains("TLS"), e.getMessage());
    }

    @Test
    void filesThatAreNoKeysAreNotQuoted() throws IOException {
        Path broken =
                write(
                        "broken",
                        "-----BEGIN PRIVATE KEY-----\n" + SECRET + "\n-----END PRIVATE KEY-----\n",
                        "rw-------");
        for (int http : new int[] {ServerOptions.NO_HTTP, 0}) {
            SluiceException e =
                    refused(
                            ServerOptions.LOCAL
                                    .at("127.0.0.1", 0, http)
                                    .secured(certificate, broken, token));
            assertFalse(e.getMessage().contains(SECRET), e.getMessage());
            assertTrue(e.getMessage().contains("broken"), e.getMessage());
        }
    }

    /** Else it would start, and each connection to it fail. */
    @Test
    void aKeyOfAnotherCertificateIsRefused() throws Exception {
        for (var kindAndBits : Map.of("EC", 256, "RSA", 2048, "Ed25519", 255).entrySet()) {
            String kind = kindAndBits.getKey();
            KeyPairGenerator generator = KeyPairGenerator.getInstance(kind);
            generator.initialize(kindAndBits.getValue());
            byte[] bytes = generator.generateKeyPair().getPrivate().getEncoded();
            Path other = pem("other-" + kind, "PRIVATE KEY", bytes);
            SluiceException e = refused(Served.ANY_PORT.secured(certificate, other, token));
            assertTrue(e.getMessage().contains(other.toString()), e.getMessage());
        }
        refused(Served.ANY_PORT.secured(write("none", "", "rw-------"), key, token));
    }

    /** Where it tells its users to look, by whatever address of this machine. */
    @Test
    void pagesAreShownUnderTheAddressThatItListensOn() throws Exception {
        for (String host : new String[] {"127.0.0.2", "localhost", "127.0.0.1"}) {
            try (SluiceServer server = start(ServerOptions.LOCAL.at(host, 0, 0));
                    HttpClient http = HttpClient.newHttpClient()) {
                String address = "http://%s:%d/".formatted(host, server.httpPort());
                assertEquals(200, status(http, HttpRequest.newBuilder(URI.create(address))), host);
            }
        }
    }

    private static void assertUnauthenticated(Executable call) {
        StatusRuntimeException e = assertThrows(StatusRuntimeException.class, call);
        assertEquals(Status.Code.UNAUTHENTICATED, e.getStatus().getCode());
    }

    private static SluiceException refused(ServerOptions options) {
        SluiceException e = assertThrows(SluiceException.class, () -> start(options).close());
        assertEquals(ErrorCode.CONFIG, e.code());
        return e;
    }

    private static SluiceServer start(ServerOptions options) {
        return SluiceServer.start(options, new HookedStore(), () -> StatusReport.COMPLETE);
    }

    private static List<String> addressesOfThisMachine() throws IOException {
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress())
                .map(InetAddress::getHostAddress)
                .toList();
    }

    private Path pem(String name, String kind, byte[] bytes) throws IOException {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        return write(
                name,
                "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(kind, body, kind),
                "rw-------");
    }

    private Path write(String name, String text, String permissions) throws IOException {
        Path file = Files.writeString(directory.resolve(name), text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }
}
