package sluice.store;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import sluice.segment.BlockFile;
import sluice.storage.StorageFiles;

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
        List<Closeable> held = new ArrayList<>();
        files.forEach(open -> held.add(open::release));
        StorageFiles.closeAll(held);
    }

    private void release() throws IOException {
        if (holders.decrementAndGet() == 0) {
            file.close();
        }
    }
}
