package sluice.client;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * Which server a client speaks to, and how.
 *
 * @param connections that calls are spread over, each with one thread of its own
 * @param inFlightMax of one connection; calls beyond it wait, within their deadline
 * @param deadline of every call; of a scan, between two of its messages
 * @param repeatsWrites sends a write again of which it is not known whether it was done, except
 *     that a node is never added again. Right only where no other client writes the same keys: a
 *     write that came between would be undone, and the answer may then tell what the first try left
 * @param certificates PEM file with the authorities whose server is believed; TLS is used where it
 *     is given
 * @param tokenFile what the server must be shown; readable by its owner only
 */
public record ClientOptions(
        String host,
        int port,
        int connections,
        int inFlightMax,
        Duration deadline,
        boolean repeatsWrites,
        @Nullable Path certificates,
        @Nullable Path tokenFile) {

    /** One thread reads and writes for some 70 k calls a second: more pay off on more cores. */
    private static final int CONNECTIONS =
            Math.clamp(Runtime.getRuntime().availableProcessors() / 4, 1, 8);

    public ClientOptions {
        check(port > 0 && port <= 65535, "port", port, "1 to 65535");
        check(connections >= 1 && connections <= 64, "connections", connections, "1 to 64");
        check(inFlightMax >= 1 && inFlightMax <= 65536, "inFlightMax", inFlightMax, "1 to 65536");
        check(
                deadline.toMillis() >= 1 && deadline.compareTo(Duration.ofDays(1)) <= 0,
                "deadline in milliseconds",
                deadline.toMillis(),
                "1 to a day's");
    }

    /** A server on this machine, or another one once it is {@link #secured}. */
    public static ClientOptions of(String host, int port) {
        return new ClientOptions(
                host, port, CONNECTIONS, 1024, Duration.ofSeconds(10), false, null, null);
    }

    /** These options for another server. */
    public ClientOptions at(String otherHost, int otherPort) {
        return new ClientOptions(
                otherHost,
                otherPort,
                connections,
                inFlightMax,
                deadline,
                repeatsWrites,
                certificates,
                tokenFile);
    }

    /** These options with TLS, or a token, or both; null leaves one out. */
    public ClientOptions secured(@Nullable Path otherCertificates, @Nullable Path otherTokenFile) {
        return new ClientOptions(
                host,
                port,
                connections,
                inFlightMax,
                deadline,
                repeatsWrites,
                otherCertificates,
                otherTokenFile);
    }

    /** These options with another deadline. */
    public ClientOptions within(Duration otherDeadline) {
        return new ClientOptions(
                host,
                port,
                connections,
                inFlightMax,
                otherDeadline,
                repeatsWrites,
                certificates,
                tokenFile);
    }

    /** These options with other connections. */
    public ClientOptions over(int otherConnections, int otherInFlightMax) {
        return new ClientOptions(
                host,
                port,
                otherConnections,
                otherInFlightMax,
                deadline,
                repeatsWrites,
                certificates,
                tokenFile);
    }

    /** These options with writes repeated; see {@link #repeatsWrites}. */
    public ClientOptions repeatingWrites() {
        return new ClientOptions(
                host, port, connections, inFlightMax, deadline, true, certificates, tokenFile);
    }

    private static void check(boolean isRight, String name, long value, String range) {
        if (!isRight) {
            throw new SluiceException(
                    ErrorCode.CONFIG, "%s is %d, expected %s".formatted(name, value, range));
        }
    }
}
