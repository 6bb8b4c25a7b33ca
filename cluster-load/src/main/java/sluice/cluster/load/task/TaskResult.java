package sluice.cluster.load.task;

import java.util.List;
import sluice.storage.FileEntry;

/**
 * The result of a task: a few bytes for each file, as a driver holds those of all tasks.
 *
 * @param files runs in source order, or segments
 * @param buckets for each of {@code files} of a build task its bucket
 * @param rows that were taken
 * @param rejected rows that were not
 * @param rowsWritten into runs, or merged
 * @param bytesRead of the source
 */
public record TaskResult(
        Task task,
        int attempt,
        String process,
        List<FileEntry> files,
        List<Integer> buckets,
        long rows,
        long rejected,
        long rowsWritten,
        long bytesRead)
        implements TaskOutcome {
    public TaskResult {
        files = List.copyOf(files);
        buckets = List.copyOf(buckets);
    }

    /** Whether another attempt left the same. */
    public boolean isEqual(TaskResult other) {
        return files.equals(other.files) && buckets.equals(other.buckets);
    }
}
