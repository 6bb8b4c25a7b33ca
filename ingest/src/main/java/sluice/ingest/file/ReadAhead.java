package sluice.ingest.file;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * Unpacks a file on a thread of its own, {@value #BLOCKS} blocks ahead of its reader.
 *
 * <p>One reader at a time. {@code lock} guards all fields that are not final; a wait ends when the
 * other side moves or the queue is closed, and looks at that every second.
 */
public final class ReadAhead implements Window.Feed, AutoCloseable {
    private static final int BLOCKS = 4;
    private static final int BLOCK_BYTES = 256 << 10;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();
    private final ArrayDeque<Block> ready = new ArrayDeque<>();
    private final ArrayDeque<byte[]> spare = new ArrayDeque<>();
    private final Thread thread;
    private final boolean joins;
    private @Nullable Block current;
    private int currentFrom;
    private final LongAdder unpackedBytes = new LongAdder();
    private boolean ended;
    private boolean closed;
    private @Nullable Throwable failure;

    private record Block(byte[] bytes, int length) {}

    /**
     * @param joins whether the thread can be waited for; not where it may hang on standard input
     */
    public ReadAhead(PackedInput input, String threadName, boolean joins) {
        this.joins = joins;
        for (int index = 0; index < BLOCKS; index++) {
            spare.add(new byte[BLOCK_BYTES]);
        }
        thread = Thread.ofPlatform().name(threadName).daemon(true).start(() -> unpack(input));
    }

    private void unpack(PackedInput input) {
        try (input) {
            for (byte[] bytes = spare(); bytes != null; bytes = spare()) {
                int length = 0;
                int count = 0;
                // Standard input may come slowly: what is there goes on at once.
                while (count >= 0 && length < bytes.length && (joins || length == 0)) {
                    count = input.read(bytes, length, bytes.length - length);
                    length += Math.max(count, 0);
                }
                add(new Block(bytes, length), count < 0);
            }
        } catch (Throwable thrown) {
            fail(thrown);
        }
    }

    /** How many bytes of text were unpacked so far. */
    public long unpackedBytes() {
        return unpackedBytes.sum();
    }

    /** A block to fill, or null when no more is wanted. */
    private byte @Nullable [] spare() {
        lock.lock();
        try {
            while (spare.isEmpty() && !closed && !ended) {
                await();
            }
            return closed || ended ? null : spare.remove();
        } finally {
            lock.unlock();
        }
    }

    private void add(Block block, boolean last) {
        lock.lock();
        try {
            if (block.length > 0) {
                ready.add(block);
            }
            unpackedBytes.add(block.length);
            ended = last;
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void fail(Throwable thrown) {
        lock.lock();
        try {
            failure = thrown;
            ended = true;
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int read(long position, byte[] target, int offset, int length) throws IOException {
        Block block = block();
        if (block == null) {
            return -1;
        }
        int count = Math.min(length, block.length - currentFrom);
        System.arraycopy(block.bytes, currentFrom, target, offset, count);
        currentFrom += count;
        if (currentFrom == block.length) {
            current = null;
            giveBack(block);
        }
        return count;
    }

    /** The block that is being read, null at the end of the file. */
    private @Nullable Block block() throws IOException {
        if (current != null) {
            return current;
        }
        lock.lock();
        try {
            while (ready.isEmpty() && !ended && !closed) {
                await();
            }
            if (closed) {
                throw new SluiceException(
                        ErrorCode.INTERRUPTED, "the load was stopped; run it again to go on");
            }
            current = ready.poll();
            currentFrom = 0;
            if (current == null && failure != null) {
                throw asCheckedOrUnchecked(failure);
            }
            return current;
        } finally {
            lock.unlock();
        }
    }

    private static IOException asCheckedOrUnchecked(Throwable failure) {
        switch (failure) {
            case RuntimeException unchecked -> throw unchecked;
            case Error error -> throw error;
            case IOException checked -> {
                return checked;
            }
            default -> {
                return new IOException(failure);
            }
        }
    }

    private void giveBack(Block block) {
        lock.lock();
        try {
            spare.add(block.bytes);
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void await() {
        try {
            if (!moved.await(1, TimeUnit.SECONDS)) {
                return;
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            closed = true;
        }
    }

    /** Lets reader and unpacker end; the reader gets an exception. */
    public void stop() {
        lock.lock();
        try {
            closed = true;
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        stop();
        if (!joins) {
            return;
        }
        try {
            thread.join(TimeUnit.SECONDS.toMillis(10));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
