package sluice.segment;

/**
 * Drops what is in a pool that is full, and remembers it: for whoever can go another way then. The
 * pool holds no more than the last rows afterwards, and is to be emptied. Belongs to one thread.
 */
final class PoolOverflow implements RowPool.FullHandler {
    private boolean happened;

    @Override
    public void full(RowPool pool) {
        happened = true;
        pool.clear();
    }

    boolean happened() {
        return happened;
    }

    /** From now on nothing happened. */
    void forget() {
        happened = false;
    }
}
