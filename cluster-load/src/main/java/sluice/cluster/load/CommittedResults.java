package sluice.cluster.load;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import sluice.cluster.load.plan.BucketSpan;
import sluice.cluster.load.task.TaskResult;
import sluice.load.files.Manifests;
import sluice.storage.FileEntry;
import sluice.store.Bucket;
import sluice.store.Manifest;

/** Manifests with what tasks left. Pure. */
final class CommittedResults {
    private CommittedResults() {}

    /** {@code manifest} with the runs of stage tasks; those that it lists already are kept. */
    static Manifest withRuns(Manifest manifest, List<TaskResult> results) {
        Set<FileEntry> listed = new HashSet<>(manifest.runs());
        List<FileEntry> more =
                results.stream()
                        .flatMap(result -> result.files().stream())
                        .filter(run -> !listed.contains(run))
                        .toList();
        return Manifests.withRuns(manifest, more);
    }

    /** {@code manifest} with the segments of build tasks, whose buckets {@code spans} say. */
    static Manifest withSegments(
            Manifest manifest, List<BucketSpan> spans, List<TaskResult> results) {
        Map<Integer, FileEntry> segments = new HashMap<>();
        Set<Integer> built = new HashSet<>();
        for (TaskResult result : results) {
            BucketSpan span = spans.get(result.task().index());
            for (int bucket = span.first(); bucket < span.end(); bucket++) {
                built.add(bucket);
            }
            for (int i = 0; i < result.files().size(); i++) {
                segments.put(result.buckets().get(i), result.files().get(i));
            }
        }
        return Manifests.withBuckets(
                manifest,
                i -> {
                    Bucket bucket = manifest.buckets().get(i);
                    return !built.contains(i) || bucket.state() == Bucket.State.BUILT
                            ? bucket
                            : new Bucket(
                                    bucket.firstId1(),
                                    bucket.firstId2(),
                                    Bucket.State.BUILT,
                                    segments.get(i),
                                    bucket.demand());
                });
    }
}
