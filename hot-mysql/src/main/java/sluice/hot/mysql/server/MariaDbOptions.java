package sluice.hot.mysql.server;

/**
 * How a server of our own is set up.
 *
 * @param bufferPoolBytes InnoDB's cache of tables and indexes
 * @param durable whether a commit is on the disk when it returns; else the log is synced once a
 *     second
 */
public record MariaDbOptions(long bufferPoolBytes, boolean durable) {
    /** A cache of 128 MiB, durable. */
    public static final MariaDbOptions DEFAULT = new MariaDbOptions(128L << 20, true);
}
