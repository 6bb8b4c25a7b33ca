package sluice.hot.mysql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;

/**
 * One connection and the statements that were prepared on it, which are kept: there are as many as
 * there are texts in this package. Each statement is its own transaction unless one was begun.
 * Belongs to one thread at a time.
 */
final class Session implements AutoCloseable {
    private final Connection connection;
    private final Map<String, PreparedStatement> statements = new HashMap<>();

    Session(Connection connection) {
        this.connection = connection;
    }

    Query query(String sql) throws SQLException {
        PreparedStatement statement = statements.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(sql);
            statements.put(sql, statement);
        }
        return new Query(statement);
    }

    /** Runs what has no parameters and is not kept. */
    void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    Connection connection() {
        return connection;
    }

    boolean isClosed() throws SQLException {
        return connection.isClosed();
    }

    /** Ends the connection; the server gives up what it had begun. */
    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
