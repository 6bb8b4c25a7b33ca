package sluice.cli.options;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import sluice.client.ClientOptions;
import sluice.client.SluiceClient;
import sluice.server.ServerOptions;

/** Which server a verb speaks to, and how. */
public final class ServerArguments {
    private static final long DEADLINE_MILLIS = 10_000;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--server",
            paramLabel = "HOST[:PORT]",
            converter = Address.Converter.class,
            scope = ScopeType.INHERIT,
            description = "A running server: localhost, db1:7411 or [::1]:7411.")
    private @Nullable Address server;

    @Option(
            names = "--deadline",
            paramLabel = "MS",
            scope = ScopeType.INHERIT,
            description =
                    "With --server: how many milliseconds an answer may take (default: 10000).")
    private @Nullable Long deadlineMillis;

    @Option(
            names = "--tls-certificates",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description =
                    "With --server: PEM file with the authorities by which its certificate is"
                            + " believed; needed where it is another machine.")
    private @Nullable Path certificates;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description = "With --server: what it must be shown.")
    private @Nullable Path tokenFile;

    /** Where a server listens. */
    record Address(String host, int port) {

        /** Reads HOST and HOST:PORT; an address of IPv6 stands in brackets. */
        static final class Converter implements ITypeConverter<Address> {
            @Override
            public Address convert(String text) {
                int colon = text.lastIndexOf(':');
                boolean hasPort = colon >= 0 && !text.endsWith("]");
                String host = hasPort ? text.substring(0, colon) : text;
                if (host.startsWith("[") && host.endsWith("]")) {
                    host = host.substring(1, host.length() - 1);
                } else if (host.indexOf(':') >= 0) {
                    host = "";
                }
                try {
                    int port =
                            hasPort
                                    ? Integer.parseInt(text.substring(colon + 1))
                                    : ServerOptions.PORT;
                    if (!host.isEmpty() && port > 0 && port <= 65535) {
                        return new Address(host, port);
                    }
                } catch (NumberFormatException e) {
                    // Said below, together with what is out of range.
                }
                throw new TypeConversionException(
                        "\"%s\" is no address; expected HOST, HOST:PORT or [IPV6]:PORT"
                                .formatted(text));
            }
        }
    }

    /** Whether a server is meant. */
    public boolean given() {
        return server != null;
    }

    /** Whether an option is given that only a server understands. */
    public boolean hasServerOptions() {
        return deadlineMillis != null || certificates != null || tokenFile != null;
    }

    /** What the user calls the server. */
    public String name() {
        return server == null ? "" : server.host() + ":" + server.port();
    }

    /** Refuses options that only a server understands where none is meant. */
    public void refuseWithoutServer() {
        if (hasServerOptions()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--deadline, --tls-certificates and --token-file require a server: add --server,"
                            + " or leave them out");
        }
    }

    public long deadlineMillis() {
        long millis = deadlineMillis == null ? DEADLINE_MILLIS : deadlineMillis;
        if (millis < 1 || millis > Duration.ofHours(1).toMillis()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--deadline must be from 1 to %d milliseconds, not %d"
                            .formatted(Duration.ofHours(1).toMillis(), millis));
        }
        return millis;
    }

    /** A client of the server; the caller closes it. */
    public SluiceClient open() {
        return open(Duration.ofMillis(deadlineMillis()));
    }

    /** As {@link #open()}, with another deadline. */
    public SluiceClient open(Duration deadline) {
        Address address = server;
        if (address == null) {
            throw new ParameterException(
                    spec.commandLine(), "name a server: --server localhost:" + ServerOptions.PORT);
        }
        return SluiceClient.open(
                ClientOptions.of(address.host(), address.port())
                        .over(1, 1)
                        .within(deadline)
                        .secured(certificates, tokenFile));
    }
}
