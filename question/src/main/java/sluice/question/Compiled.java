package sluice.question;

import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A condition that is understood: how it is checked, and where candidates for it come from.
 *
 * @param drivers ways to get candidates, each of which gives every node of the answer: ranges of
 *     which any may hold one; none where there is no index for the condition
 * @param remedy says what a user can do where there is none
 */
record Compiled(Condition condition, Check check, List<Driver> drivers, Supplier<String> remedy) {

    /** Whether all of {@code conditions} are true of a node. */
    static boolean areTrue(List<Compiled> conditions, long id, Reading reading) throws IOException {
        return areTrue(conditions, null, id, reading);
    }

    /** The same, where it is known already that {@code known} is true of it. */
    static boolean areTrue(
            List<Compiled> conditions, @Nullable Compiled known, long id, Reading reading)
            throws IOException {
        for (Compiled condition : conditions) {
            if (condition != known && !condition.check().isTrue(id, reading)) {
                return false;
            }
        }
        return true;
    }

    /** A source of candidates. */
    sealed interface Driver {
        /**
         * The ids under any of some tokens.
         *
         * @param isWhole whether the condition is true of each node with a row under one of them:
         *     the tokens say all of the values
         */
        record Indexed(List<TokenRange> ranges, boolean isWhole) implements Driver {}

        /** The ends of some nodes' links of one type. */
        record Linked(List<Long> ids, long type) implements Driver {}

        /** Nothing at all. */
        record None() implements Driver {}
    }
}
