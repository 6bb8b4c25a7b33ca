package sluice.store;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import sluice.segment.BlockFile;
import sluice.storage.FileEntry;
import sluice.storage.Storage;

/**
 * Opens files of a storage that is far away, where opening one after the other would be a wait for
 * each: {@value #AT_ONCE} at a time.
 */
final class FileOpening {
    private static final int AT_ONCE = 16;

    private FileOpening() {}

    /** Opens all of {@code entries}; closes them if opening one fails. */
    static Map<FileEntry, OpenFile> open(Storage storage, List<FileEntry> entries)
            throws IOException {
        Map<FileEntry, OpenFile> open = new HashMap<>();
        if (entries.isEmpty()) {
            return open;
        }
        // They wait for answers, not for a disk.
        try (ExecutorService threads =
                Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
            List<Future<OpenFile>> files =
                    entries.stream()
                            .map(
                                    entry ->
                                            threads.submit(
                                                    () ->
                                                            new OpenFile(
                                                                    BlockFile.open(
                                                                            storage, entry))))
                            .toList();
            @Nullable Throwable failure = null;
            for (int i = 0; i < files.size(); i++) {
                try {
                    open.put(entries.get(i), files.get(i).get());
                } catch (ExecutionException e) {
                    failure = failure == null ? e.getCause() : failure;
                } catch (InterruptedException e) {
                    throw new IllegalStateException("interrupted while files are opened", e);
                }
            }
            if (failure != null) {
                OpenFile.releaseAll(open.values());
                switch (failure) {
                    case IOException io -> throw io;
                    case RuntimeException runtime -> throw runtime;
                    case Error error -> throw error;
                    default -> throw new IllegalStateException(failure);
                }
            }
        }
        return open;
    }
}
