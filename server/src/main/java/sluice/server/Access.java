package sluice.server;

import io.grpc.InsecureServerCredentials;
import io.grpc.ServerCredentials;
import io.grpc.TlsServerCredentials;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.protocol.Token;

/**
 * Where a server listens and whom it lets in: closed by default. An address that other machines
 * reach needs TLS and a token, so that no one reads along and no one comes in unasked.
 */
record Access(InetAddress address, @Nullable PemFiles tls, @Nullable Token token) {

    /** Checks {@code options}; fails with what is missing and how to give it. */
    static Access of(ServerOptions options) {
        InetAddress address = address(options.host());
        Path certificate = options.certificate();
        Path key = options.key();
        if ((certificate == null) != (key == null)) {
            throw wrong("TLS needs both a certificate and its key; name both files, or neither");
        }
        Path tokenFile = options.tokenFile();
        if (!address.isLoopbackAddress() && (certificate == null || tokenFile == null)) {
            throw wrong(
                    "%s can be reached from other machines, which needs TLS (%s) and a token (%s);"
                                    .formatted(
                                            options.host(),
                                            certificate == null ? "missing" : "given",
                                            tokenFile == null ? "missing" : "given")
                            + " name a certificate file, its key file and a token file,"
                            + " or listen on 127.0.0.1");
        }
        PemFiles tls = certificate == null || key == null ? null : new PemFiles(certificate, key);
        return new Access(address, tls, tokenFile == null ? null : Token.read(tokenFile));
    }

    /** What gRPC needs to listen so. */
    ServerCredentials credentials() {
        if (tls == null) {
            return InsecureServerCredentials.create();
        }
        return TlsServerCredentials.newBuilder().keyManager(TlsContext.keyManagers(tls)).build();
    }

    private static InetAddress address(String host) {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw wrong("no address is known for the host " + host + "; give an IP address");
        }
    }

    private static SluiceException wrong(String message) {
        return new SluiceException(ErrorCode.CONFIG, message);
    }
}
