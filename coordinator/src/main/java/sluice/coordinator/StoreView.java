package sluice.coordinator;

import java.io.IOException;
import java.util.OptionalLong;
import sluice.model.ColdView;
import sluice.model.ForwardedReader;
import sluice.model.GraphReader;
import sluice.model.Node;
import sluice.store.PinnedReader;

/** One manifest of a store directory, which can be searched before its buckets are built. */
final class StoreView extends ForwardedReader implements ColdView {
    private final PinnedReader reader;
    private final long epoch;

    StoreView(PinnedReader reader, long epoch) {
        this.reader = reader;
        this.epoch = epoch;
    }

    @Override
    protected GraphReader reader() {
        return reader;
    }

    @Override
    public long epoch() {
        return epoch;
    }

    /** The number of the load after which this is all there is; 0 while that still stages. */
    int loadNumber() {
        return reader.manifest().complete() ? reader.manifest().loadNumber() : 0;
    }

    @Override
    public boolean canAnswer(long id1) {
        return true;
    }

    @Override
    public OptionalLong nextNodeId() throws IOException {
        if (!reader.manifest().complete()) {
            return OptionalLong.empty();
        }
        OptionalLong largest = reader.largestId();
        long next = largest.isEmpty() ? 1 : largest.getAsLong() + 1;
        // The next load gives its names the ids that follow those of the names before.
        boolean names = reader.manifest().idNames();
        boolean isOfNames = names && Long.compareUnsigned(next, Node.RESERVED) < 0;
        return OptionalLong.of(isOfNames ? Node.RESERVED : next);
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
