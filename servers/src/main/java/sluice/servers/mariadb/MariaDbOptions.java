package sluice.servers.mariadb;

/**
 * How a server of our own is set up.
 *
 * @param bufferPoolBytes InnoDB's cache of tables and indexes
 * @param durable whether a commit is on the disk when it returns; else the log is synced once a
 *     second
 * @param encrypts whether it takes encrypted connections too; it computes a certificate for them
 *     each time it starts, which takes seconds
 */
public record MariaDbOptions(long bufferPoolBytes, boolean durable, boolean encrypts) {
    /** A cache of 128 MiB, durable. */
    public static final MariaDbOptions DEFAULT = new MariaDbOptions(128L << 20, true, false);
}
