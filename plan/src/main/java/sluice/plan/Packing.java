package sluice.plan;

import java.util.Arrays;

/**
 * Tries insert limits: offloads, finds the move limit, and onloads.
 *
 * <p>Cost of a try: a few passes over all partitions, and a sort of the servers. Used by one
 * thread.
 */
final class Packing {
    private final Instance instance;
    private final Offload offload;
    private final Onload onload;
    private final int[] destinations;
    private final long[] inserts;
    private final long[] moves;

    Packing(Instance instance) {
        this.instance = instance;
        offload = new Offload(instance);
        onload = new Onload(instance);
        destinations = new int[instance.home.length];
        inserts = new long[instance.servers];
        moves = new long[instance.servers];
    }

    /** What becomes of {@code limit}, which is at least the mean of what servers insert. */
    Candidate at(long limit) {
        System.arraycopy(instance.home, 0, destinations, 0, destinations.length);
        offload.to(limit);
        long moveLimit = 0;
        if (offload.count > 0) {
            Bins bins = Bins.below(instance, limit, offload.loads);
            moveLimit = Math.max(Envelope.moveLimit(instance, offload, bins), offload.movesMax());
            // What found no bin stays where it is: balance is speed, not correctness.
            onload.place(offload, bins, moveLimit, destinations);
        }
        instance.measure(destinations, inserts, moves);
        int moved = 0;
        long fingerprint = 0;
        for (int index = 0; index < offload.count; index++) {
            int id = offload.pool[index];
            if (destinations[id] != instance.home[id]) {
                moved++;
                // A sum of mixed bits does not depend on the order in which they are added.
                fingerprint += mixed(((long) id << 32) + destinations[id] + 1);
            }
        }
        return new Candidate(
                limit,
                moveLimit,
                instance.timeMax(inserts),
                Arrays.stream(moves).max().orElse(0),
                moved,
                fingerprint);
    }

    /** The server of each partition at the limit that was tried last. */
    int[] destinations() {
        return destinations.clone();
    }

    private static long mixed(long value) {
        long bits = value * 0x9E3779B97F4A7C15L;
        bits = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
        bits = (bits ^ (bits >>> 27)) * 0x94D049BB133111EBL;
        return bits ^ (bits >>> 31);
    }
}
