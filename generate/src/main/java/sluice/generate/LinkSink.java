package sluice.generate;

/** Takes links, one call each; hot, so without objects. */
@FunctionalInterface
public interface LinkSink {
    /**
     * The data are the first {@code lengthBytes} of {@code data}, which is reused for the next
     * link.
     */
    void link(long id1, long linkType, long id2, long timeMillis, byte[] data, int lengthBytes);
}
