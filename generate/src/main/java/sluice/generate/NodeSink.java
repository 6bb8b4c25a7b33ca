package sluice.generate;

/** Takes nodes, one call each; hot, so without objects. */
@FunctionalInterface
public interface NodeSink {
    /**
     * The data are the first {@code lengthBytes} of {@code data}, which is reused for the next
     * node.
     */
    void node(long id, long type, long version, long timeSeconds, byte[] data, int lengthBytes);
}
