package sluice.dictionary;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import sluice.dictionary.shard.NameShard;
import sluice.dictionary.table.NameBytes;
import sluice.storage.Storage;

/**
 * The distinct names of several files of name runs, in the order of group, hash and bytes.
 *
 * <p>Belongs to one thread. A name costs a look at the hash that each file stands at, all of them
 * beside each other. To keep the files in order would cost more for names that are in many of them,
 * as those of a graph are. Takes {@link NameFileStream#BUFFER_BYTES} for each file.
 */
final class NameMerge implements Closeable {
    private final List<NameRunCursor> opened = new ArrayList<>();
    private final List<NameGroup> groups;

    /** Those that have a name, in no order. */
    private final NameRunCursor[] cursors;

    /** The rank of each group of each cursor, and of the group that its name is in. */
    private final int[][] ranksOfGroups;

    private final int[] ranks;

    /**
     * The hash of its name, whose sign is turned so that the signed order is the unsigned one;
     * {@link Long#MAX_VALUE} where the name is of a later group than {@link #rank}.
     */
    private final long[] hashes;

    private int count;

    /** The group of the merge's name. */
    private int rank;

    /** Those of the cursors, from the front, that have the merge's name. */
    private final int[] least;

    private int leastCount;

    /** Opens {@code files} for the names of {@code shard}. The caller closes the merge. */
    NameMerge(Storage storage, List<NameFile> files, NameBytes.Hash nameHash, NameShard shard)
            throws IOException {
        try {
            for (NameFile file : files) {
                opened.add(NameRunCursor.open(storage, file, nameHash, shard, opened.size()));
            }
            TreeSet<NameGroup> all = new TreeSet<>();
            opened.forEach(cursor -> all.addAll(cursor.groups()));
            groups = List.copyOf(all);
            cursors = new NameRunCursor[files.size()];
            ranksOfGroups = new int[files.size()][];
            ranks = new int[files.size()];
            hashes = new long[files.size()];
            least = new int[files.size()];
            for (NameRunCursor cursor : opened) {
                cursors[count] = cursor;
                ranksOfGroups[count] =
                        cursor.groups().stream()
                                .mapToInt(group -> Collections.binarySearch(groups, group))
                                .toArray();
                if (cursor.next()) {
                    note(count++);
                }
            }
        } catch (Throwable failure) {
            close();
            throw failure;
        }
    }

    /** The groups of all files, in order. */
    List<NameGroup> groups() {
        return groups;
    }

    /** Goes to the next name; false at the end. Hot. */
    boolean next() throws IOException {
        // From the last one on: a cursor that ends gives its place to one behind it.
        for (int i = leastCount - 1; i >= 0; i--) {
            advance(least[i]);
        }
        leastCount = 0;
        if (count == 0) {
            return false;
        }
        findLeastHash();
        if (leastCount == 0) {
            enterNextGroup();
            findLeastHash();
        }
        if (leastCount > 1) {
            dropOtherNames();
        }
        return true;
    }

    private void findLeastHash() {
        long hash = Long.MAX_VALUE;
        for (int i = 0; i < count; i++) {
            hash = Math.min(hash, hashes[i]);
        }
        int found = 0;
        for (int i = 0; i < count; i++) {
            least[found] = i;
            found += hashes[i] == hash && ranks[i] == rank ? 1 : 0;
        }
        leastCount = found;
    }

    private void enterNextGroup() {
        int next = Integer.MAX_VALUE;
        for (int i = 0; i < count; i++) {
            next = Math.min(next, ranks[i]);
        }
        rank = next;
        for (int i = 0; i < count; i++) {
            note(i);
        }
    }

    /** Leaves the least one of the names of one hash. */
    private void dropOtherNames() {
        int kept = 1;
        for (int i = 1; i < leastCount; i++) {
            NameRunCursor a = cursors[least[i]];
            NameRunCursor b = cursors[least[0]];
            int order =
                    NameBytes.compare(
                            a.bytes(), a.offset(), a.length(), b.bytes(), b.offset(), b.length());
            if (order <= 0) {
                kept = order < 0 ? 0 : kept;
                least[kept++] = least[i];
            }
        }
        leastCount = kept;
    }

    /** How many of the files have the name. */
    int placeCount() {
        return leastCount;
    }

    /** Which of the files has the name, below {@link #placeCount}. */
    int place(int index) {
        return cursors[least[index]].place();
    }

    /** The index of the name's group in {@link #groups}. */
    int rank() {
        return rank;
    }

    long hash() {
        return cursors[least[0]].hash();
    }

    byte[] bytes() {
        return cursors[least[0]].bytes();
    }

    /** The same as {@link #bytes}. */
    MemorySegment segment() {
        return cursors[least[0]].segment();
    }

    /** Where in {@link #bytes} the name begins; its length stands in the two bytes before. */
    int offset() {
        return cursors[least[0]].offset();
    }

    int length() {
        return cursors[least[0]].length();
    }

    @Override
    public void close() throws IOException {
        IOException failure = null;
        for (NameRunCursor cursor : opened) {
            try {
                cursor.close();
            } catch (IOException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        opened.clear();
        if (failure != null) {
            throw failure;
        }
    }

    private void advance(int at) throws IOException {
        if (!cursors[at].next()) {
            count--;
            cursors[at] = cursors[count];
            ranksOfGroups[at] = ranksOfGroups[count];
            if (at == count) {
                return;
            }
        }
        note(at);
    }

    private void note(int at) {
        int now = ranksOfGroups[at][cursors[at].group()];
        ranks[at] = now;
        hashes[at] = now == rank ? cursors[at].hash() ^ Long.MIN_VALUE : Long.MAX_VALUE;
    }
}
