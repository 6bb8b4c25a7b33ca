package sluice.proof;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The differences that were found: how many of each kind, and the first ones: by place in the
 * sources, or, where only the store has the row, by the hash of its key. Belongs to one thread.
 */
final class FoundDifferences {
    private static final Comparator<Key> ORDER =
            Comparator.comparingLong(Key::file)
                    .thenComparingLong(Key::row)
                    .thenComparingLong(Key::key1);

    private final int shownMax;
    private final long[] counts = new long[Difference.Kind.values().length];
    private final List<PriorityQueue<Key>> kept = new ArrayList<>();
    private long onlyStored;
    private long newer;

    /**
     * The key of a difference.
     *
     * @param file where the source has it, 0 where it does not; as {@code row}
     */
    record Key(Difference.Kind kind, long key1, long key2, long file, long row) {}

    FoundDifferences(int shownMax) {
        this.shownMax = shownMax;
        for (Difference.Kind _ : Difference.Kind.values()) {
            kept.add(new PriorityQueue<>(ORDER.reversed()));
        }
    }

    void add(Difference.Kind kind, long key1, long key2, long file, long row) {
        counts[kind.ordinal()]++;
        PriorityQueue<Key> first = kept.get(kind.ordinal());
        first.add(new Key(kind, key1, key2, file, row));
        if (first.size() > shownMax) {
            first.remove();
        }
    }

    /** The store has a row that the sources, which are a part of its own, do not have. */
    void addOnlyStored() {
        onlyStored++;
    }

    /** The store has a newer state of a row than the sources, which are a part of its own. */
    void addNewer() {
        newer++;
    }

    long count(Difference.Kind kind) {
        return counts[kind.ordinal()];
    }

    long onlyStored() {
        return onlyStored;
    }

    long newer() {
        return newer;
    }

    /** The first differences of each kind, kind by kind. */
    List<Key> first() {
        return kept.stream().flatMap(each -> each.stream().sorted(ORDER)).toList();
    }
}
