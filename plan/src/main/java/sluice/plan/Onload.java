package sluice.plan;

/**
 * Algorithm 1 of the paper: gives the partitions of the pool to the bins, along each bin's
 * diagonal, so that both of its limits are used up together.
 *
 * <p>Slack is two dummies at the ends of the list, a flat and a steep one. They are made for each
 * bin from the slack that is left and may be cut, so what a bin does not use is left for the next
 * one. (As whole vectors, as the paper prints them, one bin swallows all slack, and others find
 * nothing.)
 *
 * <p>Cost: a pass over the pool. Used by one thread.
 */
final class Onload {
    private final Instance instance;
    private final int[] next;
    private final int[] previous;

    /** The bin being filled. */
    private long insertTaken;

    private long moveTaken;
    private int left;
    private int right;
    private long flat;
    private long steep;

    Onload(Instance instance) {
        this.instance = instance;
        next = new int[instance.bySlope.length + 2];
        previous = new int[instance.bySlope.length + 2];
    }

    /**
     * Writes the server of each partition in the pool into {@code destinations}.
     *
     * @param moveLimit at least that of {@link Envelope}
     * @return how many partitions found no bin; none where the limits can be kept
     */
    int place(Offload offload, Bins bins, long moveLimit, int[] destinations) {
        int end = offload.count + 1;
        for (int place = 0; place < end; place++) {
            next[place] = place + 1;
            previous[place + 1] = place;
        }
        long roomLeft = bins.room();
        long insertLeft = offload.insertSum();
        long moveLeft = offload.moveSum();
        int placed = 0;
        left = 0;
        for (int bin = 0; bin < bins.count() && placed < offload.count; bin++) {
            long room = bins.rooms()[bin];
            flat = Math.max(0, roomLeft - insertLeft);
            steep = Math.max(0, moveLimit * (bins.count() - bin) - moveLeft);
            roomLeft -= room;
            fill(offload, room, moveLimit, end);
            for (int place = next[left]; place != right; place = next[place]) {
                int id = offload.pool[place - 1];
                destinations[id] = bins.servers()[bin];
                insertLeft -= instance.insert[id];
                moveLeft -= instance.move[id];
                placed++;
            }
            next[left] = right;
            previous[right] = left;
        }
        return offload.count - placed;
    }

    /** Moves {@link #left} and {@link #right} apart until what is between them fills the bin. */
    private void fill(Offload offload, long room, long moveLimit, int end) {
        // Bins come by less and less room, so the diagonal is steeper each time.
        while (next[left] < end && isFlat(offload.pool[next[left] - 1], room, moveLimit)) {
            left = next[left];
        }
        right = next[left];
        insertTaken = 0;
        moveTaken = 0;
        boolean isLeftLast = false;
        while (insertTaken < room
                && (moveTaken < moveLimit || moveLimit == 0)
                && (left > 0 || right < end)) {
            isLeftLast = takesLeft(offload, room, moveLimit, end);
            if (isLeftLast) {
                takeLeft(offload);
            } else {
                takeRight(offload, end);
            }
        }
        // The vector that the bin's border cuts belongs to it as a whole.
        if (isLeftLast && right < end) {
            right = next[right];
        } else if (!isLeftLast && left > 0) {
            left = previous[left];
        }
    }

    private boolean isFlat(int id, long room, long moveLimit) {
        return WideProduct.compare(instance.move[id], room, moveLimit, instance.insert[id]) <= 0;
    }

    /** Whether the sum with both neighbours is above the diagonal, so that the flat one is next. */
    private boolean takesLeft(Offload offload, long room, long moveLimit, int end) {
        long leftX = left > 0 ? instance.insert[offload.pool[left - 1]] : flat;
        long leftY = left > 0 ? instance.move[offload.pool[left - 1]] : 0;
        long rightX = right < end ? instance.insert[offload.pool[right - 1]] : 0;
        long rightY = right < end ? instance.move[offload.pool[right - 1]] : steep;
        if (leftX == 0 && leftY == 0) {
            return false;
        }
        if (rightX == 0 && rightY == 0) {
            return true;
        }
        return WideProduct.compare(
                        moveTaken + leftY + rightY, room, moveLimit, insertTaken + leftX + rightX)
                >= 0;
    }

    private void takeLeft(Offload offload) {
        if (left == 0) {
            insertTaken += flat;
            flat = 0;
            return;
        }
        insertTaken += instance.insert[offload.pool[left - 1]];
        moveTaken += instance.move[offload.pool[left - 1]];
        left = previous[left];
    }

    private void takeRight(Offload offload, int end) {
        if (right == end) {
            moveTaken += steep;
            steep = 0;
            return;
        }
        insertTaken += instance.insert[offload.pool[right - 1]];
        moveTaken += instance.move[offload.pool[right - 1]];
        right = next[right];
    }
}
