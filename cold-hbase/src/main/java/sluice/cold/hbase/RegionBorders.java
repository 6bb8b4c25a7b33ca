package sluice.cold.hbase;

import java.util.ArrayList;
import java.util.List;

/** Chooses where the regions of a new table begin: at borders of buckets alone. */
final class RegionBorders {
    private RegionBorders() {}

    /**
     * The first keys of all regions but the first, at most {@code regionsMax - 1}: each region gets
     * about as many buckets as any other.
     */
    static byte[][] choose(long[] firstIds, int regionsMax) {
        int buckets = firstIds.length;
        int regions = Math.clamp(regionsMax, 1, Math.max(1, buckets));
        List<byte[]> borders = new ArrayList<>();
        long before = buckets == 0 ? 0 : firstIds[0];
        for (int region = 1; region < regions; region++) {
            // The buckets of a super node begin with one id: only the first of them is a border.
            long first = firstIds[(int) ((long) region * buckets / regions)];
            if (first != before) {
                borders.add(Rows.id(first));
                before = first;
            }
        }
        return borders.toArray(byte[][]::new);
    }
}
