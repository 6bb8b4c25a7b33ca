package sluice.plan.simulation;

/**
 * What one way of inserting took.
 *
 * @param movedRows rows that were moved: of planned insertion, at the busiest server
 * @param moves partitions that were moved
 * @param partitions that the table had in the end
 */
public record WayResult(double seconds, double movedRows, int moves, int partitions) {}
