package sluice.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * Sampled keys of one range in their order, of its existing and of its incoming rows.
 *
 * <p>A weight says how many rows a sampled key stands for, in any unit that both kinds share.
 * Immutable.
 */
public final class Sample {
    /** No keys. */
    public static final Sample EMPTY = new Sample(List.of(), new long[0], new long[0]);

    private final List<RangeKey> keys;
    private final long[] existing;
    private final long[] incoming;

    private Sample(List<RangeKey> keys, long[] existing, long[] incoming) {
        this.keys = keys;
        this.existing = existing;
        this.incoming = incoming;
    }

    /**
     * The keys of two samples, each in order.
     *
     * @param existingWeight of each key of {@code existing}
     * @param incomingWeight of each key of {@code incoming}
     */
    public static Sample merged(
            List<RangeKey> existing,
            long existingWeight,
            List<RangeKey> incoming,
            long incomingWeight) {
        if (existingWeight < 0 || incomingWeight < 0) {
            throw new IllegalArgumentException(
                    "weights %d and %d of sampled keys; expected 0 or more"
                            .formatted(existingWeight, incomingWeight));
        }
        int count = existing.size() + incoming.size();
        List<RangeKey> keys = new ArrayList<>(count);
        long[] existingWeights = new long[count];
        long[] incomingWeights = new long[count];
        int one = 0;
        int other = 0;
        while (keys.size() < count) {
            boolean isExisting =
                    other == incoming.size()
                            || (one < existing.size()
                                    && existing.get(one).compareTo(incoming.get(other)) <= 0);
            (isExisting ? existingWeights : incomingWeights)[keys.size()] =
                    isExisting ? existingWeight : incomingWeight;
            RangeKey key = isExisting ? existing.get(one++) : incoming.get(other++);
            if (!keys.isEmpty() && key.compareTo(keys.getLast()) < 0) {
                throw new IllegalArgumentException(
                        "sampled key %s is behind %s; expected them in order"
                                .formatted(key, keys.getLast()));
            }
            keys.add(key);
        }
        return new Sample(keys, existingWeights, incomingWeights);
    }

    /** How many keys there are. */
    public int count() {
        return keys.size();
    }

    /** The key at {@code index}. */
    public RangeKey key(int index) {
        return keys.get(index);
    }

    long existing(int index) {
        return existing[index];
    }

    long incoming(int index) {
        return incoming[index];
    }
}
