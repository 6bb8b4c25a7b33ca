package sluice.cold.hbase;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * How fast rows may be put into each region server: a fixed number of nodes and links a second,
 * whoever writes them. Safe for any number of threads.
 */
final class RowPace {
    private static final long NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    /** How much a server may lag behind and catch up. */
    private static final long SLACK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** After this time it is looked up again which server has a region. */
    private static final long LOCATION_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final long nanosPerRow;
    private final LongSupplier nanoClock;
    private final Map<String, Gate> gates = new ConcurrentHashMap<>();

    /** Finds the region of a row. */
    interface Locations {
        HRegionLocation of(byte[] row) throws IOException;
    }

    /** Lets {@code rowsPerSecond} through to each server. */
    RowPace(int rowsPerSecond, LongSupplier nanoClock) {
        this.nanosPerRow = NANOS_PER_SECOND / rowsPerSecond;
        this.nanoClock = nanoClock;
    }

    /** The rows that one server takes. */
    private static final class Gate {
        private long freeNanos = Long.MIN_VALUE;

        /** When the next row may go, which is taken. */
        synchronized long take(long now, long nanosPerRow) {
            long from = Math.max(freeNanos, now - SLACK_NANOS);
            freeNanos = from + nanosPerRow;
            return from;
        }
    }

    /** The pace of one writer, whose rows come in their order; belongs to one thread. */
    final class Writer {
        private final Locations locations;
        private byte[] end = {};
        private byte[] begin = {};
        private @Nullable Gate gate;
        private long lookedUpNanos;

        Writer(Locations locations) {
            this.locations = locations;
        }

        /** Waits until the server that has {@code row} may take one more. */
        void await(byte[] row) throws IOException {
            long now = nanoClock.getAsLong();
            Gate open = gate;
            if (open == null || !isInside(row) || now - lookedUpNanos > LOCATION_NANOS) {
                HRegionLocation region = locations.of(row);
                begin = region.getRegion().getStartKey();
                end = region.getRegion().getEndKey();
                String server = HBaseRanges.name(region.getServerName());
                open = gates.computeIfAbsent(server, _ -> new Gate());
                gate = open;
                lookedUpNanos = now;
            }
            long at = open.take(now, nanosPerRow);
            for (long left = at - now; left > 0; left = at - nanoClock.getAsLong()) {
                LockSupport.parkNanos(left);
                if (Thread.currentThread().isInterrupted()) {
                    return;
                }
            }
        }

        private boolean isInside(byte[] row) {
            return Bytes.compareTo(row, begin) >= 0
                    && (end.length == 0 || Bytes.compareTo(row, end) < 0);
        }
    }
}
