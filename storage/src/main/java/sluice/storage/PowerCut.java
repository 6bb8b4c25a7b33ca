package sluice.storage;

/**
 * The end of the process, in a test: thrown by every operation of a {@link FaultyStorage} once it
 * is cut. An error, so that nothing takes it for a failure of the disk and tries again.
 */
public final class PowerCut extends Error {
    private static final long serialVersionUID = 1L;

    PowerCut(long operationNumber) {
        super("cut at operation " + operationNumber);
    }
}
