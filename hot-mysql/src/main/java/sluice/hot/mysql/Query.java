package sluice.hot.mysql;

import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * A prepared statement, or several in one text, whose parameters are set one after the other.
 * Belongs to one thread.
 */
final class Query {
    private final PreparedStatement statement;
    private int next = 1;

    Query(PreparedStatement statement) {
        this.statement = statement;
    }

    /** An unsigned number. */
    Query id(long value) throws SQLException {
        if (value >= 0) {
            statement.setLong(next++, value);
        } else {
            statement.setBigDecimal(next++, new BigDecimal(Long.toUnsignedString(value)));
        }
        return this;
    }

    /** A signed number. */
    Query number(long value) throws SQLException {
        statement.setLong(next++, value);
        return this;
    }

    Query bytes(byte[] value) throws SQLException {
        statement.setBytes(next++, value);
        return this;
    }

    Query text(String value) throws SQLException {
        statement.setString(next++, value);
        return this;
    }

    /** The rows of the one statement; the caller closes them. */
    ResultSet rows() throws SQLException {
        return statement.executeQuery();
    }

    /** How many rows the one statement found, changed or not. */
    int changed() throws SQLException {
        return statement.executeUpdate();
    }

    /** How many rows each of the statements found. */
    List<Integer> changedByEach() throws SQLException {
        List<Integer> counts = new ArrayList<>();
        boolean isRows = statement.execute();
        while (true) {
            int count = isRows ? 0 : statement.getUpdateCount();
            if (count < 0) {
                return counts;
            }
            counts.add(count);
            isRows = statement.getMoreResults();
        }
    }

    /** A number of the column, signed or not, as 64 bits. */
    static long bits(ResultSet row, int column) throws SQLException {
        String text = row.getString(column);
        return text.startsWith("-") ? Long.parseLong(text) : Long.parseUnsignedLong(text);
    }
}
