package sluice.load.remote;

import java.util.BitSet;
import sluice.segment.Borders;

/**
 * The buckets of one load that readers find built elsewhere. Nobody changes one.
 *
 * @param loadNumber of the load; 0: none can be read
 */
record ReadableBuckets(int loadNumber, Borders borders, BitSet built) {
    static final ReadableBuckets NOTHING = new ReadableBuckets(0, Borders.whole(), new BitSet());

    boolean isBuilt(long id1) {
        return built.nextClearBit(borders.firstOf(id1)) > borders.lastOf(id1);
    }

    boolean isAllBuilt() {
        return built.nextClearBit(0) >= borders.count();
    }
}
