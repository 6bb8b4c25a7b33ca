package sluice.spark;

import org.jspecify.annotations.Nullable;

/** The state that the first of several calls with equal options pinned. Thread-safe. */
final class PinCache {
    /** Guarded by this. */
    private @Nullable ReadOptions options;

    /** Guarded by this. */
    private @Nullable StorePin pin;

    synchronized StorePin pin(ReadOptions wanted) {
        StorePin known = pin;
        if (known == null || !wanted.equals(options)) {
            known = StorePin.open(wanted);
            pin = known;
            options = wanted;
        }
        return known;
    }
}
