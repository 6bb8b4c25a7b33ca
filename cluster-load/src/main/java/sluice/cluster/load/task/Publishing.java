package sluice.cluster.load.task;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import sluice.ingest.file.InParallel;
import sluice.segment.PendingFile;
import sluice.storage.FileEntry;

/**
 * The files of one task that are being published, while the task goes on: publishing waits for the
 * disk. At most {@value #PENDING_MAX} wait. Belongs to one thread, which must call {@link #await}.
 */
final class Publishing {
    private static final int PENDING_MAX = 8;

    private final Executor threads;
    private final List<FutureTask<FileEntry>> files = new ArrayList<>();

    Publishing(Executor threads) {
        this.threads = threads;
    }

    /** Publishes {@code file} soon. */
    void add(PendingFile file) throws IOException {
        FutureTask<FileEntry> publish = new FutureTask<>(file::publish);
        threads.execute(publish);
        files.add(publish);
        if (files.size() > PENDING_MAX) {
            InParallel.await(files.get(files.size() - 1 - PENDING_MAX));
        }
    }

    /** The files in the order in which they were added, once all are published. */
    List<FileEntry> published() throws IOException {
        List<FileEntry> entries = new ArrayList<>();
        for (FutureTask<FileEntry> file : files) {
            entries.add(InParallel.await(file));
        }
        return entries;
    }

    /** Waits until nothing is being published, whether that went well or not. */
    void await() {
        for (FutureTask<FileEntry> file : files) {
            try {
                InParallel.await(file);
            } catch (IOException | RuntimeException _) {
                // Thrown where the files are asked for.
            }
        }
    }
}
