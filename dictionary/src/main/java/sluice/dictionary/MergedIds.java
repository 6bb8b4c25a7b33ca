package sluice.dictionary;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sluice.storage.Storage;

/**
 * Writes the ids of the names of runs, in the order of each run, while the runs are merged: a
 * reader of the trail of a run need not look its names up. Only runs with trails get such a file,
 * and of these none that was merged into a temporary file first. No file is synced. Belongs to one
 * thread.
 */
final class MergedIds implements Closeable {
    /**
     * In place of the id of a type, whose number is known after the merge, and of a name that gets
     * none.
     */
    static final long TYPE = -1;

    /** The memory of a file. */
    private static final long FILE_BYTES = 160 * 1024;

    private final List<NameFile> runs;
    private final @Nullable NameFileWriter[] writers;

    private MergedIds(List<NameFile> runs) {
        this.runs = runs;
        writers = new @Nullable NameFileWriter[runs.size()];
    }

    /**
     * Begins the files of {@code runs}; none where they, beside what merging takes, would take more
     * than {@code memoryBytes}.
     */
    static MergedIds begin(Storage storage, List<NameFile> runs, long memoryBytes)
            throws IOException {
        MergedIds ids = new MergedIds(runs);
        if (runs.size() * (FILE_BYTES + NameFileStream.BUFFER_BYTES) > memoryBytes) {
            return ids;
        }
        Set<String> present = new HashSet<>(storage.list());
        try {
            for (int i = 0; i < runs.size(); i++) {
                Optional<String> label = NameCollector.labelOf(runs.get(i).name());
                if (label.isPresent() && present.contains(RunColumn.numbers(label.get()))) {
                    ids.writers[i] = RunColumn.begin(storage, RunColumn.ids(label.get()));
                }
            }
            return ids;
        } catch (Throwable failure) {
            ids.close();
            throw failure;
        }
    }

    /** The next name of the run at {@code place} has this id. Hot. */
    void put(int place, long id) throws IOException {
        NameFileWriter writer = writers[place];
        if (writer != null) {
            writer.putLong(id);
        }
    }

    /** Gives the files their names. */
    void finish() throws IOException {
        for (int i = 0; i < writers.length; i++) {
            NameFileWriter writer = writers[i];
            if (writer != null) {
                RunColumn.finish(writer, runs.get(i), List.of());
            }
        }
    }

    @Override
    public void close() throws IOException {
        List<IOException> failures = new ArrayList<>();
        for (NameFileWriter writer : writers) {
            try {
                if (writer != null) {
                    writer.close();
                }
            } catch (IOException e) {
                failures.add(e);
            }
        }
        if (!failures.isEmpty()) {
            throw failures.getFirst();
        }
    }
}
