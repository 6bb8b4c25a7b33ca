package sluice.dictionary;

import java.io.IOException;
import java.util.List;
import sluice.storage.Storage;

/** Operations on whole name runs. */
public final class NameRuns {
    private NameRuns() {}

    /**
     * Writes the names of the run {@code name}, whose parts are temporary, as one file: the run
     * {@link NameCollector#runName} of {@code label}. Its bytes depend on the names alone. Costs a
     * pass over the run, one more where it has too many parts for {@code memoryBytes}.
     */
    public static NameFile copyWhole(Storage storage, String name, String label, long memoryBytes)
            throws IOException {
        NameRun run = NameRun.open(storage, name);
        try (NameReduction reduction =
                        new NameReduction(
                                storage, name, NameReduction.fanIn(memoryBytes), NameBytes.HASH);
                NameMerge merge =
                        new NameMerge(storage, reduction.reduce(run.files()), NameBytes.HASH);
                NameRunWriter whole =
                        new NameRunWriter(
                                storage, NameCollector.runName(label), merge.groups(), true)) {
            NameReduction.put(merge, whole);
            return whole.finish(true, List.of(), new byte[0]);
        }
    }
}
