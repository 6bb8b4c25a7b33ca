package sluice.server;

/**
 * What a server's page, metrics and JSON tell of the store behind it. Who starts a server gives
 * one; the server itself knows only what it is asked.
 */
@FunctionalInterface
public interface ServerStatus {

    /** Is told once a second what the slowest of a hundred reads took since it was last told. */
    default void measured(long p99Nanos, long reads) {}

    /** How it stands now. Asked once a second and by each request for the status: must be quick. */
    StatusReport report();
}
