package sluice.coordinator;

import java.util.Arrays;
import sluice.model.IndexedIds;

/** Candidates for a question by an index, of a hot and a cold store together. */
final class Candidates {
    private Candidates() {}

    /**
     * The first {@code limit} ids of both, each once.
     *
     * @param hot in unsigned order; there are more of them if these are more than {@code limit}
     */
    static IndexedIds merged(long[] hot, IndexedIds cold, int limit) {
        if (hot.length == 0) {
            return cold;
        }
        long[] below = cold.ids();
        long[] ids = new long[(int) Math.min(limit, (long) hot.length + below.length)];
        int count = 0;
        int fromHot = 0;
        int fromCold = 0;
        while (count < ids.length) {
            boolean hasHot = fromHot < hot.length;
            boolean hasCold = fromCold < below.length;
            if (!hasHot && !hasCold) {
                break;
            }
            if (!hasCold && cold.more()) {
                // Ids of the cold store that are not known yet come before the next hot one.
                break;
            }
            int order =
                    !hasHot
                            ? 1
                            : !hasCold ? -1 : Long.compareUnsigned(hot[fromHot], below[fromCold]);
            ids[count++] = order <= 0 ? hot[fromHot] : below[fromCold];
            fromHot += order <= 0 ? 1 : 0;
            fromCold += order >= 0 ? 1 : 0;
        }
        boolean more = fromHot < hot.length || fromCold < below.length || cold.more();
        return new IndexedIds(Arrays.copyOf(ids, count), more);
    }
}
