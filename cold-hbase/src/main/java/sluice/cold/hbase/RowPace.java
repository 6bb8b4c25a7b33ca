package sluice.cold.hbase;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * How fast rows may be put into each region server: a number of nodes and links a second, which may
 * change, for all writers together. Safe for any number of threads.
 */
final class RowPace {
    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    /** How much a server may lag behind and catch up. */
    private static final long SLACK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** After this time it is looked up again which server has a region. */
    private static final long LOCATION_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** Rows are sent this often each second, so that a server gets no more than that at once. */
    private static final int BATCHES_PER_SECOND = 10;

    private final ToDoubleFunction<String> rowsPerSecond;
    private final LongSupplier nanoClock;
    private final Map<String, Gate> gates = new ConcurrentHashMap<>();

    /** The regions that rows were for, by their first keys. */
    private final ConcurrentNavigableMap<byte[], Place> places =
            new ConcurrentSkipListMap<>(Bytes.BYTES_COMPARATOR);

    /** The gate of a region, which ends before the key {@code end}; empty for the last one. */
    private record Place(byte[] end, Gate gate, long lookedUpNanos) {
        boolean isOf(byte[] row, long now) {
            return now - lookedUpNanos <= LOCATION_NANOS
                    && (end.length == 0 || Bytes.compareTo(row, end) < 0);
        }
    }

    /** Finds the region of a row. */
    interface Locations {
        HRegionLocation of(byte[] row) throws IOException;
    }

    /** Lets {@code rowsPerSecond} through to the server of a name; infinite for all that come. */
    RowPace(ToDoubleFunction<String> rowsPerSecond, LongSupplier nanoClock) {
        this.rowsPerSecond = rowsPerSecond;
        this.nanoClock = nanoClock;
    }

    /** The servers that rows were for, with the gate of each. */
    Map<String, Gate> gates() {
        return gates;
    }

    /** The rows that one server takes. Safe for any number of threads. */
    static final class Gate {
        private final LongAdder taken = new LongAdder();
        private long freeNanos = Long.MIN_VALUE;
        private volatile double rowsPerSecond;

        Gate(double rowsPerSecond) {
            this.rowsPerSecond = rowsPerSecond;
        }

        /** When the next row may go, which is taken. */
        synchronized long take(long now) {
            taken.increment();
            long from = Math.max(freeNanos, now - SLACK_NANOS);
            freeNanos = from + (long) (NANOS_PER_SECOND / rowsPerSecond);
            return from;
        }

        /** Lets this many rows a second through from now on. */
        void setRate(double newRowsPerSecond) {
            rowsPerSecond = newRowsPerSecond;
        }

        /** How many rows were let through until now. */
        long taken() {
            return taken.sum();
        }

        /** How many rows may be sent at once, at most {@code most}. */
        int batchRows(int most) {
            return (int) Math.clamp(rowsPerSecond / BATCHES_PER_SECOND, 1, most);
        }
    }

    /** The pace of one writer; belongs to one thread. */
    final class Writer {
        private final Locations locations;

        Writer(Locations locations) {
            this.locations = locations;
        }

        /**
         * Waits until the server that has {@code row} may take one more. Returns how many rows may
         * be sent to it at once, at most {@code most}.
         */
        int await(byte[] row, int most) throws IOException {
            long now = nanoClock.getAsLong();
            Map.Entry<byte[], Place> known = places.floorEntry(row);
            Gate open =
                    known != null && known.getValue().isOf(row, now)
                            ? known.getValue().gate
                            : lookUp(row, now);
            long at = open.take(now);
            for (long left = at - now; left > 0; left = at - nanoClock.getAsLong()) {
                LockSupport.parkNanos(left);
                if (Thread.currentThread().isInterrupted()) {
                    break;
                }
            }
            return open.batchRows(most);
        }

        private Gate lookUp(byte[] row, long now) throws IOException {
            HRegionLocation region = locations.of(row);
            String server = HBaseRanges.name(region.getServerName());
            Gate gate =
                    gates.computeIfAbsent(
                            server, name -> new Gate(rowsPerSecond.applyAsDouble(name)));
            places.put(
                    region.getRegion().getStartKey(),
                    new Place(region.getRegion().getEndKey(), gate, now));
            return gate;
        }
    }
}
