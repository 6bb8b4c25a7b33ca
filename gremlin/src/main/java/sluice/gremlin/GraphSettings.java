package sluice.gremlin;

import java.nio.file.Path;
import org.apache.commons.configuration2.Configuration;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * How a graph is opened, from the properties of a TinkerPop configuration.
 *
 * @param directory of the store; null if a server is asked
 * @param server host and port; null if a directory is opened
 * @param certificates PEM file of the authorities whose server is believed; null for no TLS
 * @param tokenFile the token for the server; null for none
 * @param writes whether the graph takes writes; a directory is then open for this process alone
 * @param scans whether a question that no index or list answers may read all rows
 * @param acceptsPartial whether an answer may lack rows that a running load will bring
 * @param shortIntegers whether an int of 32 bits is an {@link Integer}; all are {@link Long} else
 */
record GraphSettings(
        @Nullable Path directory,
        @Nullable String server,
        @Nullable Path certificates,
        @Nullable Path tokenFile,
        boolean writes,
        boolean scans,
        boolean acceptsPartial,
        boolean shortIntegers) {
    static final String DIRECTORY = "sluice.directory";
    static final String SERVER = "sluice.server";
    static final String CERTIFICATES = "sluice.certificates";
    static final String TOKEN_FILE = "sluice.tokenFile";
    static final String WRITES = "sluice.writes";
    static final String SCANS = "sluice.scans";
    static final String PARTIAL = "sluice.partial";
    static final String SHORT_INTEGERS = "sluice.shortIntegers";

    GraphSettings {
        if ((directory == null) == (server == null)) {
            throw wrong(
                    "found %s of %s and %s, expected one of them",
                    directory == null ? "none" : "both", DIRECTORY, SERVER);
        }
        if (server == null && (certificates != null || tokenFile != null)) {
            throw wrong("%s and %s require %s", CERTIFICATES, TOKEN_FILE, SERVER);
        }
    }

    static GraphSettings of(Configuration configuration) {
        return new GraphSettings(
                path(configuration, DIRECTORY),
                configuration.getString(SERVER, null),
                path(configuration, CERTIFICATES),
                path(configuration, TOKEN_FILE),
                configuration.getBoolean(WRITES, false),
                configuration.getBoolean(SCANS, true),
                configuration.getBoolean(PARTIAL, false),
                configuration.getBoolean(SHORT_INTEGERS, false));
    }

    private static @Nullable Path path(Configuration configuration, String key) {
        String text = configuration.getString(key, null);
        return text == null ? null : Path.of(text);
    }

    /** The host of {@code server}. */
    static String host(String server) {
        return server.substring(0, colon(server));
    }

    /** The port of {@code server}. */
    static int port(String server) {
        String port = server.substring(colon(server) + 1);
        try {
            return Integer.parseInt(port);
        } catch (NumberFormatException e) {
            throw wrong("%s: \"%s\" is no port; write host:port", SERVER, port);
        }
    }

    private static int colon(String server) {
        int colon = server.lastIndexOf(':');
        if (colon < 1) {
            throw wrong("%s: found \"%s\", expected host:port", SERVER, server);
        }
        return colon;
    }

    static SluiceException wrong(String message, Object... arguments) {
        return new SluiceException(ErrorCode.CONFIG, message.formatted(arguments));
    }
}
