package sluice.protocol.question;

import java.util.List;

/**
 * A question where links lead from some nodes in a few steps. The array is not copied.
 *
 * @param starts the ids of the nodes; not looked at if {@code from} has conditions
 * @param from conditions of the nodes to begin from; empty if their ids are known
 * @param steps the predicates of the links to follow, one after the other
 * @param where conditions that must be true of the nodes at the end
 * @param with of which predicates the answer shows the values
 * @param limit how many nodes are wanted at most, or links of each node of a tree; 0 for 100
 * @param budgetRows how many links and values may be looked at; 0 for 1,000,000
 */
@SuppressWarnings("ArrayRecordComponent")
public record WalkAsk(
        long[] starts,
        List<AskedCondition> from,
        List<String> steps,
        List<AskedCondition> where,
        List<String> with,
        int limit,
        long budgetRows) {
    public WalkAsk {
        from = List.copyOf(from);
        steps = List.copyOf(steps);
        where = List.copyOf(where);
        with = List.copyOf(with);
    }

    /** The same walk from other nodes. */
    public WalkAsk from(long[] ids) {
        return new WalkAsk(ids, from, steps, where, with, limit, budgetRows);
    }

    /** How many texts it has. */
    public int count() {
        int count = steps.size() + with.size();
        for (AskedCondition condition : from) {
            count += condition.count();
        }
        for (AskedCondition condition : where) {
            count += condition.count();
        }
        return count;
    }
}
