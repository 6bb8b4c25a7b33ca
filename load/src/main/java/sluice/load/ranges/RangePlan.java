package sluice.load.ranges;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.zip.CRC32C;
import sluice.plan.Partition;
import sluice.plan.Placement;
import sluice.plan.Plan;
import sluice.plan.PlanMode;
import sluice.plan.Planner;
import sluice.plan.Prices;
import sluice.plan.Sample;
import sluice.plan.SplitRules;
import sluice.plan.run.RangeStore;
import sluice.plan.run.TableRange;
import sluice.plan.run.Target;
import sluice.storage.Storage;
import sluice.store.Manifest;

/**
 * A plan for what is staged in a store, with what carrying it out is expected to take. Immutable.
 *
 * @param servers by their numbers in {@code plan}
 * @param ranges of the table before the plan
 * @param splitRounds how often splits wait for the ones before them
 * @param rewrittenBytes of ranges that are split between rows that they have
 * @param splitMillis for all splits, about
 * @param moveMillis for all moves, about
 * @param bucketMillis for the largest bucket, about, whose rows come one after the other
 */
public record RangePlan(
        Plan plan,
        List<String> servers,
        List<TableRange> ranges,
        int splitRounds,
        long rewrittenBytes,
        long splitMillis,
        long moveMillis,
        long bucketMillis) {
    /** Measured on one machine with three region servers. */
    private static final long MOVE_MILLIS = 1100;

    private static final int AT_ONCE = 2;
    private static final int USUAL_SPEED = 100;
    private static final long MICROS_PER_MILLI = 1000;

    /** To look, to count and to switch the balancer off and on. */
    private static final long FIXED_MILLIS = 2000;

    private static final long ROW_BYTES = 200;

    /** The most that the busiest server may insert over the mean to save splits and moves. */
    private static final double EVEN_ENOUGH = 1.05;

    public RangePlan {
        servers = List.copyOf(servers);
        ranges = List.copyOf(ranges);
    }

    /** The plan for what is staged in {@code storage}; empty where there is no table yet. */
    public static Optional<RangePlan> of(
            Storage storage, Manifest manifest, RangeStore store, PlanOptions options)
            throws IOException {
        List<TableRange> ranges = store.ranges();
        return ranges.isEmpty()
                ? Optional.empty()
                : of(storage, manifest, store, store.servers(), ranges, options);
    }

    /**
     * Whether a plan may save more than it takes. It cannot if one server alone inserts all that is
     * staged before a plan is begun: then the engine need not be asked for anything.
     */
    static boolean mayBeWorth(Storage storage, Manifest manifest, RangeStore store)
            throws IOException {
        int slowest =
                store.speeds().values().stream()
                        .mapToInt(Integer::intValue)
                        .reduce(USUAL_SPEED, Math::min);
        double millis =
                (double) BatchRows.all(storage, manifest)
                        * store.prices().insertRow()
                        / MICROS_PER_MILLI
                        * USUAL_SPEED
                        / slowest;
        return millis > FIXED_MILLIS;
    }

    /** The plan for servers and ranges of {@code store} as they were seen. */
    static Optional<RangePlan> of(
            Storage storage,
            Manifest manifest,
            RangeStore store,
            List<String> servers,
            List<TableRange> ranges,
            PlanOptions usual)
            throws IOException {
        if (ranges.isEmpty() || servers.isEmpty()) {
            return Optional.empty();
        }
        Prices prices = store.prices();
        PlanOptions options = usual.atMost(store.rangeBytesMax());
        long shares = (long) servers.size() * options.sharePieces();
        List<BatchRows.Counted> counted = BatchRows.count(storage, manifest, ranges, shares);
        List<Partition> partitions = new ArrayList<>();
        List<Sample> samples = new ArrayList<>();
        for (BatchRows.Counted range : counted) {
            int home = servers.indexOf(range.range().server());
            if (home < 0) {
                // No server has it just now, or one that is being emptied: they take turns.
                home = partitions.size() % servers.size();
            }
            partitions.add(
                    prices.partition(
                            range.range().first(), range.existing(), range.incoming(), home));
            samples.add(range.sample());
        }
        long rows = counted.stream().mapToLong(BatchRows.Counted::existing).sum();
        long bytes = ranges.stream().mapToLong(TableRange::bytes).sum();
        long rowBytes = rows > 0 && bytes > 0 ? Math.max(1, bytes / rows) : ROW_BYTES;
        long rowsMax = Math.max(1, options.rangeBytes() / rowBytes);
        Map<String, Integer> known = store.speeds();
        List<Integer> speeds =
                servers.stream().map(server -> known.getOrDefault(server, USUAL_SPEED)).toList();
        Placement table = new Placement(servers.size(), partitions, speeds);
        long bucketMillis =
                BatchRows.largestBucket(storage, manifest) * prices.insertRow() / MICROS_PER_MILLI;
        return Optional.of(
                best(
                        options.sharePieces(),
                        pieces ->
                                planned(
                                                table,
                                                samples,
                                                rules(rowsMax, pieces),
                                                prices,
                                                servers,
                                                ranges)
                                        .withBucket(bucketMillis)));
    }

    /**
     * The best of the plans with {@code pieces} for each server's share, half of them, and so on.
     *
     * <p>Splits and moves take longer than they save where fewer pieces are as even. Ranges that
     * have rows are rewritten once they are split: moving them whole may be enough, as with a batch
     * that updates and deletes what is there.
     */
    private static RangePlan best(int pieces, IntFunction<RangePlan> planner) {
        RangePlan best = planner.apply(pieces);
        double evenEnough = Math.max(EVEN_ENOUGH, imbalance(best.plan.after()));
        RangePlan soonest = null;
        for (int fewer = pieces; fewer > 0; ) {
            fewer /= 2;
            RangePlan coarser = planner.apply(fewer);
            boolean isEven = imbalance(coarser.plan.after()) <= evenEnough;
            if (isEven && coarser.millis() < best.millis()) {
                best = coarser;
            }
            if (coarser.isWorth() && (soonest == null || coarser.millis() < soonest.millis())) {
                soonest = coarser;
            }
        }
        // Less even, and still sooner than with the ranges as they are.
        return best.isWorth() || soonest == null ? best : soonest;
    }

    /** The rules with {@code sharePieces}; with 0, ranges are split for their size alone. */
    private static SplitRules rules(long rowsMax, int sharePieces) {
        int fill = SplitRules.usual(rowsMax).fillPercent();
        return new SplitRules(rowsMax, fill, sharePieces).ofBatches();
    }

    private static RangePlan planned(
            Placement table,
            List<Sample> samples,
            SplitRules rules,
            Prices prices,
            List<String> servers,
            List<TableRange> ranges) {
        Plan plan = Planner.plan(table, samples, rules, prices, PlanMode.EXACT);
        return forecast(plan, servers, ranges);
    }

    private RangePlan withBucket(long millis) {
        return new RangePlan(
                plan,
                servers,
                ranges,
                splitRounds,
                rewrittenBytes,
                splitMillis,
                moveMillis,
                millis);
    }

    /** How long all of it takes, about. */
    private long millis() {
        return splitMillis + moveMillis + plannedMillis();
    }

    private static RangePlan forecast(Plan plan, List<String> servers, List<TableRange> ranges) {
        SplitForecast splits = SplitForecast.of(plan, ranges);
        Map<Integer, Integer> moves = new HashMap<>();
        for (Plan.Move move : plan.moves()) {
            moves.merge(move.from(), 1, Integer::sum);
            moves.merge(move.to(), 1, Integer::sum);
        }
        int most = moves.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        long moveMillis = (long) Math.ceilDiv(most, AT_ONCE) * MOVE_MILLIS;
        return new RangePlan(
                plan,
                servers,
                ranges,
                splits.rounds(),
                splits.rewrittenBytes(),
                splits.millis(),
                moveMillis,
                0);
    }

    /** The table as the plan wants it. */
    public Target target() {
        return Target.of(plan, servers);
    }

    /** How many borders are made. */
    public int splits() {
        return plan.splits().stream().mapToInt(split -> split.borders().size()).sum();
    }

    /** Whether carrying it out saves more than it takes. */
    public boolean isWorth() {
        return plan.isWorth((splitMillis + FIXED_MILLIS) * MICROS_PER_MILLI)
                && millis() + FIXED_MILLIS < unplannedMillis();
    }

    /** How long inserting takes if nothing is done, about: the busiest server. */
    public long unplannedMillis() {
        return Math.max(busiest(plan.before()), bucketMillis);
    }

    /**
     * How long inserting takes after the plan, about: the busiest server, or the largest bucket.
     */
    public long plannedMillis() {
        return Math.max(busiest(plan.after()), bucketMillis);
    }

    /** Whether one bucket takes longer than the busiest server, so that others wait for it. */
    public boolean isHeldUpByABucket() {
        return bucketMillis > busiest(plan.after());
    }

    private static long busiest(List<Plan.Load> loads) {
        return loads.stream().mapToLong(Plan.Load::insertCost).max().orElse(0) / MICROS_PER_MILLI;
    }

    /**
     * How long the busiest server inserts over the mean of all: its rows over the mean, where all
     * are equally fast.
     */
    public static double imbalance(List<Plan.Load> loads) {
        long sum = loads.stream().mapToLong(Plan.Load::insertCost).sum();
        long most = loads.stream().mapToLong(Plan.Load::insertCost).max().orElse(0);
        return sum == 0 ? 1 : (double) most * loads.size() / sum;
    }

    /** Eight digits by which the plan can be told from others. */
    public String hash() {
        CRC32C crc = new CRC32C();
        crc.update(target().toString().getBytes(StandardCharsets.UTF_8));
        return "%08x".formatted(crc.getValue());
    }
}
