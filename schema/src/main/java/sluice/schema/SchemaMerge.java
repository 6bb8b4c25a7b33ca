package sluice.schema;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/** What becomes of a predicate that a later load declares again. */
final class SchemaMerge {
    private SchemaMerge() {}

    static Predicate merge(Predicate before, Predicate after, PredicateRows rows) {
        boolean isSameType = before.type() == after.type() && isSameRows(before, after);
        boolean addsReverse = after.has(Directive.REVERSE) && !before.has(Directive.REVERSE);
        if ((!isSameType || addsReverse) && rows.has(before)) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "<%s>: the store has rows of %s%s, the schema declares %s%s; %s"
                            .formatted(
                                    before.name(),
                                    before.typeWritten(),
                                    before.has(Directive.REVERSE) ? " @reverse" : "",
                                    after.typeWritten(),
                                    after.has(Directive.REVERSE) ? " @reverse" : "",
                                    "declare it as the store has it, or load into a new store"));
        }
        return isSameType ? joined(before, after) : after;
    }

    /** Links have the same rows in a list; values of a list have other ones than a single value. */
    private static boolean isSameRows(Predicate before, Predicate after) {
        return before.isList() == after.isList() || (before.isLink() && after.isList());
    }

    private static Predicate joined(Predicate before, Predicate after) {
        Set<Directive> directives = EnumSet.noneOf(Directive.class);
        directives.addAll(before.directives());
        directives.addAll(after.directives());
        List<Index> indexes = new ArrayList<>(after.indexes());
        for (Index index : before.indexes()) {
            if (!after.has(index.tokenizer())) {
                String problem = Predicate.problem(before.type(), indexes, index.tokenizer());
                if (problem != null) {
                    throw new SluiceException(
                            ErrorCode.CONFIG,
                            "<%s>: with the index %s that the store has: %s"
                                    .formatted(
                                            before.name(), index.tokenizer().written(), problem));
                }
                indexes.add(index);
            }
        }
        return new Predicate(
                before.namespace(),
                before.name(),
                before.type(),
                after.isList(),
                directives,
                indexes);
    }
}
