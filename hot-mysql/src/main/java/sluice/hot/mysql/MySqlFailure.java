package sluice.hot.mysql;

import java.io.IOException;
import java.sql.SQLException;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.model.UnreachableException;

/** Says what went wrong in MySQL in words of ours. The driver's messages hold no password. */
final class MySqlFailure {
    private static final int ACCESS_TO_DATABASE_DENIED = 1044;
    private static final int ACCESS_DENIED = 1045;
    private static final int DATABASE_UNKNOWN = 1049;
    private static final int SERVER_SHUTS_DOWN = 1053;
    private static final int DUPLICATE_KEY = 1062;
    private static final int DISK_FULL = 1021;
    private static final int TABLE_FULL = 1114;
    private static final int COMMAND_NOT_ALLOWED = 1148;
    private static final int LOCK_TIMEOUT = 1205;
    private static final int DEADLOCK = 1213;
    private static final int OUT_OF_RANGE = 1264;
    private static final int STATEMENT_DENIED = 1142;
    private static final int COLUMN_UNKNOWN = 1054;
    private static final int COLUMNS_TOO_FEW = 1136;
    private static final int TABLE_UNKNOWN = 1146;
    private static final int VALUE_CUT = 1265;
    private static final int COLUMN_WITHOUT_DEFAULT = 1364;
    private static final int TABLE_ALTERED_MEANWHILE = 1412;
    private static final int STATEMENT_OUTDATED = 1615;
    private static final int VALUE_WRONG = 1366;
    private static final int DATA_TOO_LONG = 1406;
    private static final int CONNECTION_KILLED = 1927;
    private static final int LOCAL_FILES_REFUSED = 4166;
    private static final int LOCAL_FILES_REFUSED_BY_MYSQL = 3948;

    private MySqlFailure() {}

    /** Whether the connection is gone, and with it what was not committed. */
    static boolean isLost(SQLException failure) {
        String state = failure.getSQLState();
        return state != null && state.startsWith("08")
                || failure.getErrorCode() == SERVER_SHUTS_DOWN
                || failure.getErrorCode() == CONNECTION_KILLED;
    }

    /** Whether the same transaction can be tried again. */
    static boolean isOfLocks(SQLException failure) {
        return failure.getErrorCode() == DEADLOCK
                || failure.getErrorCode() == LOCK_TIMEOUT
                || isOfAlteredTable(failure);
    }

    /** Whether a table was altered while it was read: the new one may serve as well. */
    static boolean isOfAlteredTable(SQLException failure) {
        return failure.getErrorCode() == TABLE_ALTERED_MEANWHILE
                || failure.getErrorCode() == STATEMENT_OUTDATED;
    }

    static boolean isOfDuplicate(SQLException failure) {
        return failure.getErrorCode() == DUPLICATE_KEY;
    }

    static IOException ofConnecting(MySqlAddress address, SQLException cause) {
        SluiceException disbelieved = MySqlCertificate.disbelieved(address, cause);
        if (disbelieved != null) {
            throw disbelieved;
        }
        return switch (cause.getErrorCode()) {
            case ACCESS_DENIED, ACCESS_TO_DATABASE_DENIED ->
                    throw new SluiceException(
                            ErrorCode.CONFIG,
                            "%s: the server refuses this user or password; see %s, passwordFile and the user's grants (%s)"
                                    .formatted(address, MySqlPassword.VARIABLE, text(cause)),
                            cause);
            case DATABASE_UNKNOWN ->
                    throw new SluiceException(
                            ErrorCode.CONFIG,
                            "%s: there is no such database; make it: CREATE DATABASE `%s`"
                                    .formatted(address, address.database()),
                            cause);
            default ->
                    new UnreachableException(
                            "%s: no connection: %s; the request can be repeated once the server answers"
                                    .formatted(address, text(cause)),
                            cause);
        };
    }

    /**
     * The failure of what was being done; thrown where a user can act on it. What is wrong with the
     * tables or grants is the store's, and no mistake of the client whose request met it.
     */
    static IOException of(MySqlAddress address, String what, SQLException cause) {
        String message = "%s: %s: %s".formatted(address, what, text(cause));
        return switch (cause.getErrorCode()) {
            case DISK_FULL, TABLE_FULL ->
                    throw new SluiceException(
                            ErrorCode.RESOURCE, message + "; make room on the server", cause);
            case STATEMENT_DENIED ->
                    throw new SluiceException(
                            ErrorCode.STORE, message + "; grant it to this user", cause);
            case COLUMN_UNKNOWN, COLUMNS_TOO_FEW, TABLE_UNKNOWN, COLUMN_WITHOUT_DEFAULT ->
                    throw new SluiceException(
                            ErrorCode.STORE,
                            message
                                    + "; the tables are not as this store made them: restore what was"
                                    + " altered or dropped, as docs/hot-mysql.md has it",
                            cause);
            case TABLE_ALTERED_MEANWHILE, STATEMENT_OUTDATED ->
                    new IOException(
                            message
                                    + "; a table was altered meanwhile: the request can be repeated",
                            cause);
            case COMMAND_NOT_ALLOWED, LOCAL_FILES_REFUSED, LOCAL_FILES_REFUSED_BY_MYSQL ->
                    throw new SluiceException(
                            ErrorCode.CONFIG,
                            message + "; loading needs SET GLOBAL local_infile = 1 on the server",
                            cause);
            case OUT_OF_RANGE, VALUE_WRONG, VALUE_CUT, DATA_TOO_LONG ->
                    throw new SluiceException(
                            ErrorCode.STORE,
                            message
                                    + "; a column of a table that was taken over or altered is too"
                                    + " narrow for this value: widen it as docs/hot-mysql.md has it",
                            cause);
            default ->
                    isLost(cause)
                            ? new UnreachableException(message, cause)
                            : new IOException(message, cause);
        };
    }

    /** One that found something else than it had read before. */
    static SluiceException ofOtherWriter(MySqlAddress address, String what) {
        return new SluiceException(
                ErrorCode.STORE,
                "%s: %s was written by another process meanwhile; only one may write to a list or node at a time"
                        .formatted(address, what));
    }

    private static String text(SQLException cause) {
        return String.valueOf(cause.getMessage());
    }
}
