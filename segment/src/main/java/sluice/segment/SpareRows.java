package sluice.segment;

import java.util.concurrent.ArrayBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Room for decoded blocks that nobody needs at present, for one for each processor at most. A query
 * that is the first to come to many blocks checks each of them; with room of its own for each, of
 * some 100 KiB, it would leave megabytes to collect. Safe for any number of threads.
 */
final class SpareRows {
    /** Larger ones are of rows with much data, and rare. */
    private static final long BYTES_MAX = 256 << 10;

    private static final ArrayBlockingQueue<BlockRows> SPARE =
            new ArrayBlockingQueue<>(Runtime.getRuntime().availableProcessors());

    private SpareRows() {}

    static BlockRows take() {
        @Nullable BlockRows spare = SPARE.poll();
        return spare == null ? new BlockRows() : spare;
    }

    static void giveBack(BlockRows rows) {
        if (rows.bytes() <= BYTES_MAX) {
            // Where there are enough, it is dropped.
            boolean _ = SPARE.offer(rows);
        }
    }
}
