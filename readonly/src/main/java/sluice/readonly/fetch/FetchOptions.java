package sluice.readonly.fetch;

import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;

/**
 * How a node fetches.
 *
 * @param throttle of all fetches of the node
 * @param quotaBytes of all versions of the node; -1 for no limit
 * @param waitNanos returns after so long; between tries
 * @param random makes pauses of many nodes differ
 * @param isStopped whether the fetch must end
 * @param figures count what is done
 */
public record FetchOptions(
        Throttle throttle,
        long quotaBytes,
        LongConsumer waitNanos,
        RandomGenerator random,
        BooleanSupplier isStopped,
        FetchFigures figures) {}
