package sluice.store;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import sluice.segment.BlockFile;

/**
 * A file that several snapshots have open; the last one to release it closes it. Safe for threads.
 */
final class OpenFile {
    private final BlockFile file;
    private final AtomicInteger holders = new AtomicInteger(1);

    /** Held once, by the caller. */
    OpenFile(BlockFile file) {
        this.file = file;
    }

    BlockFile file() {
        return file;
    }

    /** Holds it once more; only by the leave of one who holds it. */
    void hold() {
        holders.incrementAndGet();
    }

    /** Releases all of {@code files}, even if closing one fails. */
    static void releaseAll(Iterable<OpenFile> files) throws IOException {
        @Nullable IOException failure = null;
        for (OpenFile open : files) {
            try {
                open.release();
            } catch (IOException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private void release() throws IOException {
        if (holders.decrementAndGet() == 0) {
            file.close();
        }
    }
}
