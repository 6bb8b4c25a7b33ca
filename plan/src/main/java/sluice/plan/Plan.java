package sluice.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A plan of an insertion: which partitions are split where, which pieces move to which server, and
 * what that changes. Immutable.
 *
 * @param speeds how fast each server inserts, in percent of the speed that insert costs are for
 * @param pieces all partitions after splitting, in the order of keys
 * @param boundThousandths what no plan with these pieces costs less than, in thousandths
 */
public record Plan(List<Integer> speeds, List<Piece> pieces, long boundThousandths) {
    /** A change that saves less than one part in this many is not worth its risk. */
    private static final long WORTH_PARTS = 20;

    /**
     * A piece and the server that is to have it.
     *
     * @param isCutOff whether a split makes its first key the beginning of a partition
     */
    public record Piece(Partition partition, int destination, boolean isCutOff) {
        boolean isMoved() {
            return destination != partition.home();
        }
    }

    /** A partition that is split: its first key, its server, and the keys at which it is cut. */
    public record Split(RangeKey first, int server, List<RangeKey> borders) {
        public Split {
            borders = List.copyOf(borders);
        }
    }

    /** A piece that moves. */
    public record Move(RangeKey first, int from, int to, long cost) {}

    /**
     * The load of a server: what it has, what is inserted on it, how long it inserts, and what it
     * pays for moves.
     */
    public record Load(
            int partitions, long existing, long incoming, long insertCost, long moveCost) {}

    public Plan {
        speeds = List.copyOf(speeds);
        pieces = List.copyOf(pieces);
    }

    /** How many servers there are. */
    public int servers() {
        return speeds.size();
    }

    /** The splits in the order of keys. */
    public List<Split> splits() {
        List<Split> splits = new ArrayList<>();
        List<RangeKey> borders = new ArrayList<>();
        Partition whole = null;
        for (Piece piece : pieces) {
            if (piece.isCutOff) {
                borders.add(piece.partition.first());
                continue;
            }
            addSplit(whole, borders, splits);
            whole = piece.partition;
        }
        addSplit(whole, borders, splits);
        return splits;
    }

    private static void addSplit(
            @Nullable Partition whole, List<RangeKey> borders, List<Split> splits) {
        if (!borders.isEmpty()) {
            Partition split = Objects.requireNonNull(whole, "the first piece is cut off");
            splits.add(new Split(split.first(), split.home(), borders));
            borders.clear();
        }
    }

    /** The moves: the most costly first, then in the order of keys. */
    public List<Move> moves() {
        List<Move> moves = new ArrayList<>();
        for (Piece piece : pieces) {
            if (piece.isMoved()) {
                Partition partition = piece.partition;
                moves.add(
                        new Move(
                                partition.first(),
                                partition.home(),
                                piece.destination,
                                partition.moveCost()));
            }
        }
        moves.sort((one, other) -> Long.compare(other.cost, one.cost));
        return moves;
    }

    /** The load of each server if nothing moves. */
    public List<Load> before() {
        return loads(false);
    }

    /** The load of each server by this plan. */
    public List<Load> after() {
        return loads(true);
    }

    private List<Load> loads(boolean isAfter) {
        long[][] sums = new long[servers()][5];
        for (Piece piece : pieces) {
            Partition partition = piece.partition;
            long[] sum = sums[isAfter ? piece.destination : partition.home()];
            sum[0]++;
            sum[1] += partition.existing();
            sum[2] += partition.incoming();
            sum[3] += partition.insertCost();
            if (isAfter && piece.isMoved()) {
                sum[4] += partition.moveCost();
                sums[partition.home()][4] += partition.moveCost();
            }
        }
        List<Load> loads = new ArrayList<>();
        for (int server = 0; server < servers(); server++) {
            long[] sum = sums[server];
            long time = WideProduct.divideUp(sum[3], Placement.USUAL, speeds.get(server));
            loads.add(new Load((int) sum[0], sum[1], sum[2], time, sum[4]));
        }
        return loads;
    }

    /** What the busiest server inserts and what the busiest mover pays, together. */
    public long cost() {
        return cost(after());
    }

    /** What {@link #cost} is if nothing moves. */
    public long costBefore() {
        return cost(before());
    }

    private static long cost(List<Load> loads) {
        return loads.stream().mapToLong(Load::insertCost).max().orElse(0)
                + loads.stream().mapToLong(Load::moveCost).max().orElse(0);
    }

    /**
     * Whether the plan is to be carried out: it must save more than {@code overhead}, what making
     * and beginning it costs, and more than a twentieth of the cost without it.
     */
    public boolean isWorth(long overhead) {
        long saved = costBefore() - cost();
        return saved > overhead && saved > costBefore() / WORTH_PARTS;
    }
}
