package sluice.server;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * How a server listens, whom it lets in, and how much it does at once.
 *
 * @param host the address that it listens on; any but a loopback address needs all of {@code
 *     certificate}, {@code key} and {@code tokenFile}
 * @param port of gRPC; 0 for any free one
 * @param httpPort of the web page, metrics and health; 0 for any free one, {@value #NO_HTTP} for
 *     none
 * @param certificate PEM file with the server's certificate, and those up to its authority
 * @param key PEM file with its private key (PKCS #8)
 * @param tokenFile what clients must show; readable by its owner only
 * @param readThreads that carry reads out; 0: the network's own threads do, which is fastest as
 *     long as what is read is in memory
 * @param writeThreads that carry writes out, each waiting until its write is durable; so many
 *     writes can share one sync of the disk
 * @param requestsInFlightMax of one stream or batch; while so many are in flight no more are read
 * @param answerBytesMax of one answer; a larger one fails and says so
 * @param scansMax of clients that run at once; those of partitions, for other nodes of a ring, have
 *     turns of their own
 * @param stopWithin how long a graceful stop waits for running requests
 */
public record ServerOptions(
        String host,
        int port,
        int httpPort,
        @Nullable Path certificate,
        @Nullable Path key,
        @Nullable Path tokenFile,
        int readThreads,
        int writeThreads,
        int requestsInFlightMax,
        int answerBytesMax,
        int scansMax,
        Duration stopWithin) {

    /** The port of gRPC where no other is wanted. */
    public static final int PORT = 7411;

    /** The port of the web page where no other is wanted. */
    public static final int HTTP_PORT = 7412;

    /** No HTTP at all. */
    public static final int NO_HTTP = -1;

    /** On this machine only, at the usual ports. */
    public static final ServerOptions LOCAL =
            new ServerOptions(
                    "127.0.0.1",
                    PORT,
                    HTTP_PORT,
                    null,
                    null,
                    null,
                    0,
                    16,
                    1024,
                    32 << 20,
                    2,
                    Duration.ofSeconds(10));

    public ServerOptions {
        check(port >= 0 && port <= 65535, "port", port, "0 to 65535");
        check(httpPort >= NO_HTTP && httpPort <= 65535, "httpPort", httpPort, "-1 to 65535");
        if (port != 0 && port == httpPort) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "gRPC and HTTP cannot share port %d; name another one for either"
                            .formatted(port));
        }
        check(readThreads >= 0 && readThreads <= 1024, "readThreads", readThreads, "0 to 1024");
        check(writeThreads >= 1 && writeThreads <= 1024, "writeThreads", writeThreads, "1 to 1024");
        check(
                requestsInFlightMax >= 1 && requestsInFlightMax <= 1 << 20,
                "requestsInFlightMax",
                requestsInFlightMax,
                "1 to 1048576");
        check(
                answerBytesMax >= 1 << 16 && answerBytesMax <= 1 << 30,
                "answerBytesMax",
                answerBytesMax,
                "65536 to 1073741824");
        check(scansMax >= 0 && scansMax <= 1024, "scansMax", scansMax, "0 to 1024");
    }

    private static void check(boolean isRight, String name, long value, String range) {
        if (!isRight) {
            throw new SluiceException(
                    ErrorCode.CONFIG, "%s is %d, expected %s".formatted(name, value, range));
        }
    }

    /** These options at another address. */
    public ServerOptions at(String otherHost, int otherPort, int otherHttpPort) {
        return new ServerOptions(
                otherHost,
                otherPort,
                otherHttpPort,
                certificate,
                key,
                tokenFile,
                readThreads,
                writeThreads,
                requestsInFlightMax,
                answerBytesMax,
                scansMax,
                stopWithin);
    }

    /** These options with TLS, or with a token, or both; null leaves one out. */
    public ServerOptions secured(
            @Nullable Path otherCertificate, @Nullable Path otherKey, @Nullable Path otherToken) {
        return new ServerOptions(
                host,
                port,
                httpPort,
                otherCertificate,
                otherKey,
                otherToken,
                readThreads,
                writeThreads,
                requestsInFlightMax,
                answerBytesMax,
                scansMax,
                stopWithin);
    }

    /** These options with other threads. */
    public ServerOptions threads(int otherReadThreads, int otherWriteThreads) {
        return new ServerOptions(
                host,
                port,
                httpPort,
                certificate,
                key,
                tokenFile,
                otherReadThreads,
                otherWriteThreads,
                requestsInFlightMax,
                answerBytesMax,
                scansMax,
                stopWithin);
    }

    /** These options with other limits. */
    public ServerOptions limits(int otherInFlightMax, int otherAnswerBytesMax, int otherScansMax) {
        return new ServerOptions(
                host,
                port,
                httpPort,
                certificate,
                key,
                tokenFile,
                readThreads,
                writeThreads,
                otherInFlightMax,
                otherAnswerBytesMax,
                otherScansMax,
                stopWithin);
    }
}
