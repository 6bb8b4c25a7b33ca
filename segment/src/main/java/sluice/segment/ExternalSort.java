package sluice.segment;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import sluice.model.RowKind;
import sluice.storage.FileEntry;
import sluice.storage.Storage;

/**
 * Sorts any number of entries (a key and a few numbers) in little memory, through files that are
 * runs. Belongs to one thread, which adds all entries, then reads them, then closes it, which
 * deletes the files. A crash leaves files that nobody reads: they are neither synced nor listed.
 *
 * <p>An entry is stored as a link: its key as id1, its ordinal as id2. Cost: about 20 bytes of disk
 * an entry; memory for the entries of one file, and for {@value #FILES_MAX} open files of each
 * size.
 */
final class ExternalSort implements AutoCloseable {
    /** So many files are merged into one that is as many times as large. */
    private static final int FILES_MAX = 64;

    private static final byte[] NO_DATA = new byte[0];

    private final Storage storage;
    private final String name;
    private final RowPool pool;
    private final StripeWriter stripes;
    private final int entriesMax;

    /** Index i has files of about {@code entriesMax} times the i-th power of FILES_MAX entries. */
    private final List<List<BlockFile>> levels = new ArrayList<>();

    private int files;

    /**
     * Sorts up to {@code entriesMax} entries at a time in {@code pool}, which must be empty and may
     * be used otherwise again after {@link #sorted}. The files' names begin with {@code name}.
     */
    ExternalSort(Storage storage, String name, RowPool pool, StripeWriter stripes, int entriesMax) {
        this.storage = storage;
        this.name = name;
        this.pool = pool;
        this.stripes = stripes;
        this.entriesMax = entriesMax;
        pool.reset(Borders.whole());
    }

    void add(long key, long time, long ordinal, long version, int flags) throws IOException {
        add(key, time, ordinal, version, flags, NO_DATA);
    }

    /** As above, with bytes that stay beside the entry. */
    void add(long key, long time, long ordinal, long version, int flags, byte[] data)
            throws IOException {
        pool.append(key, 0, ordinal, time, version, flags, data, 0, data.length);
        if (pool.rows() >= entriesMax) {
            writePool();
        }
    }

    /** All entries by key, time (newest first) and ordinal; can be called again. */
    RowMerge sorted() throws IOException {
        if (!pool.isEmpty()) {
            writePool();
        }
        List<BlockFile> all = new ArrayList<>();
        levels.forEach(all::addAll);
        return merge(all);
    }

    private void writePool() throws IOException {
        try (BlockFileWriter writer = begin()) {
            stripes.begin(pool);
            stripes.writeAll(pool, 0, RowKind.LINK, writer);
            end(writer, 0);
        }
        pool.clear();
        for (int level = 0; level < levels.size(); level++) {
            if (levels.get(level).size() == FILES_MAX) {
                mergeLevel(level);
            }
        }
    }

    /** Makes one file of those of a level, so that few files are open, however many entries. */
    private void mergeLevel(int level) throws IOException {
        try (BlockFileWriter writer = begin()) {
            LooseRow row = new LooseRow();
            RowMerge merge = merge(levels.get(level));
            boolean more = merge.next();
            while (more) {
                long key = merge.id1();
                for (; more && merge.id1() == key; more = merge.next()) {
                    row.set(merge.row());
                    writer.addRow(row.memory(), 0, key, 0);
                }
                writer.endList(key, 0);
            }
            end(writer, level + 1);
        }
        removeAll(levels.get(level));
    }

    private static RowMerge merge(List<BlockFile> sorted) throws IOException {
        List<ListCursor> cursors = new ArrayList<>();
        for (BlockFile file : sorted) {
            ListCursor cursor = new ListCursor(file, RowKind.LINK, 0, file.blocks(RowKind.LINK));
            if (cursor.seek(0, 0)) {
                cursors.add(cursor);
            }
        }
        return RowMerge.ofFiles(cursors);
    }

    private BlockFileWriter begin() throws IOException {
        return new BlockFileWriter(storage, "%s-%05d".formatted(name, files++), FileKind.RUN);
    }

    private void end(BlockFileWriter writer, int level) throws IOException {
        writer.endSlice();
        FileEntry file = writer.finish(NO_DATA).publishUnsynced();
        if (level == levels.size()) {
            levels.add(new ArrayList<>());
        }
        try {
            levels.get(level).add(BlockFile.open(storage, file));
        } catch (Throwable failure) {
            try {
                storage.delete(file.name());
            } catch (IOException e) {
                failure.addSuppressed(e);
            }
            throw failure;
        }
    }

    /** Closes and deletes the files of {@code done}, even if that fails for one of them. */
    private void removeAll(List<BlockFile> done) throws IOException {
        IOException failure = null;
        for (BlockFile file : done) {
            try (file) {
                storage.delete(file.name());
            } catch (IOException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        done.clear();
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public void close() throws IOException {
        List<BlockFile> all = new ArrayList<>();
        levels.forEach(all::addAll);
        levels.clear();
        removeAll(all);
    }
}
