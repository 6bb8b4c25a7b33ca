package sluice.hot.mysql;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import sluice.servers.mariadb.MariaDbAddress;
import sluice.servers.mariadb.MariaDbServer;

/** A client of the server that knows nothing of Sluice, as others have them. */
record TestSql(Connection connection) implements AutoCloseable {

    static TestSql connect(MariaDbServer server, String database) throws SQLException {
        MariaDbAddress address = server.address(database);
        return new TestSql(
                DriverManager.getConnection(address.url(), address.user(), address.password()));
    }

    void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The rows of a query, their columns with a space between them. */
    List<String> rows(String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            int columns = row.getMetaData().getColumnCount();
            while (row.next()) {
                List<String> values = new ArrayList<>();
                for (int column = 1; column <= columns; column++) {
                    values.add(row.getString(column));
                }
                rows.add(String.join(" ", values));
            }
        }
        return rows;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
