package sluice.plan.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import sluice.plan.Plan;
import sluice.plan.RangeKey;

/**
 * The table as a plan wants it before rows come: where pieces begin and which server has each.
 * Immutable.
 *
 * @param pieces in the order of keys, at least one
 */
public record Target(List<Piece> pieces) {
    /**
     * A piece of a table.
     *
     * @param insertCost what inserting into it costs
     * @param isCutOff whether a split makes its first key the beginning of a range
     */
    public record Piece(RangeKey first, String server, long insertCost, boolean isCutOff) {}

    public Target {
        pieces = List.copyOf(pieces);
        for (int index = 1; index < pieces.size(); index++) {
            if (pieces.get(index).first.compareTo(pieces.get(index - 1).first) <= 0) {
                throw new IllegalArgumentException(
                        "piece from key %s is not behind the one before it"
                                .formatted(pieces.get(index).first));
            }
        }
        if (pieces.isEmpty() || pieces.getFirst().isCutOff) {
            throw new IllegalArgumentException(
                    "a target begins with a piece that is there already");
        }
    }

    /** The aim of {@code plan} for the servers with these names. */
    public static Target of(Plan plan, List<String> servers) {
        List<Piece> pieces = new ArrayList<>();
        for (Plan.Piece piece : plan.pieces()) {
            pieces.add(
                    new Piece(
                            piece.partition().first(),
                            servers.get(piece.destination()),
                            piece.partition().insertCost(),
                            piece.isCutOff()));
        }
        return new Target(pieces);
    }

    /** The piece that {@code key} is in. */
    public Piece pieceOf(RangeKey key) {
        int low = 0;
        int high = pieces.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) / 2;
            if (pieces.get(middle).first.compareTo(key) <= 0) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return pieces.get(low);
    }

    /** The keys at which the table is to be split. */
    public List<RangeKey> borders() {
        return pieces.stream().filter(Piece::isCutOff).map(Piece::first).toList();
    }

    /** The rows that are inserted on each server, if the pieces are where they are to be. */
    public Map<String, Long> costs() {
        Map<String, Long> costs = new TreeMap<>();
        pieces.forEach(piece -> costs.merge(piece.server, piece.insertCost, Long::sum));
        return costs;
    }

    /** Without the border {@code at}: its piece belongs to the one before it. */
    Target without(RangeKey at) {
        List<Piece> fewer = new ArrayList<>();
        for (Piece piece : pieces) {
            if (piece.first.equals(at) && piece.isCutOff) {
                Piece before = fewer.removeLast();
                fewer.add(
                        new Piece(
                                before.first,
                                before.server,
                                before.insertCost + piece.insertCost,
                                before.isCutOff));
            } else {
                fewer.add(piece);
            }
        }
        return new Target(fewer);
    }
}
