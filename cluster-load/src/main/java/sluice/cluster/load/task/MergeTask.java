package sluice.cluster.load.task;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import sluice.cluster.load.place.AttemptStorage;
import sluice.dictionary.NameCollector;
import sluice.dictionary.NameFile;
import sluice.dictionary.NameRun;
import sluice.dictionary.NameRuns;
import sluice.dictionary.shard.NameShard;
import sluice.ingest.ChunkRange;
import sluice.load.files.StoreFiles;
import sluice.storage.FileEntry;

/**
 * Merges the names of one shard that the tasks before have collected into one run of names. A run
 * that is there is kept: its name says of which source and shard it is.
 */
final class MergeTask {
    private MergeTask() {}

    static TaskResult run(TaskContext context, AttemptStorage storage, Task task, int attempt)
            throws IOException {
        NameShard shard = new NameShard(task.index(), context.plan().cuts().shards());
        String label =
                StoreFiles.namesShardLabel(
                        context.plan().loadNumber(),
                        context.plan().identity().key(),
                        shard.index(),
                        shard.count());
        NameFile run;
        try {
            run = NameRun.open(storage, NameCollector.runName(label)).file();
        } catch (NoSuchFileException _) {
            List<String> collected = new ArrayList<>();
            for (List<ChunkRange> ranges : context.plan().cuts().stages()) {
                collected.add(NameCollector.runName(NameTask.label(context.plan(), ranges)));
            }
            run =
                    NameRuns.mergeShard(
                            storage, collected, shard, label, context.plan().memory().namesBytes());
        }
        FileEntry file = new FileEntry(run.name(), run.lengthBytes(), (int) run.checksum());
        return new TaskResult(
                task, attempt, context.process(), List.of(file), List.of(), 0, 0, 0, 0);
    }
}
