package sluice.plan;

import java.util.ArrayList;
import java.util.List;

/** Plans one insertion: first the splits of all partitions, then the moves of the pieces. */
public final class Planner {
    private Planner() {}

    /**
     * The plan for a table.
     *
     * @param table its partitions with the rows that each has and is to get
     * @param samples a sample of the keys of each partition, in the order of keys; an empty one
     *     keeps its partition whole
     * @param rules when partitions are split
     * @param prices of the pieces
     */
    public static Plan plan(
            Placement table, List<Sample> samples, SplitRules rules, Prices prices, PlanMode mode) {
        List<Partition> partitions = table.partitions();
        if (samples.size() != partitions.size()) {
            throw new IllegalArgumentException(
                    "%d samples of %d partitions".formatted(samples.size(), partitions.size()));
        }
        long batchRows = partitions.stream().mapToLong(Partition::incoming).sum();
        Splitter splitter = new Splitter(rules, batchRows, table.servers());
        List<Partition> pieces = new ArrayList<>();
        List<Boolean> areCutOff = new ArrayList<>();
        for (int index = 0; index < partitions.size(); index++) {
            boolean isCutOff = false;
            for (Partition piece :
                    splitter.split(partitions.get(index), samples.get(index), prices)) {
                pieces.add(piece);
                areCutOff.add(isCutOff);
                isCutOff = true;
            }
        }
        Instance instance = new Instance(new Placement(table.servers(), pieces, table.speeds()));
        Solution solution = MovePlanner.solve(instance, mode);
        List<Plan.Piece> placed = new ArrayList<>();
        for (int id = 0; id < pieces.size(); id++) {
            placed.add(
                    new Plan.Piece(pieces.get(id), solution.destinations()[id], areCutOff.get(id)));
        }
        return new Plan(table.speeds(), placed, LowerBound.thousandths(instance));
    }
}
