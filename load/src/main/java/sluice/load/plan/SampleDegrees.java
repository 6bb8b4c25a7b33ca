package sluice.load.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import sluice.model.PropertyTypes;
import sluice.model.RowSink;

/** Counts a sample's links by the id that they come from. Belongs to one thread. */
public final class SampleDegrees implements RowSink {
    private static final int LARGEST_MAX = 5;

    /** An id that the sample has once says nothing. */
    private static final int LINKS_MIN = 2;

    private final RowSink next;
    private long[] id1s = new long[1 << 12];
    private int count;

    /** An id and how many links from it the sample has. */
    public record Degree(long id, long links) {}

    /** Hands every link and property on to {@code next}. */
    public SampleDegrees(RowSink next) {
        this.next = next;
    }

    @Override
    public void append(
            long id1,
            long type,
            long id2,
            long time,
            long version,
            int flags,
            byte[] data,
            int dataOffset,
            int dataLength) {
        next.append(id1, type, id2, time, version, flags, data, dataOffset, dataLength);
        if (PropertyTypes.isProperty(type)) {
            return;
        }
        if (count == id1s.length) {
            id1s = Arrays.copyOf(id1s, 2 * count);
        }
        id1s[count++] = id1;
    }

    /** The ids with the most links, most first; of equal ones the lower id. */
    public List<Degree> largest() {
        long[] sorted = Arrays.copyOf(id1s, count);
        Arrays.sort(sorted);
        List<Degree> largest = new ArrayList<>();
        Comparator<Degree> order =
                Comparator.comparingLong(Degree::links)
                        .reversed()
                        .thenComparing(Degree::id, Long::compareUnsigned);
        for (int from = 0; from < count; ) {
            int to = from;
            while (to < count && sorted[to] == sorted[from]) {
                to++;
            }
            if (to - from >= LINKS_MIN) {
                largest.add(new Degree(sorted[from], to - from));
            }
            if (largest.size() > 64 * LARGEST_MAX) {
                largest.sort(order);
                largest.subList(LARGEST_MAX, largest.size()).clear();
            }
            from = to;
        }
        largest.sort(order);
        return List.copyOf(largest.subList(0, Math.min(LARGEST_MAX, largest.size())));
    }
}
