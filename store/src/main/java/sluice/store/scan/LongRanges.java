package sluice.store.scan;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import sluice.segment.Borders;
import sluice.segment.KeyRange;

/**
 * A set of numbers as ranges that do not touch, ascending in signed order. Immutable. A look-up
 * costs two comparisons where there is one range, else a binary search. Serializable, so that a
 * task in another process can have it.
 */
public final class LongRanges implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Every number. */
    public static final LongRanges ALL =
            new LongRanges(new long[] {Long.MIN_VALUE}, new long[] {Long.MAX_VALUE});

    /** No number. */
    public static final LongRanges NONE = new LongRanges(new long[0], new long[0]);

    private final long[] firsts;
    private final long[] lasts;

    private LongRanges(long[] firsts, long[] lasts) {
        this.firsts = firsts;
        this.lasts = lasts;
    }

    /** The numbers {@code first} to {@code last}, both included; none where they run backwards. */
    public static LongRanges of(long first, long last) {
        return first > last ? NONE : new LongRanges(new long[] {first}, new long[] {last});
    }

    /** The given numbers alone. */
    public static LongRanges in(long... numbers) {
        List<long[]> ranges = new ArrayList<>();
        for (long number : numbers) {
            ranges.add(new long[] {number, number});
        }
        return joined(ranges);
    }

    /** The numbers that are in this or in {@code other}. */
    public LongRanges or(LongRanges other) {
        List<long[]> ranges = new ArrayList<>();
        for (LongRanges each : List.of(this, other)) {
            for (int i = 0; i < each.firsts.length; i++) {
                ranges.add(new long[] {each.firsts[i], each.lasts[i]});
            }
        }
        return joined(ranges);
    }

    /** The numbers that are in this and in {@code other}. */
    public LongRanges and(LongRanges other) {
        return not().or(other.not()).not();
    }

    /** The numbers that are not in this. */
    public LongRanges not() {
        List<long[]> gaps = new ArrayList<>();
        long next = Long.MIN_VALUE;
        for (int i = 0; i < firsts.length; i++) {
            if (firsts[i] > next) {
                gaps.add(new long[] {next, firsts[i] - 1});
            }
            if (lasts[i] == Long.MAX_VALUE) {
                return joined(gaps);
            }
            next = lasts[i] + 1;
        }
        gaps.add(new long[] {next, Long.MAX_VALUE});
        return joined(gaps);
    }

    /** Whether {@code number} is in the set. */
    public boolean has(long number) {
        if (firsts.length == 1) {
            return firsts[0] <= number && number <= lasts[0];
        }
        int found = Arrays.binarySearch(firsts, number);
        return found >= 0 || (found < -1 && number <= lasts[-found - 2]);
    }

    public boolean isAll() {
        return equals(ALL);
    }

    public boolean isEmpty() {
        return firsts.length == 0;
    }

    /** How many ranges there are. */
    public int count() {
        return firsts.length;
    }

    public long first(int range) {
        return firsts[range];
    }

    public long last(int range) {
        return lasts[range];
    }

    /** Whether one of the numbers, as an id1, has a key in {@code range}. */
    public boolean meets(KeyRange range) {
        for (long[] each : unsigned()) {
            boolean isBefore = Long.compareUnsigned(each[1], range.firstId1()) < 0;
            boolean isBehind =
                    !range.open()
                            && Borders.compare(each[0], 0, range.endId1(), range.endId2()) >= 0;
            if (!isBefore && !isBehind) {
                return true;
            }
        }
        return false;
    }

    /**
     * The same numbers, as pairs of first and last in unsigned order: a range over -1 and 0 becomes
     * two.
     */
    long[][] unsigned() {
        List<long[]> ranges = new ArrayList<>();
        for (int i = 0; i < firsts.length; i++) {
            if (firsts[i] < 0 && lasts[i] >= 0) {
                ranges.add(new long[] {0, lasts[i]});
                ranges.add(new long[] {firsts[i], -1});
            } else {
                ranges.add(new long[] {firsts[i], lasts[i]});
            }
        }
        ranges.sort((a, b) -> Long.compareUnsigned(a[0], b[0]));
        return ranges.toArray(long[][]::new);
    }

    private static LongRanges joined(List<long[]> ranges) {
        List<long[]> sorted = new ArrayList<>(ranges);
        sorted.sort(Comparator.comparingLong(range -> range[0]));
        List<long[]> joined = new ArrayList<>();
        for (long[] range : sorted) {
            long[] before = joined.isEmpty() ? new long[0] : joined.getLast();
            boolean touches =
                    before.length > 0 && (before[1] == Long.MAX_VALUE || range[0] <= before[1] + 1);
            if (touches) {
                before[1] = Math.max(before[1], range[1]);
            } else {
                joined.add(range.clone());
            }
        }
        return new LongRanges(
                joined.stream().mapToLong(range -> range[0]).toArray(),
                joined.stream().mapToLong(range -> range[1]).toArray());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LongRanges ranges
                && Arrays.equals(firsts, ranges.firsts)
                && Arrays.equals(lasts, ranges.lasts);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(firsts) * 31 + Arrays.hashCode(lasts);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < firsts.length; i++) {
            text.append(text.isEmpty() ? "" : ", ").append(firsts[i]);
            text.append(firsts[i] == lasts[i] ? "" : " to " + lasts[i]);
        }
        return text.toString();
    }
}
