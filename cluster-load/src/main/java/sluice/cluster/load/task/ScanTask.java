package sluice.cluster.load.task;

import java.io.IOException;
import java.util.List;
import java.util.function.BooleanSupplier;
import sluice.cluster.load.place.StorePlace;
import sluice.cluster.load.plan.PlanFile;
import sluice.ingest.file.PlainFile;
import sluice.ingest.row.RowParser;
import sluice.load.job.LoadState;
import sluice.storage.Storage;
import sluice.storage.shared.SharedFiles;

/**
 * Finds where the chunks of a file begin whose rows may have line ends in quotes: where a row
 * begins depends on all before it, so that one task reads the whole file.
 */
final class ScanTask {
    private ScanTask() {}

    static TaskResult run(
            TaskContext context,
            StorePlace place,
            Task task,
            int attempt,
            BooleanSupplier isUnwanted)
            throws IOException {
        LoadState state = context.state(isUnwanted);
        int fileIndex = context.plan().cuts().scans().get(task.index());
        if (PlanFile.starts(place.storage(), context.plan(), fileIndex).isEmpty()) {
            PlainFile file =
                    new PlainFile(
                            context.source().files().get(fileIndex),
                            context.plan().identity().chunkBytes(),
                            RowParser.ROW_BYTES_MAX);
            long[] starts = new long[file.chunkCount()];
            try (Storage.Source text = file.open(SharedFiles.Reading.ONWARD)) {
                for (int chunk = 0; chunk < starts.length; chunk++) {
                    state.throwIfStopped();
                    starts[chunk] = file.start(chunk, text);
                }
            }
            PlainFile.requireUnchanged(file.file());
            PlanFile.publishStarts(place.files(), context.plan(), fileIndex, starts);
        }
        return new TaskResult(task, attempt, context.process(), List.of(), List.of(), 0, 0, 0, 0);
    }
}
