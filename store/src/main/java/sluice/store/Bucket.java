package sluice.store;

import org.jspecify.annotations.Nullable;
import sluice.storage.FileEntry;

/**
 * One entry of the bucket index: a bucket from its first key to the first key of the next one.
 *
 * @param segment what was built of it so far, or null when nothing was; buckets that were one
 *     bucket in an earlier load may share a segment, each with the rows in its own range
 * @param demand how many queries asked for it while the load ran
 */
public record Bucket(
        long firstId1, long firstId2, State state, @Nullable FileEntry segment, long demand) {

    /** How far the present load has come with a bucket. */
    public enum State {
        /** Its rows are in runs (and an earlier load's segment). */
        STAGED,
        /** Being merged; answered as staged. */
        BUILDING,
        /** All its rows are in its segment, or there are none. */
        BUILT
    }

    /** This bucket in another state. */
    public Bucket withState(State newState) {
        return new Bucket(firstId1, firstId2, newState, segment, demand);
    }
}
