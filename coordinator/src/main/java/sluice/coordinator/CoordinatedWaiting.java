package sluice.coordinator;

/** Readers wait in the coordinator's lists, where what they wait for comes first. */
record CoordinatedWaiting(Coordinator coordinator) implements Waiting {

    /** The coordinator itself knows what has happened meanwhile. */
    @Override
    public long moment() {
        return 0;
    }

    @Override
    public boolean awaitMore(long id1, long moment, long nanosMax) throws InterruptedException {
        return coordinator.awaitComplete(id1, nanosMax);
    }
}
