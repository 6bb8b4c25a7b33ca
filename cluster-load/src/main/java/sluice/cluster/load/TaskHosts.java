package sluice.cluster.load;

import java.io.IOException;
import java.util.List;
import sluice.cluster.load.plan.TaskPlan;
import sluice.cluster.load.task.Task;
import sluice.ingest.ChunkRange;
import sluice.ingest.Source;
import sluice.ingest.file.PlainFile;
import sluice.ingest.file.SourceFile;
import sluice.ingest.row.RowParser;

/** The hosts that have the source of a task, where the storage says so: asked for each attempt. */
final class TaskHosts {
    private final Source source;
    private final TaskPlan plan;

    TaskHosts(Source source, TaskPlan plan) {
        this.source = source;
        this.plan = plan;
    }

    /** Those that have the first of the task's ranges, which is usually all of them. */
    List<String> of(Task task) throws IOException {
        return switch (task.kind()) {
            case SCAN -> ofWhole(source.files().get(plan.cuts().scans().get(task.index())));
            case NAMES, STAGE -> of(plan.cuts().stages().get(task.index()).getFirst());
            // Runs have names of all shards, and rows of all buckets.
            case MERGE, BUILD -> List.of();
        };
    }

    private List<String> of(ChunkRange range) throws IOException {
        SourceFile file = source.files().get(range.fileIndex());
        if (file.isStream()) {
            return ofWhole(file);
        }
        PlainFile plain =
                new PlainFile(file, plan.identity().chunkBytes(), RowParser.ROW_BYTES_MAX);
        long from = plain.nominalStart(range.firstChunk());
        long end = plain.nominalStart(Math.min(range.endChunk(), plain.chunkCount()));
        return file.place().hosts(from, end - from);
    }

    private static List<String> ofWhole(SourceFile file) throws IOException {
        return file.place().hosts(0, file.lengthBytes());
    }
}
