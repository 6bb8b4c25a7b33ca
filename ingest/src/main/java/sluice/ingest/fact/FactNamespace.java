package sluice.ingest.fact;

import java.util.Map;
import sluice.schema.Predicate;
import sluice.schema.TypeNames;

/**
 * One namespace: its groups of names, and its predicates. The label of a namespace but 0 stands in
 * front of the names of both, {@code 0x10|name}. Belongs to one thread.
 */
final class FactNamespace {
    /** Names of IRIs and relative names, of blank nodes, of uid literals. */
    static final int NAMES = 0;

    static final int BLANKS = 1;
    static final int UIDS = 2;

    private static final String[] GROUPS = {"", "_", "uid"};
    private static final int UNASKED = Integer.MIN_VALUE;

    private final FactNames names;
    private final String label;
    private final PredicateTable predicates;

    /** The numbers of the groups that were asked for so far. */
    private final int[] groupNumbers = {UNASKED, UNASKED, UNASKED};

    FactNamespace(long number, Map<String, Predicate> declared, FactNames names) {
        this.names = names;
        this.label = TypeNames.label(number);
        this.predicates = new PredicateTable(label, declared, names);
    }

    PredicateTable predicates() {
        return predicates;
    }

    /** How many bytes stand in front of each name. */
    int labelBytes() {
        return label.length();
    }

    /** The id of a name of {@code kind}. */
    long id(int kind, byte[] bytes, int offset, int length) {
        int number = groupNumbers[kind];
        if (number == UNASKED) {
            number = names.group(label + GROUPS[kind]);
            groupNumbers[kind] = number;
        }
        return names.id(number, bytes, offset, length);
    }
}
