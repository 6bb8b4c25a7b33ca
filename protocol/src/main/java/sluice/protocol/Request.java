package sluice.protocol;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import sluice.model.Patience;

/**
 * An operation that was asked for.
 *
 * @param id chosen by the client; the answer carries it
 * @param timeoutMicros how old it may be when it is begun; 0 where there is no limit
 * @param patience of a read; {@link Patience#NONE} for a write
 * @param names in place of numbers of the operation; null for a request of numbers alone
 */
public record Request(
        long id,
        long timeoutMicros,
        Patience patience,
        Operation operation,
        @Nullable OperationNames names) {
    /** Longer ones count as this: 100 years, so that sums do not overflow. */
    private static final long TIMEOUT_MICROS_MAX = TimeUnit.DAYS.toMicros(36_525);

    /** A request of numbers alone. */
    public Request(long id, long timeoutMicros, Patience patience, Operation operation) {
        this(id, timeoutMicros, patience, operation, null);
    }

    public Request {
        boolean isTooLong = Long.compareUnsigned(timeoutMicros, TIMEOUT_MICROS_MAX) > 0;
        timeoutMicros = isTooLong ? TIMEOUT_MICROS_MAX : timeoutMicros;
    }

    /** No fewer bytes than its message has, with what a message of many adds for each. */
    public long sizeBytesMax() {
        return operation.sizeBytesMax() + (names == null ? 0 : names.sizeBytesMax());
    }

    /** When it is too old, on the clock that says {@code nowNanos}. */
    public long deadlineNanos(long nowNanos) {
        long timeout = timeoutMicros == 0 ? TIMEOUT_MICROS_MAX : timeoutMicros;
        return nowNanos + TimeUnit.MICROSECONDS.toNanos(timeout);
    }
}
