package sluice.load.plan;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import sluice.plan.Partition;
import sluice.plan.Prices;
import sluice.plan.RangeKey;
import sluice.plan.Sample;
import sluice.plan.SplitRules;
import sluice.plan.Splitter;
import sluice.segment.Borders;
import sluice.storage.FileEntry;
import sluice.store.Bucket;

/**
 * Compares the rule for the buckets of later loads (a bucket that would grow to more than twice
 * what it should hold is cut by the keys of the load) with the splits of planned insertion for one
 * server. Five loads into one store; a bucket should hold 1,000 rows.
 */
class BorderRulesTest {
    private static final int ROWS = 50_000;
    private static final int LOADS = 5;
    private static final long WISH = 1000;
    private static final int SAMPLED_EVERY = 8;

    private enum Keys {
        UNIFORM(random -> random.nextLong(1L << 40)),
        ZIPF(random -> zipf(random) * (1L << 33) + random.nextLong(1L << 33)),
        APPEND(random -> random.nextLong(1L << 40));

        private final ToLongFunction<SplittableRandom> key;

        Keys(ToLongFunction<SplittableRandom> key) {
            this.key = key;
        }

        long[] load(int number, SplittableRandom random) {
            long base = this == APPEND ? ((long) number) << 40 : 0;
            long[] keys = new long[ROWS];
            Arrays.setAll(keys, _ -> base + key.applyAsLong(random));
            Arrays.sort(keys);
            return keys;
        }

        private static long zipf(SplittableRandom random) {
            double left = random.nextDouble() * 5.43;
            long rank = 1;
            for (; rank < 128 && left > 1.0 / rank; rank++) {
                left -= 1.0 / rank;
            }
            return rank * 37 % 128;
        }
    }

    private enum Way {
        RULE,
        /** Knows the keys of the load and how many rows a bucket has. */
        PLANNER,
        /** Knows keys of the rows that are there as well, which it would have to read. */
        INFORMED_PLANNER
    }

    /** How even buckets are in the end, and how many rows were in buckets that were cut. */
    private record Outcome(int buckets, double largest, double spread, long rewritten) {}

    @Test
    void theRuleKeepsBucketsBelowTwiceTheirSizeAndCutsFewerThanThePlanner() {
        for (Keys keys : Keys.values()) {
            Outcome rule = grow(keys, Way.RULE);
            Outcome planner = grow(keys, Way.PLANNER);
            Outcome informed = grow(keys, Way.INFORMED_PLANNER);
            System.out.printf("%s%n %s%n %s%n %s%n", keys, rule, planner, informed);
            assertTrue(rule.largest <= 2.1, rule.toString());
            assertTrue(rule.rewritten < planner.rewritten, planner.toString());
        }
    }

    private static Outcome grow(Keys kind, Way way) {
        SplittableRandom random = new SplittableRandom(3);
        Borders borders = Borders.whole();
        long[] rows = new long[0];
        long rewritten = 0;
        for (int number = 0; number < LOADS; number++) {
            long[] keys = kind.load(number, random);
            SampleRows sample = new SampleRows();
            for (int row = number % SAMPLED_EVERY; row < ROWS; row += SAMPLED_EVERY) {
                sample.append(keys[row], 0, 0, 0, 0, 0, new byte[0], 0, 0);
            }
            long[] before = counts(rows, borders);
            Borders next =
                    number == 0
                            ? new BucketPlanner(sample).plan(ROWS, WISH)
                            : way == Way.RULE
                                    ? new BucketPlanner(sample)
                                            .extend(buckets(before), borders, ROWS, WISH)
                                    : planned(borders, before, rows, sample, way);
            for (int bucket = 0; bucket < borders.count(); bucket++) {
                int first = next.find(borders.id1(bucket), borders.id2(bucket));
                boolean isCut =
                        bucket + 1 < borders.count()
                                ? next.find(borders.id1(bucket + 1), 0) - first > 1
                                : next.count() - first > 1;
                rewritten += isCut ? before[bucket] : 0;
            }
            borders = next;
            rows = Arrays.copyOf(rows, rows.length + ROWS);
            System.arraycopy(keys, 0, rows, rows.length - ROWS, ROWS);
            Arrays.sort(rows);
        }
        long[] counts = counts(rows, borders);
        double mean = (double) rows.length / counts.length;
        double squares = Arrays.stream(counts).mapToDouble(c -> (c - mean) * (c - mean)).sum();
        return new Outcome(
                counts.length,
                (double) Arrays.stream(counts).max().orElseThrow() / WISH,
                Math.sqrt(squares / counts.length) / mean,
                rewritten);
    }

    /** Splits for one server. */
    private static Borders planned(
            Borders borders, long[] before, long[] rows, SampleRows sample, Way way) {
        long[] incoming = sample.sortedId1s();
        SplitRules rules = new SplitRules(2 * WISH, 80, 0);
        Splitter splitter = new Splitter(rules, ROWS, 1);
        List<Long> firsts = new ArrayList<>();
        int row = 0;
        int come = 0;
        for (int bucket = 0; bucket < borders.count(); bucket++) {
            boolean isLast = bucket + 1 == borders.count();
            List<RangeKey> there = new ArrayList<>();
            List<RangeKey> coming = new ArrayList<>();
            while (row < rows.length && (isLast || rows[row] < borders.id1(bucket + 1))) {
                if (row % SAMPLED_EVERY == 0 && way == Way.INFORMED_PLANNER) {
                    there.add(RangeKey.of(rows[row]));
                }
                row++;
            }
            while (come < incoming.length && (isLast || incoming[come] < borders.id1(bucket + 1))) {
                coming.add(RangeKey.of(incoming[come++]));
            }
            Partition whole =
                    Partition.ofRows(
                            RangeKey.of(borders.id1(bucket)),
                            before[bucket],
                            (long) coming.size() * SAMPLED_EVERY,
                            0);
            splitter.split(whole, Sample.merged(there, 1, coming, 1), Prices.PAPER)
                    .forEach(piece -> firsts.add(id(piece.first())));
        }
        long[] id1s = firsts.stream().mapToLong(Long::longValue).toArray();
        return new Borders(id1s, new long[id1s.length]);
    }

    private static long id(RangeKey key) {
        long id = 0;
        for (byte part : key.bytes()) {
            id = id << Byte.SIZE | part & 0xff;
        }
        return id;
    }

    private static List<Bucket> buckets(long[] rows) {
        return Arrays.stream(rows)
                .mapToObj(
                        count ->
                                new Bucket(
                                        0,
                                        0,
                                        Bucket.State.BUILT,
                                        new FileEntry("segment", count, 0),
                                        0))
                .toList();
    }

    private static long[] counts(long[] rows, Borders borders) {
        long[] counts = new long[borders.count()];
        for (long row : rows) {
            counts[borders.find(row, 0)]++;
        }
        return counts;
    }
}
