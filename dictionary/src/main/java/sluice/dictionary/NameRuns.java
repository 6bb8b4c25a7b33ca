package sluice.dictionary;

import java.io.IOException;
import java.util.List;
import sluice.dictionary.shard.NameShard;
import sluice.dictionary.shard.ShardPlaces;
import sluice.dictionary.table.NameBytes;
import sluice.storage.Storage;

/** Merges name runs into one. */
public final class NameRuns {
    private NameRuns() {}

    /**
     * Writes the names of the run {@code name}, whose parts are temporary, as one file: the run
     * {@link NameCollector#runName} of {@code label}. Its bytes depend on the names alone. Costs a
     * pass over the run, one more where it has too many parts for {@code memoryBytes}.
     */
    public static NameFile copyWhole(Storage storage, String name, String label, long memoryBytes)
            throws IOException {
        return merge(
                storage, NameRun.open(storage, name).files(), NameShard.ALL, label, memoryBytes);
    }

    /**
     * Writes the names of {@code shard} that are in any of {@code runs} as one file: the run {@link
     * NameCollector#runName} of {@code label}. Its bytes depend on these names alone. Costs a pass
     * over the shard in each run, one more where there are too many for {@code memoryBytes}.
     */
    public static NameFile mergeShard(
            Storage storage, List<String> runs, NameShard shard, String label, long memoryBytes)
            throws IOException {
        return merge(storage, DictionaryBuilder.files(storage, runs), shard, label, memoryBytes);
    }

    private static NameFile merge(
            Storage storage, List<NameFile> files, NameShard shard, String label, long memoryBytes)
            throws IOException {
        // Unlike the run they are temporary, by the beginning of their names.
        String work = NameCollector.runName("w-" + label);
        int fanIn = NameReduction.fanIn(memoryBytes);
        try (NameReduction reduction =
                        new NameReduction(storage, work, fanIn, NameBytes.HASH, shard);
                NameMerge merge =
                        new NameMerge(storage, reduction.reduce(files), NameBytes.HASH, shard);
                NameRunWriter run =
                        new NameRunWriter(
                                storage, NameCollector.runName(label), merge.groups(), true)) {
            ShardPlaces places = ShardPlaces.begin(merge.groups().size());
            ShardPlaces.Writing writing = places.new Writing();
            while (merge.next()) {
                writing.name(merge.rank(), merge.hash(), run.lengthBytes());
                run.put(merge.rank(), merge.bytes(), merge.offset() - 2, merge.length());
            }
            writing.end(run.lengthBytes());
            return run.finish(true, List.of(), places.bytes());
        }
    }
}
