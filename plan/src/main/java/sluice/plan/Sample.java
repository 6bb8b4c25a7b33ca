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

    /**
     * Keys in their order, each with the rows that it stands for.
     *
     * @param existing rows from each key up to the next
     * @param incoming rows from each key up to the next
     */
    public static Sample weighted(List<RangeKey> keys, long[] existing, long[] incoming) {
        if (existing.length != keys.size() || incoming.length != keys.size()) {
            throw new IllegalArgumentException(
                    "%d keys with %d and %d weights"
                            .formatted(keys.size(), existing.length, incoming.length));
        }
        for (int index = 0; index < keys.size(); index++) {
            if (existing[index] < 0 || incoming[index] < 0) {
                throw new IllegalArgumentException(
                        "weights %d and %d of sampled keys; expected 0 or more"
                                .formatted(existing[index], incoming[index]));
            }
            if (index > 0 && keys.get(index).compareTo(keys.get(index - 1)) < 0) {
                throw new IllegalArgumentException(
                        "sampled key %s is behind %s; expected them in order"
                                .formatted(keys.get(index), keys.get(index - 1)));
            }
        }
        return new Sample(List.copyOf(keys), existing.clone(), incoming.clone());
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
