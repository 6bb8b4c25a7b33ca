package sluice.coordinator;

/** Where readers wait for answers that are not complete yet. Safe for any number of threads. */
public interface Waiting {

    /** Names the present moment, for {@link #awaitMore}. */
    long moment();

    /**
     * Waits until an answer on {@code id1} may be more complete than one that was given at {@code
     * moment} or later; false when {@code nanosMax} passed before.
     */
    boolean awaitMore(long id1, long moment, long nanosMax) throws InterruptedException;
}
