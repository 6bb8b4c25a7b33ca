package sluice.experiments.turns;

import java.nio.file.Path;
import java.util.List;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * What two builds are compared by.
 *
 * @param rounds how often each build runs each benchmark
 * @param folder where inputs, stores and results go; deleted in the end
 * @param links how many links {@code bench load} loads
 * @param rows the rows of {@code bench load} that are measured; empty for all
 * @param ids how many ids the graph of {@code bench serve} and of LinkBench has
 * @param parts the parts of {@code bench serve} that are measured; empty for all
 * @param seconds how long {@code bench serve} and LinkBench measure
 * @param store the store that LinkBench asks
 */
public record TurnsOptions(
        int rounds,
        Path folder,
        long links,
        List<String> rows,
        long ids,
        List<String> parts,
        int seconds,
        String store) {

    /** So many rounds make a median that one slow minute does not decide. */
    public static final int ROUNDS_MIN = 1;

    public TurnsOptions {
        rows = List.copyOf(rows);
        parts = List.copyOf(parts);
        if (rounds < ROUNDS_MIN || links < 1 || ids < 1000 || seconds < 1) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%d rounds, %d links, %d ids, %d s; expected 1 round, 1 link, 1000 ids and 1 s or more"
                            .formatted(rounds, links, ids, seconds));
        }
    }
}
