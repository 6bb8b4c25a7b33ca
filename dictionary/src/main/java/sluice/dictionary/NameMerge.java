package sluice.dictionary;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import sluice.dictionary.shard.NameShard;
import sluice.storage.Storage;

/**
 * The distinct names of several files of name runs, in the order of group, hash and bytes.
 *
 * <p>Belongs to one thread. A name costs about one comparison for each doubling of the files. Takes
 * {@link NameFileStream#BUFFER_BYTES} for each file.
 */
final class NameMerge implements Closeable {
    private final List<NameRunCursor> opened = new ArrayList<>();
    private final List<NameGroup> groups;
    // A heap of those cursors that have a name, the least first; the least one is the merge's name.
    private final NameRunCursor[] heap;
    private final int[][] heapRanks;
    private int heapSize;
    private boolean begun;

    /** The places, among the files, of those that have the merge's name. */
    private final int[] places;

    private int placeCount;

    /** Opens {@code files} for the names of {@code shard}. The caller closes the merge. */
    NameMerge(Storage storage, List<NameFile> files, NameBytes.Hash nameHash, NameShard shard)
            throws IOException {
        try {
            for (NameFile file : files) {
                opened.add(NameRunCursor.open(storage, file, nameHash, shard, opened.size()));
            }
            places = new int[files.size()];
            TreeSet<NameGroup> all = new TreeSet<>();
            opened.forEach(cursor -> all.addAll(cursor.groups()));
            groups = List.copyOf(all);
            heap = new NameRunCursor[files.size()];
            heapRanks = new int[files.size()][];
            for (NameRunCursor cursor : opened) {
                if (cursor.next()) {
                    heap[heapSize] = cursor;
                    heapRanks[heapSize++] =
                            cursor.groups().stream()
                                    .mapToInt(group -> Collections.binarySearch(groups, group))
                                    .toArray();
                }
            }
            for (int at = heapSize / 2 - 1; at >= 0; at--) {
                siftDown(at);
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
        if (begun && heapSize > 0) {
            advance(0);
        }
        begun = true;
        placeCount = 0;
        if (heapSize > 0) {
            places[placeCount++] = heap[0].place();
        }
        // Of equal names the others are passed over here, so that the least stays where it is.
        while (heapSize > 1 && compare(0, 1) == 0) {
            places[placeCount++] = heap[1].place();
            advance(1);
        }
        while (heapSize > 2 && compare(0, 2) == 0) {
            places[placeCount++] = heap[2].place();
            advance(2);
        }
        return heapSize > 0;
    }

    /** How many of the files have the name. */
    int placeCount() {
        return placeCount;
    }

    /** Which of the files has the name, one of {@link #placeCount}. */
    int place(int index) {
        return places[index];
    }

    /** The index of the name's group in {@link #groups}. */
    int rank() {
        return heapRanks[0][heap[0].group()];
    }

    long hash() {
        return heap[0].hash();
    }

    byte[] bytes() {
        return heap[0].bytes();
    }

    /** The same as {@link #bytes}. */
    MemorySegment segment() {
        return heap[0].segment();
    }

    /** Where in {@link #bytes} the name begins; its length stands in the two bytes before. */
    int offset() {
        return heap[0].offset();
    }

    int length() {
        return heap[0].length();
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
        if (!heap[at].next()) {
            heapSize--;
            heap[at] = heap[heapSize];
            heapRanks[at] = heapRanks[heapSize];
        }
        siftDown(at);
    }

    private void siftDown(int start) {
        int at = start;
        while (true) {
            int child = 2 * at + 1;
            if (child >= heapSize) {
                return;
            }
            if (child + 1 < heapSize && compare(child + 1, child) < 0) {
                child++;
            }
            if (compare(at, child) <= 0) {
                return;
            }
            NameRunCursor cursor = heap[at];
            heap[at] = heap[child];
            heap[child] = cursor;
            int[] ranks = heapRanks[at];
            heapRanks[at] = heapRanks[child];
            heapRanks[child] = ranks;
            at = child;
        }
    }

    private int compare(int x, int y) {
        NameRunCursor a = heap[x];
        NameRunCursor b = heap[y];
        int order = Integer.compare(heapRanks[x][a.group()], heapRanks[y][b.group()]);
        if (order == 0) {
            order = Long.compareUnsigned(a.hash(), b.hash());
        }
        return order != 0
                ? order
                : NameBytes.compare(
                        a.bytes(), a.offset(), a.length(), b.bytes(), b.offset(), b.length());
    }
}
