package sluice.plan.simulation;

/**
 * How fast a modelled server works. One resource decides, as in a store whose disk is the limit.
 *
 * @param insertsPerSecond inserts in random order
 * @param sortedFactor how many inserts in key order take the time of one in random order
 * @param moveShare of both servers is taken by a move while it runs
 * @param moveRow what moving a row costs at each end, in inserts
 * @param sampleRow what sampling a row costs, in inserts
 * @param splitSeconds of a split; a server makes one after the other
 * @param balancerMoves that run at a time in all; one at a server at most
 * @param rowsMax most rows of a partition before it splits
 */
public record EngineModel(
        double insertsPerSecond,
        double sortedFactor,
        double moveShare,
        double moveRow,
        double sampleRow,
        double splitSeconds,
        int balancerMoves,
        long rowsMax) {
    /**
     * The paper's system. Rate, factor and share were fitted to the paper's three throughputs at 5
     * million rows; partitions are 10 MB of rows of 1 KB.
     */
    public static final EngineModel PAPER = new EngineModel(475, 3.2, 0.61, 1, 1, 0.2, 5, 10_240);
}
