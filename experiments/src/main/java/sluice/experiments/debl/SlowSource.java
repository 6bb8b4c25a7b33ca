package sluice.experiments.debl;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * A network that files come over, simulated: all that is read through it comes no faster than it
 * can carry. Who reads late finds what has come meanwhile, up to a buffer's length.
 *
 * <p>Belongs to one thread.
 */
final class SlowSource {
    private static final long SECOND_NANOS = 1_000_000_000L;

    /** What waits at the receiver while it does something else: about a twentieth of a second. */
    private static final long BUFFER_NANOS = SECOND_NANOS / 20;

    private static final int PIECE_BYTES = 64 << 10;

    private final double nanosPerByte;
    private final LongSupplier nanoTime;
    private final BooleanSupplier stop;
    private long paidNanos;

    SlowSource(long bytesPerSecond, LongSupplier nanoTime, BooleanSupplier stop) {
        this.nanosPerByte = (double) SECOND_NANOS / bytesPerSecond;
        this.nanoTime = nanoTime;
        this.stop = stop;
        this.paidNanos = nanoTime.getAsLong() - BUFFER_NANOS;
    }

    /** The bytes of {@code file}, as they come in. */
    InputStream open(Path file) throws IOException {
        return new FilterInputStream(Files.newInputStream(file)) {
            private final byte[] one = new byte[1];

            @Override
            public int read() throws IOException {
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                int read = in.read(bytes, offset, Math.min(length, PIECE_BYTES));
                if (read > 0) {
                    await(read);
                }
                return read;
            }
        };
    }

    private void await(int bytes) throws IOException {
        paidNanos = Math.max(paidNanos, nanoTime.getAsLong() - BUFFER_NANOS);
        paidNanos += (long) (bytes * nanosPerByte);
        for (long wait = paidNanos - nanoTime.getAsLong();
                wait > 0;
                wait = paidNanos - nanoTime.getAsLong()) {
            if (stop.getAsBoolean()) {
                throw new IOException("stopped while the source was read");
            }
            LockSupport.parkNanos(wait);
        }
    }
}
