package sluice.cluster.load;

import java.io.IOException;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import sluice.cluster.load.place.AttemptStorage;
import sluice.cluster.load.place.ManifestCommit;
import sluice.cluster.load.place.StorePlace;
import sluice.cluster.load.plan.PlanFile;
import sluice.cluster.load.task.Engine;
import sluice.cluster.load.task.Task;
import sluice.cluster.load.task.TaskResult;
import sluice.ingest.Source;
import sluice.load.build.TouchedBuckets;
import sluice.load.files.Leftovers;
import sluice.load.files.Manifests;
import sluice.load.files.RunFiles;
import sluice.load.files.RunMeta;
import sluice.load.files.StoreFiles;
import sluice.load.job.LoadProgress;
import sluice.load.reject.RejectLog;
import sluice.load.stage.StagedChunks;
import sluice.storage.FileEntry;
import sluice.store.Bucket;
import sluice.store.Manifest;

/**
 * The tasks of a load's plan, from scans to the last segment: commits manifests as tasks end,
 * brings the store to uptime, completes it. Belongs to one thread.
 */
final class DriverRun {
    private final StorePlace place;
    private final Engine engine;
    private final ClusterSettings settings;
    private final ManifestCommit commit;
    private final AttemptStorage storage;
    private final PlanFile plan;
    private final LoadProgress progress;

    /**
     * A store whose load is complete, and what staging had left.
     *
     * @param storeBytesMax the most that the files of the store took
     */
    record Finished(Manifest manifest, StagedChunks staged, long storeBytesMax) {}

    DriverRun(
            StorePlace place,
            Engine engine,
            ClusterSettings settings,
            ManifestCommit commit,
            AttemptStorage storage,
            PlanFile plan) {
        this.place = place;
        this.engine = engine;
        this.settings = settings;
        this.commit = commit;
        this.storage = storage;
        this.plan = plan;
        this.progress = settings.progress();
    }

    /** Has all tasks done whose work {@code begun} does not show. */
    Finished run(Source source, Manifest begun) throws IOException {
        Map<Task.Kind, Integer> counts = new EnumMap<>(Task.Kind.class);
        counts.put(Task.Kind.SCAN, plan.plan().cuts().scans().size());
        counts.put(Task.Kind.STAGE, plan.plan().cuts().stages().size());
        counts.put(Task.Kind.BUILD, plan.plan().cuts().spans().size());
        boolean isStaging = begun.phase() == Manifest.Phase.STAGING;
        State state = new State(source, begun);
        if (isStaging) {
            progress.enter(LoadProgress.Phase.STAGE);
        } else {
            state.beginToBuild();
        }
        new DriverLoop(place, engine, settings, plan, source)
                .run(counts, isStaging ? Task.Kind.SCAN : Task.Kind.BUILD, state);
        deleteOthers(place, commit, begun, state.manifest);
        return new Finished(state.manifest, state.staged, state.storeBytesMax(begun));
    }

    /**
     * Deletes what the store no longer needs, once no task runs. In a place that others may write
     * to, that is only what this load has made or replaced: its number is in the names.
     */
    static void deleteOthers(
            StorePlace place, ManifestCommit commit, Manifest begun, Manifest finished)
            throws IOException {
        if (commit.isAlone()) {
            Leftovers.delete(place.storage(), Optional.of(finished), true);
            return;
        }
        Set<String> kept = new HashSet<>();
        finished.files().forEach(file -> kept.add(file.name()));
        int loadNumber = finished.loadNumber();
        Set<String> names = new HashSet<>();
        begun.files().forEach(file -> names.add(file.name()));
        for (String prefix :
                List.of(
                        StoreFiles.runPrefix(loadNumber),
                        StoreFiles.rejectPrefix(loadNumber),
                        StoreFiles.before(loadNumber),
                        StoreFiles.namesPrefix(loadNumber),
                        StoreFiles.taskPrefix(loadNumber))) {
            names.addAll(place.files().list(prefix));
        }
        names.removeAll(kept);
        for (String name : names) {
            place.files().delete(name);
        }
    }

    /** The store as it was committed last. */
    private final class State implements DriverLoop.Steps {
        private final Source source;
        private Manifest manifest;
        private StagedChunks staged = StagedChunks.NONE;

        State(Source source, Manifest manifest) {
            this.source = source;
            this.manifest = manifest;
        }

        /**
         * Files go when the load is complete: until then runs and both kinds of segments are there.
         */
        long storeBytesMax(Manifest begun) {
            Set<FileEntry> files = new HashSet<>(begun.files());
            files.addAll(manifest.files());
            return files.stream().mapToLong(FileEntry::lengthBytes).sum()
                    + (begun.runs().isEmpty() ? staged.runBytes() : 0);
        }

        private void publish(Manifest next) throws IOException {
            manifest = commit.commit(next);
            settings.events().published(manifest);
        }

        @Override
        public void commit(List<TaskResult> results) throws IOException {
            boolean isBuilt = results.getFirst().task().kind() == Task.Kind.BUILD;
            for (TaskResult result : results) {
                count(result, isBuilt);
            }
            if (!isBuilt) {
                publish(CommittedResults.withRuns(manifest, results));
                return;
            }
            Manifest next =
                    CommittedResults.withSegments(manifest, plan.plan().cuts().spans(), results);
            progress.bucketsBuilt.add(builtBuckets(next) - builtBuckets(manifest));
            publish(next);
        }

        private long builtBuckets(Manifest of) {
            return of.buckets().stream()
                    .filter(bucket -> bucket.state() == Bucket.State.BUILT)
                    .count();
        }

        private void count(TaskResult result, boolean isBuilt) {
            long bytes = result.files().stream().mapToLong(FileEntry::lengthBytes).sum();
            if (isBuilt) {
                progress.rowsMerged.add(result.rowsWritten());
                progress.segmentBytes.add(bytes);
            } else {
                progress.rowsRead.add(result.rows());
                progress.rowsRejected.add(result.rejected());
                progress.rowsStaged.add(result.rowsWritten());
                progress.bytesOfTasks.add(result.bytesRead());
                progress.runBytes.add(bytes);
                progress.chunksStaged.add(result.files().size());
            }
        }

        @Override
        public void endPhase(Task.Kind kind) throws IOException {
            switch (kind) {
                case SCAN, NAMES, MERGE -> {}
                case STAGE -> uptime();
                case BUILD -> publish(Manifests.complete(manifest));
            }
        }

        private void uptime() throws IOException {
            List<RunMeta> chunks = StagedChunks.of(storage, manifest.runs()).chunks();
            RejectLog rejects =
                    new RejectLog(
                            settings.options(),
                            source,
                            chunks.stream().map(RunMeta::span).toList());
            rejects.endOfSource();
            rejects.writeLedger(storage, manifest.loadNumber());
            Manifest staged =
                    Manifests.withPhase(
                            TouchedBuckets.in(storage, manifest).staged(manifest),
                            Manifest.Phase.BUILDING);
            publishUptime(staged);
            publish(staged);
            progress.uptime();
            settings.events().uptime();
            beginToBuild();
        }

        /** The version counts the commits of all drivers, and the same bytes are wanted of each. */
        private void publishUptime(Manifest staged) throws IOException {
            long version = plan.plan().begun().version();
            PlanFile.publishUptime(place.files(), Manifests.withVersion(staged, version));
        }

        void beginToBuild() throws IOException {
            if (PlanFile.uptime(storage, manifest.loadNumber()).isEmpty()) {
                // An ordinary load brought the store to uptime.
                publishUptime(manifest);
            }
            staged = StagedChunks.of(storage, manifest.runs());
            progress.enter(LoadProgress.Phase.BUILD);
            long rows = 0;
            try (RunFiles runs = RunFiles.open(storage, manifest.runs())) {
                for (int bucket = 0; bucket < manifest.buckets().size(); bucket++) {
                    boolean isBuilt = manifest.buckets().get(bucket).state() == Bucket.State.BUILT;
                    rows += isBuilt ? 0 : runs.rows(bucket);
                }
            }
            progress.rowsToBuild.set(rows);
            progress.bucketsTotal.set(manifest.buckets().size());
        }
    }
}
