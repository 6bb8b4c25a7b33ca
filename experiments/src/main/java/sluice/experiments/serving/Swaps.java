package sluice.experiments.serving;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.report.Facts;
import sluice.report.Facts.Unit;

/**
 * Two versions of a ring that changed places while one thread read.
 *
 * @param count of swaps, on each node
 * @param nanos how long each took: the write that all readers see
 * @param readiedNanos how long it took to make each ready
 * @param reads beside them
 * @param leftOpen descriptors and mappings of the folder after the swaps, less those before
 */
@SuppressWarnings("ArrayRecordComponent")
record Swaps(int count, long[] nanos, long[] readiedNanos, Reads reads, OpenFolder leftOpen) {
    /** Swaps {@code count} times; {@code folder} is that of the nodes. */
    static Swaps of(
            ServedRing ring,
            Reads.Reader reader,
            ServingInput input,
            Path folder,
            int count,
            Clock clock)
            throws IOException {
        AtomicBoolean isOver = new AtomicBoolean();
        OpenFolder before = OpenFolder.of(folder);
        try (ExecutorService thread = Executors.newSingleThreadExecutor()) {
            Future<Reads> reading =
                    thread.submit(
                            () -> Reads.of(reader, input.ids(), isOver::get, clock.nanoTime()));
            int done = 0;
            try {
                for (; done < count && !clock.stop().getAsBoolean(); done++) {
                    ring.swap();
                }
            } finally {
                isOver.set(true);
            }
            Reads during = reading.get();
            OpenFolder after = OpenFolder.of(folder);
            return new Swaps(
                    done,
                    sorted(ring.swapNanos()),
                    sorted(ring.readiedNanos()),
                    during,
                    new OpenFolder(
                            after.descriptors() - before.descriptors(),
                            after.mappings() - before.mappings()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SluiceException(ErrorCode.INTERRUPTED, "the measurement was interrupted", e);
        } catch (ExecutionException e) {
            throw new IOException("a read failed while versions swapped", e.getCause());
        }
    }

    /** The time, and whether to stop early. */
    record Clock(LongSupplier nanoTime, BooleanSupplier stop) {}

    private static long[] sorted(long[] nanos) {
        Arrays.sort(nanos);
        return nanos;
    }

    private static double micros(long[] sorted, int percent) {
        int at = Math.min(sorted.length - 1, sorted.length * percent / 100);
        return sorted.length == 0 ? 0 : sorted[at] / 1e3;
    }

    double p99Micros() {
        return micros(nanos, 99);
    }

    /** Adds all of it; {@code name} begins the names of figures, and {@code what} is in titles. */
    void add(Facts facts, String name, String what) {
        facts.add(name + "swaps", "swaps" + what, count, Unit.COUNT, "on each node")
                .add(
                        name + "swap_p50_micros",
                        "a swap on a node" + what + ": p50 µs",
                        micros(nanos, 50),
                        Unit.PLAIN,
                        "the write that all readers see")
                .add(
                        name + "swap_p99_micros",
                        "a swap on a node" + what + ": p99 µs",
                        p99Micros(),
                        Unit.PLAIN)
                .add(
                        name + "swap_max_micros",
                        "a swap on a node" + what + ": longest, µs",
                        micros(nanos, 100),
                        Unit.PLAIN)
                .add(
                        name + "readied_p99_micros",
                        "made ready before it" + what + ": p99 µs",
                        micros(readiedNanos, 99),
                        Unit.PLAIN,
                        "from the decision on the disk on")
                .add(
                        name + "during_p99_micros",
                        "lists while versions swap" + what + ": p99 µs",
                        reads.micros(99),
                        Unit.PLAIN)
                .add(
                        name + "during_max_millis",
                        "lists while versions swap" + what + ": longest, ms",
                        reads.maxMillis(),
                        Unit.PLAIN)
                .add(
                        name + "during_reads",
                        "reads while versions swap" + what,
                        reads.count(),
                        Unit.COUNT,
                        "none failed")
                .add(
                        name + "left_open",
                        "files left open by swaps" + what,
                        leftOpen.descriptors() + leftOpen.mappings(),
                        Unit.COUNT,
                        "descriptors and mappings");
    }
}
