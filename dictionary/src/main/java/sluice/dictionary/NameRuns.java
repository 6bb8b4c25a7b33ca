package sluice.dictionary;

import java.io.IOException;
import java.util.ArrayList;
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
        List<NameFile> files = NameRun.open(storage, name).files();
        return merge(storage, name, files, NameShard.ALL, label, memoryBytes);
    }

    /**
     * Writes the names of {@code shard} that are in any of {@code runs} as one file: the run {@link
     * NameCollector#runName} of {@code label}. Its bytes depend on these names alone. Costs a pass
     * over the shard in each run, one more where there are too many for {@code memoryBytes}.
     */
    public static NameFile mergeShard(
            Storage storage, List<String> runs, NameShard shard, String label, long memoryBytes)
            throws IOException {
        List<NameFile> files = new ArrayList<>();
        for (String run : runs) {
            files.addAll(NameRun.open(storage, run).files());
        }
        return merge(storage, "names-" + label, files, shard, label, memoryBytes);
    }

    /** {@code work} begins the names of temporary files. */
    private static NameFile merge(
            Storage storage,
            String work,
            List<NameFile> files,
            NameShard shard,
            String label,
            long memoryBytes)
            throws IOException {
        int fanIn = NameReduction.fanIn(memoryBytes);
        try (NameReduction reduction =
                        new NameReduction(storage, work, fanIn, NameBytes.HASH, shard);
                NameMerge merge =
                        new NameMerge(storage, reduction.reduce(files), NameBytes.HASH, shard);
                NameRunWriter run =
                        new NameRunWriter(
                                storage, NameCollector.runName(label), merge.groups(), true)) {
            ShardPlaces places = ShardPlaces.begin(merge.groups().size());
            put(merge, run, places.new Writing());
            return run.finish(true, List.of(), places.bytes(run.countOfGroup()));
        }
    }

    private static void put(NameMerge merge, NameRunWriter run, ShardPlaces.Writing places)
            throws IOException {
        int group = -1;
        while (merge.next()) {
            if (merge.rank() != group) {
                if (group >= 0) {
                    places.end(group, run.lengthBytes(), run.countOfGroup()[group]);
                }
                group = merge.rank();
            }
            places.name(group, merge.hash(), run.lengthBytes(), run.countOfGroup()[group]);
            run.put(group, merge.bytes(), merge.offset() - 2, merge.length());
        }
        if (group >= 0) {
            places.end(group, run.lengthBytes(), run.countOfGroup()[group]);
        }
    }
}
