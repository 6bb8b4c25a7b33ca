package sluice.cli.options;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a server that say by which certificate it proves itself. */
public final class TlsArguments {
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

    public @Nullable Path certificate() {
        return certificate;
    }

    public @Nullable Path key() {
        return key;
    }
}
