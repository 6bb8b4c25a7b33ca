package sluice.coordinator;

import java.io.IOException;
import java.util.OptionalLong;
import sluice.model.ColdStore;
import sluice.model.ColdView;
import sluice.model.ForwardedReader;
import sluice.model.GraphReader;

/** One view as a cold store of its own, which never changes. Its owner closes the view. */
record FixedCold(ColdView only) implements ColdStore {

    @Override
    public ColdView view() {
        return new Kept(only);
    }

    @Override
    public long epoch() {
        return only.epoch();
    }

    @Override
    public void close() {}

    /** The view, without its end. */
    private static final class Kept extends ForwardedReader implements ColdView {
        private final ColdView view;

        Kept(ColdView view) {
            this.view = view;
        }

        @Override
        protected GraphReader reader() {
            return view;
        }

        @Override
        public long epoch() {
            return view.epoch();
        }

        @Override
        public boolean canAnswer(long id1) throws IOException {
            return view.canAnswer(id1);
        }

        @Override
        public OptionalLong nextNodeId() throws IOException {
            return view.nextNodeId();
        }

        @Override
        public void close() {}
    }
}
