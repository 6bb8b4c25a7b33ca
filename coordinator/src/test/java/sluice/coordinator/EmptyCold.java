package sluice.coordinator;

import sluice.model.ColdStore;
import sluice.model.ColdView;

/** A cold store that holds nothing and never will: a graph of online writes alone. */
public final class EmptyCold implements ColdStore {
    private static final long EPOCH = 0;
    private static final ColdView VIEW = new EmptyView(EPOCH, true);

    @Override
    public ColdView view() {
        return VIEW;
    }

    @Override
    public long epoch() {
        return EPOCH;
    }

    @Override
    public void close() {}
}
