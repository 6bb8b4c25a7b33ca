package sluice.dictionary;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import sluice.dictionary.shard.NameShard;
import sluice.dictionary.table.NameBytes;
import sluice.storage.Storage;

/**
 * Merges sorted files of names into fewer ones, until one pass can merge what is left. The files
 * that it writes are temporary: they end in {@code .tmp}, and closing deletes them. Belongs to one
 * thread.
 */
final class NameReduction implements Closeable {
    private static final int FAN_IN_MAX = 64;
    private static final long WRITERS_BYTES = 768 * 1024;

    private final Storage storage;
    private final String prefix;
    private final int fanInMax;
    private final NameBytes.Hash nameHash;
    private final NameShard shard;
    private final List<String> temporary = new ArrayList<>();
    private int mergeCount;

    /** {@code prefix} begins the names of the temporary files; for the names of {@code shard}. */
    NameReduction(
            Storage storage,
            String prefix,
            int fanInMax,
            NameBytes.Hash nameHash,
            NameShard shard) {
        this.storage = storage;
        this.prefix = prefix;
        this.fanInMax = fanInMax;
        this.nameHash = nameHash;
        this.shard = shard;
    }

    /** How many files can be merged at once in {@code memoryBytes}. */
    static int fanIn(long memoryBytes) {
        return (int)
                Math.min(FAN_IN_MAX, (memoryBytes - WRITERS_BYTES) / NameFileStream.BUFFER_BYTES);
    }

    /** The names of {@code files}, in files that one pass can merge. */
    List<NameFile> reduce(List<NameFile> files) throws IOException {
        Deque<NameFile> left = new ArrayDeque<>(files);
        while (left.size() > fanInMax) {
            List<NameFile> some = new ArrayList<>();
            while (some.size() < fanInMax) {
                some.add(left.remove());
            }
            left.add(mergeSome(some));
            for (NameFile file : some) {
                if (temporary.remove(file.name())) {
                    storage.delete(file.name());
                }
            }
        }
        return List.copyOf(left);
    }

    /** Has the temporary file {@code name} deleted as well. */
    void add(String name) {
        temporary.add(name);
    }

    private NameFile mergeSome(List<NameFile> files) throws IOException {
        String name = "%s.merge-%d.tmp".formatted(prefix, mergeCount++);
        try (NameMerge merge = new NameMerge(storage, files, nameHash, shard);
                NameRunWriter run = new NameRunWriter(storage, name, merge.groups(), false)) {
            put(merge, run);
            NameFile merged = run.finish(false, List.of(), new byte[0]);
            temporary.add(name);
            return merged;
        }
    }

    /** Writes all names of {@code merge}. */
    static void put(NameMerge merge, NameRunWriter run) throws IOException {
        while (merge.next()) {
            run.put(merge.rank(), merge.bytes(), merge.offset() - 2, merge.length());
        }
    }

    @Override
    public void close() throws IOException {
        for (String name : temporary) {
            storage.delete(name);
        }
    }
}
