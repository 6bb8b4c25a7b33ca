package sluice.cluster.load.task;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.function.BooleanSupplier;
import sluice.cluster.load.place.AttemptStorage;
import sluice.cluster.load.plan.TaskPlan;
import sluice.dictionary.NameCollector;
import sluice.dictionary.NameFile;
import sluice.dictionary.NameRun;
import sluice.ingest.ChunkId;
import sluice.ingest.ChunkRange;
import sluice.load.files.StoreFiles;
import sluice.load.stage.NameStage;
import sluice.storage.FileEntry;
import sluice.storage.Storage;

/**
 * Collects the distinct names of some chunks into one run of names. A run that is there is kept:
 * its name says of which source and chunks it is.
 */
final class NameTask {
    private NameTask() {}

    static TaskResult run(
            TaskContext context,
            AttemptStorage storage,
            Task task,
            int attempt,
            BooleanSupplier isUnwanted)
            throws IOException {
        TaskPlan plan = context.plan();
        List<ChunkRange> ranges = context.ranges(task.index());
        String label = label(plan, ranges);
        NameStage.Collected collected;
        try {
            collected = find(storage, label);
        } catch (NoSuchFileException _) {
            collected =
                    new NameStage(
                                    context.state(isUnwanted),
                                    storage,
                                    context.source(),
                                    plan.identity().chunkBytes())
                            .collectRanges(ranges, label);
        }
        NameFile run = collected.run();
        FileEntry file = new FileEntry(run.name(), run.lengthBytes(), (int) run.checksum());
        return new TaskResult(
                task,
                attempt,
                context.process(),
                List.of(file),
                List.of(),
                0,
                0,
                0,
                collected.bytesRead());
    }

    /** The label of the run of the names in {@code ranges}. */
    static String label(TaskPlan plan, List<ChunkRange> ranges) {
        ChunkRange first = ranges.getFirst();
        ChunkRange last = ranges.getLast();
        return StoreFiles.namesLabel(
                plan.loadNumber(),
                plan.identity().key(),
                new ChunkId(first.fileIndex(), first.firstChunk()),
                new ChunkId(last.fileIndex(), last.endChunk()));
    }

    private static NameStage.Collected find(Storage storage, String label) throws IOException {
        NameRun run = NameRun.open(storage, NameCollector.runName(label));
        return new NameStage.Collected(run.file(), 0);
    }
}
