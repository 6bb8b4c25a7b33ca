package sluice.readonly.route;

import java.util.Arrays;
import sluice.model.Answer;
import sluice.model.IndexedIds;
import sluice.protocol.IndexPart;

/**
 * The ids of one page that the nodes of a ring have found, each in partitions of its own. Belongs
 * to one thread.
 *
 * <p>A node that has more ids than its part of the page tells nothing of those behind it, so that
 * the page ends there; nor does a partition that nobody answered for, and a page that reaches it is
 * not complete.
 */
final class IndexedParts {
    private final int limit;
    private long[] ids = {};
    private boolean hasMore;

    /** The last id of which all nodes that answered have told, where one has more. */
    private long reach = -1;

    private boolean isComplete = true;
    private boolean isLacking;

    /** The first id that may be in a partition without an answer. */
    private long lacking = -1;

    /** {@code limit} is how many ids are wanted. */
    IndexedParts(int limit) {
        this.limit = limit;
    }

    /** Adds what a node has found. */
    void add(IndexPart part) {
        long[] found = part.ids().ids();
        int before = ids.length;
        ids = Arrays.copyOf(ids, before + found.length);
        System.arraycopy(found, 0, ids, before, found.length);
        isComplete &= part.complete();
        if (part.ids().more()) {
            long last = found[found.length - 1];
            reach = hasMore && Long.compareUnsigned(reach, last) < 0 ? reach : last;
            hasMore = true;
        }
    }

    /** Notes a partition, whose ids begin with {@code firstId}, for which no node has answered. */
    void lacks(long firstId) {
        lacking = isLacking && Long.compareUnsigned(lacking, firstId) < 0 ? lacking : firstId;
        isLacking = true;
    }

    /** The page. */
    Answer<IndexedIds> answer() {
        for (int i = 0; i < ids.length; i++) {
            // In the order of unsigned numbers once the highest bit is turned.
            ids[i] ^= Long.MIN_VALUE;
        }
        Arrays.sort(ids);
        for (int i = 0; i < ids.length; i++) {
            ids[i] ^= Long.MIN_VALUE;
        }
        int count = Math.min(limit, ids.length);
        boolean more = hasMore || ids.length > limit;
        while (hasMore && Long.compareUnsigned(ids[count - 1], reach) > 0) {
            count--;
        }
        boolean isBeforeAllLacking =
                more && count > 0 && Long.compareUnsigned(ids[count - 1], lacking) < 0;
        return new Answer<>(
                new IndexedIds(Arrays.copyOf(ids, count), more),
                isComplete && (!isLacking || isBeforeAllLacking));
    }
}
