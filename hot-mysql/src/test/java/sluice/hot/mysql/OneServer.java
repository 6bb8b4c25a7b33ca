package sluice.hot.mysql;

import java.io.IOException;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import sluice.servers.mariadb.MariaDbOptions;
import sluice.servers.mariadb.MariaDbPrograms;
import sluice.servers.mariadb.MariaDbServer;

/**
 * The one server of all tests that do not kill theirs: started for the first of them, closed after
 * the last. Each of them has databases of its own.
 */
final class OneServer implements ParameterResolver, BeforeAllCallback {
    /** So that tests do not wait for the disk at each commit. */
    private static final MariaDbOptions QUICK = new MariaDbOptions(128L << 20, false, true);

    private record Started(MariaDbServer server) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            server.close();
        }
    }

    private static Started start() {
        try {
            return new Started(MariaDbServer.startTemporary(MariaDbPrograms.home(), QUICK));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static MariaDbServer server(ExtensionContext context) {
        return context.getRoot()
                .getStore(ExtensionContext.Namespace.GLOBAL)
                .computeIfAbsent(Started.class, _ -> start(), Started.class)
                .server();
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        server(context);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == MariaDbServer.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return server(context);
    }
}
