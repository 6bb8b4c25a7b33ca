package sluice.question;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where links lead from some nodes in a few steps.
 *
 * @param starts the ids of the nodes; not looked at where {@code from} says which they are
 * @param from conditions of the nodes to begin from; null where their ids are known
 * @param steps the predicates of the links to follow, one after the other
 * @param where conditions that must be true of the nodes at the end; may be empty
 * @param with of which predicates the answer shows the values
 * @param limit how many nodes are wanted at most; of a tree, how many links of a node
 * @param budgetRows how many links and values may be looked at
 */
public record WalkQuestion(
        List<Long> starts,
        @Nullable List<Condition> from,
        List<PredicateName> steps,
        List<Condition> where,
        List<PredicateName> with,
        int limit,
        long budgetRows) {
    private static final int STEPS_MAX = 8;

    public WalkQuestion {
        starts = List.copyOf(starts);
        from = from == null ? null : Condition.checked(from);
        steps = List.copyOf(steps);
        where = Condition.checked(where);
        with = PredicateName.checked(with);
        if (steps.isEmpty() || steps.size() > STEPS_MAX) {
            throw Ask.wrong("found %d steps, expected 1 to %d", steps.size(), STEPS_MAX);
        }
        for (PredicateName step : steps) {
            if (step.isCount() || !(step.language() instanceof PredicateName.Language.None)) {
                throw Ask.wrong("%s is no step; write the name of links, as friend or ~boss", step);
            }
        }
        if (limit < 1 || budgetRows < 1) {
            throw Ask.wrong(
                    "limit and budget must be 1 or more: limit %d, budget %d", limit, budgetRows);
        }
    }

    /** Reads a path: predicates with slashes between them, as {@code friend/~boss/<http://…>}. */
    public static List<PredicateName> path(String text) {
        List<PredicateName> steps = new ArrayList<>();
        for (String part : PredicateName.split(text, '/')) {
            if (part.isEmpty()) {
                throw Ask.wrong(
                        "%s: found an empty step; write friend/works_at, and < > around a name with"
                                + " slashes",
                        text);
            }
            steps.add(PredicateName.read(part));
        }
        return steps;
    }
}
