package sluice.question;

import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Which nodes have values or links as wanted.
 *
 * @param conditions all of which must be true of a node; at least one
 * @param with of which predicates the answer shows the values
 * @param order by which predicate nodes are ordered; null for the order of their ids
 * @param isDescending whether the highest value comes first
 * @param after the last node of the page before, which is left out with all that come before it
 * @param limit how many nodes are wanted at most
 * @param scan whether all rows may be read where no index helps
 * @param budgetRows how many rows may be looked at; a scan has no such limit
 */
public record FindQuestion(
        List<Condition> conditions,
        List<PredicateName> with,
        @Nullable PredicateName order,
        boolean isDescending,
        OptionalLong after,
        int limit,
        boolean scan,
        long budgetRows) {
    /** How many rows a question may look at where nothing else is said. */
    public static final long BUDGET_ROWS = 1_000_000;

    public FindQuestion {
        conditions = Condition.checked(conditions);
        with = PredicateName.checked(with);
        if (conditions.isEmpty()) {
            throw Ask.wrong("found no condition; write PRED OP VALUE, as: name eq Ann");
        }
        if (limit < 1 || budgetRows < 1) {
            throw Ask.wrong(
                    "limit and budget must be 1 or more: limit %d, budget %d", limit, budgetRows);
        }
    }

    /** The first {@code limit} nodes by id. */
    public static FindQuestion of(List<Condition> conditions, int limit) {
        return new FindQuestion(
                conditions,
                List.of(),
                null,
                false,
                OptionalLong.empty(),
                limit,
                false,
                BUDGET_ROWS);
    }
}
