package sluice.plan;

/**
 * MinMove of the paper: the least move limit at which the bins can hold the pool, if partitions
 * could be cut.
 *
 * <p>The envelope is the least move cost for each amount of inserting that must be placed: the
 * slack of the bins costs nothing, then come the vectors of the pool by slope. The diagonal is what
 * the bins may hold at most: their diagonals, flattest first. A packing needs the diagonal on or
 * above the envelope. Between two corners of the diagonal the envelope, which is convex, is below
 * its chord and the diagonal is straight, so it is enough to compare them at the corners.
 *
 * <p>Cost: one pass over bins and pool.
 */
final class Envelope {
    private Envelope() {}

    /** The least move limit for what {@code offload} took off; 0 where that is nothing. */
    static long moveLimit(Instance instance, Offload offload, Bins bins) {
        long least = 0;
        // The vector at which the pass is: its number, and where it begins.
        int vector = 0;
        long beginX = bins.room() - offload.insertSum();
        long beginY = 0;
        long corner = 0;
        for (int bin = 0; bin < bins.count(); bin++) {
            corner += bins.rooms()[bin];
            while (vector < offload.count
                    && beginX + instance.insert[offload.pool[vector]] <= corner) {
                beginX += instance.insert[offload.pool[vector]];
                beginY += instance.move[offload.pool[vector]];
                vector++;
            }
            long height = beginY;
            if (vector < offload.count && corner > beginX) {
                int id = offload.pool[vector];
                height +=
                        WideProduct.divideUp(
                                instance.move[id], corner - beginX, instance.insert[id]);
            }
            // Limits are whole numbers, so the height may be rounded up before it is divided.
            least = Math.max(least, Math.ceilDiv(height, bin + 1L));
        }
        return least;
    }
}
