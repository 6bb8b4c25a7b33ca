package sluice.readonly;

/**
 * Where a node listens.
 *
 * @param port of gRPC
 * @param httpPort of its page; -1 if it has none
 * @param session tells this start of the node from all others
 */
public record Life(int format, String host, int port, int httpPort, String session) {
    /** The format of this record. */
    public static final int FORMAT = 1;
}
