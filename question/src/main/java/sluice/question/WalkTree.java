package sluice.question;

import java.util.List;

/**
 * Where a walk leads, as a tree: each node with the links that were followed from it.
 *
 * @param roots the nodes that it begins from, without those from which it comes to no end
 * @param steps the predicates, one for each level
 * @param complete whether no load can bring more
 */
public record WalkTree(List<Branch> roots, List<PredicateName> steps, boolean complete) {
    public WalkTree {
        roots = List.copyOf(roots);
        steps = List.copyOf(steps);
    }

    /**
     * One node of the tree.
     *
     * @param values of the predicates that are shown, one after the other
     * @param next where the links of the next step lead; empty at the end
     * @param isCut whether further links were left out
     */
    public record Branch(long id, List<PropertyValues> values, List<Branch> next, boolean isCut) {
        public Branch {
            values = List.copyOf(values);
            next = List.copyOf(next);
        }
    }
}
