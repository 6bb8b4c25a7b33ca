package sluice.protocol.question;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A question for the nodes of which all conditions are true.
 *
 * @param with of which predicates the answer shows the values
 * @param order by which predicate the nodes are ordered; empty for the order of their ids
 * @param isDescending whether the highest value comes first
 * @param after the last node of the page before; null for the first page
 * @param limit how many nodes are wanted at most; 0 for 100
 * @param scan whether all rows may be read where no index helps
 * @param budgetRows how many rows may be looked at; 0 for 1,000,000
 */
public record FindAsk(
        List<AskedCondition> conditions,
        List<String> with,
        String order,
        boolean isDescending,
        @Nullable Long after,
        int limit,
        boolean scan,
        long budgetRows) {
    public FindAsk {
        conditions = List.copyOf(conditions);
        with = List.copyOf(with);
    }

    /** The first {@code limit} nodes by id. */
    public static FindAsk of(List<AskedCondition> conditions, List<String> with, int limit) {
        return new FindAsk(conditions, with, "", false, null, limit, false, 0);
    }

    /** The same question for the nodes behind {@code last}. */
    public FindAsk behind(long last) {
        return new FindAsk(conditions, with, order, isDescending, last, limit, scan, budgetRows);
    }

    /** How many texts it has. */
    public int count() {
        int count = with.size();
        for (AskedCondition condition : conditions) {
            count += condition.count();
        }
        return count;
    }
}
