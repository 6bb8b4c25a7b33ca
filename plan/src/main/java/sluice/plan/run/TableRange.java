package sluice.plan.run;

import sluice.plan.RangeKey;

/**
 * A range of a table's keys, as the engine says.
 *
 * @param first the least key of the range, which ends before the next one's
 * @param server the server that has it, by a name that outlives its restart
 * @param bytes about how long its files are
 */
public record TableRange(RangeKey first, String server, long bytes) {}
