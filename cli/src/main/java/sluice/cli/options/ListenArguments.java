package sluice.cli.options;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import sluice.server.ServerOptions;

/** Where a server listens, by which certificate it proves itself, and what clients must show. */
public final class ListenArguments {
    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            description =
                    "Where to listen (default: 127.0.0.1, this machine only). Any other address"
                            + " needs --tls-certificate, --tls-key and --token-file.")
    private String host = ServerOptions.LOCAL.host();

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "The port of gRPC; 0 for any free one (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--http-port",
            paramLabel = "N",
            description =
                    "The port of the web page, metrics and health; 0 for any free one, -1 for none"
                            + " (default: ${DEFAULT-VALUE}).")
    private int httpPort;

    @Option(
            names = "--tls-certificate",
            paramLabel = "FILE",
            description = "PEM file with the server's certificate.")
    private @Nullable Path certificate;

    @Option(
            names = "--tls-key",
            paramLabel = "FILE",
            description = "PEM file with its private key.")
    private @Nullable Path key;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "What clients must show; a file that only its owner can read.")
    private @Nullable Path tokenFile;

    /** Options with these ports, unless others are named; 0 stands for any free one. */
    public ListenArguments(int port, int httpPort) {
        this.port = port;
        this.httpPort = httpPort;
    }

    /** Throws if a single value is wrong. */
    void checkValues() {
        ServerOptions.LOCAL.at(host, port, ServerOptions.NO_HTTP);
        ServerOptions.LOCAL.at(host, 0, httpPort);
    }

    /** Options of a server with all else as usual. */
    public ServerOptions server() {
        return ServerOptions.LOCAL.at(host, port, httpPort).secured(certificate, key, tokenFile);
    }
}
