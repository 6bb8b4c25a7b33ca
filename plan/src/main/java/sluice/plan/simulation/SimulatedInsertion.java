package sluice.plan.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import sluice.plan.Partition;
import sluice.plan.Placement;
import sluice.plan.Plan;
import sluice.plan.PlanMode;
import sluice.plan.Planner;
import sluice.plan.Prices;
import sluice.plan.RangeKey;
import sluice.plan.Sample;
import sluice.plan.SplitRules;

/**
 * Inserts a batch as planned: samples, splits, moves, then inserts in random order. The plan is
 * made from samples; its time is that of the rows as they are.
 */
final class SimulatedInsertion {
    private static final double POSITIONS = 1L << 60;

    private final InsertionCase table;
    private final double fraction;
    private final SplitRules rules;
    private final RandomGenerator random;

    SimulatedInsertion(
            InsertionCase table, double fraction, SplitRules rules, RandomGenerator random) {
        this.table = table;
        this.fraction = fraction;
        this.rules = rules;
        this.random = random;
    }

    WayResult run() {
        return result(plan());
    }

    /** What the batch takes where partitions stay as they are. */
    static WayResult unplanned(InsertionCase table) {
        double[] inserts = new double[table.servers()];
        for (InsertionCase.Range range : table.partitions()) {
            inserts[range.server()] += table.incoming(range.begin(), range.end());
        }
        return new WayResult(
                Arrays.stream(inserts).max().orElse(0) / table.engine().insertsPerSecond(),
                0,
                0,
                table.partitions().size());
    }

    /** The plan that a sample makes. */
    Plan plan() {
        double[] existing = new double[(int) Math.round(fraction * table.existing())];
        Arrays.setAll(existing, _ -> random.nextDouble());
        double[] incoming = new double[(int) Math.round(fraction * table.incoming())];
        Arrays.setAll(incoming, _ -> table.curve().place(random.nextDouble()));
        Arrays.sort(existing);
        Arrays.sort(incoming);
        List<Partition> partitions = new ArrayList<>();
        List<Sample> samples = new ArrayList<>();
        int existingPlace = 0;
        int incomingPlace = 0;
        for (InsertionCase.Range range : table.partitions()) {
            int existingEnd = end(existing, existingPlace, range.end());
            int incomingEnd = end(incoming, incomingPlace, range.end());
            partitions.add(
                    Partition.ofRows(
                            key(range.begin()),
                            Math.round((existingEnd - existingPlace) / fraction),
                            Math.round((incomingEnd - incomingPlace) / fraction),
                            range.server()));
            samples.add(
                    Sample.merged(
                            keys(existing, existingPlace, existingEnd),
                            1,
                            keys(incoming, incomingPlace, incomingEnd),
                            1));
            existingPlace = existingEnd;
            incomingPlace = incomingEnd;
        }
        return Planner.plan(
                new Placement(table.servers(), partitions),
                samples,
                rules,
                Prices.PAPER,
                PlanMode.REFINED);
    }

    private static int end(double[] sorted, int begin, double place) {
        int end = begin;
        while (end < sorted.length && sorted[end] < place) {
            end++;
        }
        return end;
    }

    private static List<RangeKey> keys(double[] places, int begin, int end) {
        return Arrays.stream(places, begin, end).mapToObj(SimulatedInsertion::key).toList();
    }

    private static RangeKey key(double place) {
        return RangeKey.of((long) (place * POSITIONS));
    }

    /** The place of a key, from 0 on. */
    static double place(RangeKey key) {
        byte[] bytes = key.bytes();
        long position = 0;
        for (byte one : bytes) {
            position = position << 8 | one & 255;
        }
        return position / POSITIONS;
    }

    private WayResult result(Plan plan) {
        double[] inserts = new double[table.servers()];
        double[] moves = new double[table.servers()];
        int[] splits = new int[table.servers()];
        int moved = 0;
        List<Plan.Piece> pieces = plan.pieces();
        for (int index = 0; index < pieces.size(); index++) {
            Plan.Piece piece = pieces.get(index);
            double begin = place(piece.partition().first());
            double end =
                    index + 1 < pieces.size()
                            ? place(pieces.get(index + 1).partition().first())
                            : KeyCurve.END;
            int home = piece.partition().home();
            inserts[piece.destination()] += table.incoming(begin, end);
            splits[home] += piece.isCutOff() ? 1 : 0;
            if (piece.destination() != home) {
                moved++;
                moves[home] += table.existing(begin, end);
                moves[piece.destination()] += table.existing(begin, end);
            }
        }
        EngineModel engine = table.engine();
        double moveMax = Arrays.stream(moves).max().orElse(0);
        double sampled = fraction * (table.existing() + table.incoming()) * engine.sampleRow();
        double seconds =
                sampled / (engine.insertsPerSecond() * table.servers())
                        + Arrays.stream(splits).max().orElse(0) * engine.splitSeconds()
                        + moveMax * engine.moveRow() / engine.insertsPerSecond()
                        + Arrays.stream(inserts).max().orElse(0) / engine.insertsPerSecond();
        return new WayResult(seconds, moveMax, moved, pieces.size());
    }
}
