package sluice.cli.show;

import java.util.ArrayList;
import java.util.List;
import sluice.store.Bucket;

/**
 * The bucket index as a picture: a cell for each bucket, or for several where there are more than
 * fit, in key order; below each row of cells how much its buckets were asked for, where any was.
 */
public final class BucketPicture {
    private static final int ROWS_MAX = 12;
    private static final String DEMAND = " ▁▂▃▄▅▆▇█";
    private static final String DEMAND_ASCII = " 12345678";

    private final List<Bucket> buckets;
    private final int columns;
    private final boolean unicode;

    /** Of {@code buckets}, at most {@code columns} wide. */
    public BucketPicture(List<Bucket> buckets, int columns, boolean unicode) {
        this.buckets = buckets;
        this.columns = columns;
        this.unicode = unicode;
    }

    public List<String> lines() {
        int perCell = Math.ceilDiv(buckets.size(), columns * ROWS_MAX);
        int cells = Math.ceilDiv(buckets.size(), perCell);
        // Rows of one length but the last, which is not much shorter.
        int rows = Math.ceilDiv(cells, columns);
        int width = Math.ceilDiv(cells, rows);
        long demandMax = 0;
        for (int cell = 0; cell < cells; cell++) {
            demandMax = Math.max(demandMax, demand(cell, perCell));
        }
        List<String> lines = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            StringBuilder states = new StringBuilder();
            StringBuilder demands = new StringBuilder();
            for (int cell = row * width; cell < Math.min(cells, (row + 1) * width); cell++) {
                states.append(state(cell, perCell));
                demands.append(level(demand(cell, perCell), demandMax));
            }
            lines.add(states.toString());
            if (demandMax > 0) {
                lines.add(demands.toString().stripTrailing());
            }
        }
        lines.add(legend(perCell, demandMax));
        return lines;
    }

    private List<Bucket> of(int cell, int perCell) {
        int from = cell * perCell;
        return buckets.subList(from, Math.min(buckets.size(), from + perCell));
    }

    /** Built or staged where all its buckets are, else building. */
    private char state(int cell, int perCell) {
        boolean staged = of(cell, perCell).stream().allMatch(b -> b.state() == Bucket.State.STAGED);
        boolean built = of(cell, perCell).stream().allMatch(b -> b.state() == Bucket.State.BUILT);
        if (built) {
            return unicode ? '█' : '#';
        }
        if (staged) {
            return unicode ? '░' : '.';
        }
        return unicode ? '▒' : '+';
    }

    private long demand(int cell, int perCell) {
        return of(cell, perCell).stream().mapToLong(Bucket::demand).sum();
    }

    /** By the logarithm, since demand is uneven. */
    private char level(long demand, long demandMax) {
        int level =
                demand == 0
                        ? 0
                        : 1 + (int) Math.floor(7 * Math.log1p(demand) / Math.log1p(demandMax));
        return (unicode ? DEMAND : DEMAND_ASCII).charAt(Math.clamp(level, 0, 8));
    }

    private String legend(int perCell, long demandMax) {
        StringBuilder legend =
                new StringBuilder(
                        unicode
                                ? "░ staged  ▒ building  █ built"
                                : ". staged  + building  # built");
        if (demandMax > 0) {
            legend.append(unicode ? "  ▁▄█ demand" : "  1-8 demand");
        }
        if (perCell > 1) {
            legend.append("  (%d buckets a cell)".formatted(perCell));
        }
        return legend.toString();
    }
}
