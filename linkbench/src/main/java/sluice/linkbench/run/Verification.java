package sluice.linkbench.run;

import java.util.List;

/**
 * Whether the counts of a store are right.
 *
 * @param lists how many lists were counted
 * @param wrong how many of them have another count
 * @param problems some of those, in words
 */
public record Verification(long lists, long wrong, List<String> problems) {
    public Verification {
        problems = List.copyOf(problems);
    }
}
