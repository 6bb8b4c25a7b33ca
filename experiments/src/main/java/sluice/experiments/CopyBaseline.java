package sluice.experiments;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * The time of a plain copy of a file, with all bytes on disk at the end: what a load is measured
 * against. Each method copies to a file that does not exist yet, leaves it to the caller to delete,
 * and returns nanoseconds.
 */
public final class CopyBaseline {
    private static final int PIECE_BYTES = 256 << 10;
    private static final long CP_TIMEOUT_MINUTES = 60;

    private CopyBaseline() {}

    /** With the system's {@code cp} in a process of its own, then a sync of the copy. */
    public static long cp(Path from, Path to, LongSupplier nanoTime) throws IOException {
        requireAbsent(to);
        long start = nanoTime.getAsLong();
        Process process =
                new ProcessBuilder("cp", "--", from.toString(), to.toString())
                        .redirectErrorStream(true)
                        .start();
        String output;
        try (var text = process.inputReader()) {
            // What cp says is short and fits the pipe, so it is waited for first.
            if (!process.waitFor(CP_TIMEOUT_MINUTES, TimeUnit.MINUTES)) {
                throw new IOException(
                        "cp of " + from + " took longer than " + CP_TIMEOUT_MINUTES + " minutes");
            }
            output = String.join("; ", text.lines().toList());
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while cp copied " + from, interrupt);
        } finally {
            process.destroyForcibly();
        }
        if (process.exitValue() != 0) {
            throw new IOException("cp ended with status " + process.exitValue() + ": " + output);
        }
        try (FileChannel copy = FileChannel.open(to, StandardOpenOption.WRITE)) {
            copy.force(true);
        }
        return nanoTime.getAsLong() - start;
    }

    /** In this process, from file to file inside the kernel where it can, then a sync. */
    public static long transfer(Path from, Path to, LongSupplier nanoTime) throws IOException {
        long start = nanoTime.getAsLong();
        try (FileChannel source = FileChannel.open(from, StandardOpenOption.READ);
                FileChannel copy =
                        FileChannel.open(
                                to, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            long lengthBytes = source.size();
            long copied = 0;
            while (copied < lengthBytes) {
                long moved = source.transferTo(copied, lengthBytes - copied, copy);
                if (moved == 0) {
                    throw new IOException(
                            from
                                    + " became shorter than "
                                    + lengthBytes
                                    + " bytes while it was copied");
                }
                copied += moved;
            }
            copy.force(true);
        }
        return nanoTime.getAsLong() - start;
    }

    /**
     * As from a source that gives no more than {@code bytesPerSecond}: each piece is written when
     * it would have come in, so that only the last piece and the sync are left at the end.
     *
     * @param sleepNanos waits for about so many nanoseconds
     */
    public static long throttled(
            Path from, Path to, long bytesPerSecond, LongSupplier nanoTime, LongConsumer sleepNanos)
            throws IOException {
        if (bytesPerSecond < 1) {
            throw new IllegalArgumentException(
                    "a source of " + bytesPerSecond + " bytes a second never ends");
        }
        long start = nanoTime.getAsLong();
        try (FileChannel source = FileChannel.open(from, StandardOpenOption.READ);
                FileChannel copy =
                        FileChannel.open(
                                to, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer piece = ByteBuffer.allocateDirect(PIECE_BYTES);
            long copied = 0;
            while (source.read(piece) >= 0) {
                copied += piece.position();
                long due =
                        start
                                + (long)
                                        ((double) copied
                                                / bytesPerSecond
                                                * TimeUnit.SECONDS.toNanos(1));
                for (long now = nanoTime.getAsLong(); due - now > 0; now = nanoTime.getAsLong()) {
                    sleepNanos.accept(due - now);
                }
                piece.flip();
                while (piece.hasRemaining()) {
                    copy.write(piece);
                }
                piece.clear();
            }
            copy.force(true);
        }
        return nanoTime.getAsLong() - start;
    }

    private static void requireAbsent(Path to) throws IOException {
        if (to.toFile().exists()) {
            throw new java.nio.file.FileAlreadyExistsException(to.toString());
        }
    }
}
