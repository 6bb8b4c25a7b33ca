package sluice.load.ranges;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import sluice.plan.Plan;
import sluice.plan.RangeKey;
import sluice.plan.run.TableRange;

/**
 * The forecast of a plan's splits. Immutable.
 *
 * <p>A split behind all rows of a range leaves nothing to rewrite, and the next one follows at
 * once. A split between rows has both halves rewritten, and each half waits for that before its own
 * split.
 *
 * @param rounds of splits, each of which waits for the one before
 * @param rewrittenBytes of ranges that are split between their rows
 * @param millis for all of them, about
 */
record SplitForecast(int rounds, long rewrittenBytes, long millis) {
    /** Behind all rows; this and the next one were measured with three and ten region servers. */
    private static final long BEHIND_MILLIS = 1100;

    private static final long BETWEEN_MILLIS = 2400;

    /** For a half to be free for its own split. */
    private static final long REWRITE_MILLIS = 12_000;

    private static final int AT_ONCE = 2;

    /** The splits of one range. */
    private static final class Cut {
        private final List<Long> rows;

        /** The time of the splits of each round, one after the other. */
        private final List<Long> millis = new ArrayList<>();

        /** The longest split of each round. */
        private final List<Long> longest = new ArrayList<>();

        private boolean isRewritten;

        /**
         * @param rows of each piece, in the order of keys
         */
        Cut(List<Long> rows) {
            this.rows = rows;
        }

        /**
         * Splits the pieces {@code from} to {@code to}, as {@link sluice.plan.Splitter#rounds} has
         * it. Returns how often a half waits until it is rewritten, at most.
         */
        int split(int from, int to, int round, boolean isToWait) {
            if (from == to) {
                return 0;
            }
            int middle = from + (to - from) / 2;
            boolean isBetween = hasRows(from, middle) && hasRows(middle + 1, to);
            isRewritten |= isBetween;
            long took = isBetween ? BETWEEN_MILLIS : BEHIND_MILLIS;
            if (millis.size() == round) {
                millis.add(0L);
                longest.add(0L);
            }
            millis.set(round, millis.get(round) + took);
            longest.set(round, Math.max(longest.get(round), took));
            int lower = split(from, middle, round + 1, isBetween);
            int upper = split(middle + 1, to, round + 1, isBetween);
            return (isToWait ? 1 : 0) + Math.max(lower, upper);
        }

        private boolean hasRows(int from, int to) {
            return rows.subList(from, to + 1).stream().anyMatch(some -> some > 0);
        }
    }

    /** The forecast of the splits of {@code plan} in a table with {@code ranges}. */
    static SplitForecast of(Plan plan, List<TableRange> ranges) {
        Map<RangeKey, Long> bytes = new HashMap<>();
        ranges.forEach(range -> bytes.put(range.first(), range.bytes()));
        List<Map<Integer, Long>> rounds = new ArrayList<>();
        List<Long> longest = new ArrayList<>();
        long rewritten = 0;
        int waits = 0;
        List<Plan.Piece> pieces = plan.pieces();
        for (int begin = 0; begin < pieces.size(); ) {
            List<Long> rows = new ArrayList<>();
            int end = begin;
            do {
                rows.add(pieces.get(end).partition().existing());
                end++;
            } while (end < pieces.size() && pieces.get(end).isCutOff());
            Cut cut = new Cut(rows);
            waits = Math.max(waits, cut.split(0, rows.size() - 1, 0, false));
            RangeKey first = pieces.get(begin).partition().first();
            int server = pieces.get(begin).partition().home();
            rewritten += cut.isRewritten ? bytes.getOrDefault(first, 0L) : 0;
            for (int round = 0; round < cut.millis.size(); round++) {
                if (rounds.size() == round) {
                    rounds.add(new HashMap<>());
                    longest.add(0L);
                }
                rounds.get(round).merge(server, cut.millis.get(round), Long::sum);
                longest.set(round, Math.max(longest.get(round), cut.longest.get(round)));
            }
            begin = end;
        }
        long millis = waits * REWRITE_MILLIS;
        for (int round = 0; round < rounds.size(); round++) {
            long most =
                    rounds.get(round).values().stream().mapToLong(Long::longValue).max().orElse(0);
            // One split takes as long as it takes, however many run at the same time.
            millis += Math.max(longest.get(round), Math.ceilDiv(most, AT_ONCE));
        }
        return new SplitForecast(rounds.size(), rewritten, millis);
    }
}
