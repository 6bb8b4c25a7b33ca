package sluice.cluster.load;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import sluice.cluster.load.place.StorePlace;
import sluice.cluster.load.plan.BucketSpan;
import sluice.cluster.load.plan.PlanFile;
import sluice.cluster.load.plan.SourceRecipe;
import sluice.cluster.load.plan.TaskCuts;
import sluice.cluster.load.plan.TaskPlan;
import sluice.cluster.load.task.Task;
import sluice.cluster.load.task.TaskResult;
import sluice.ingest.Source;
import sluice.load.files.Manifests;
import sluice.load.files.StoreFiles;
import sluice.load.job.LoadIdentity;
import sluice.load.job.LoadOptions;
import sluice.load.job.MemoryPlan;
import sluice.segment.Borders;
import sluice.storage.FileEntry;
import sluice.storage.MemoryStorage;
import sluice.storage.shared.SharedSettings;
import sluice.store.Bucket;
import sluice.store.Manifest;
import sluice.store.ManifestFile;
import sluice.store.packed.RunPacking;

/**
 * A load of 10^12 links in simulation: a source of 70 TB, which takes no room as its files have
 * holes, is cut and planned; the plan is published and read; tasks that do nothing are driven on
 * 1,600 slots; each commit makes and writes the whole manifest; the range of each build task in
 * each run is computed. Prints what it counted.
 */
final class PaperLoad {
    private static final long LINKS = 1_000_000_000_000L;
    private static final int BYTES_OF_LINK = 70;
    private static final int FILES = 70;
    private static final int BUCKETS = 65_536;
    private static final int SLOTS = 1600;

    private PaperLoad() {}

    /** Works in the folder that is named first; no task takes more milliseconds than are given. */
    public static void main(String[] arguments) throws IOException {
        long taskMillisMax = Long.parseLong(arguments[1]);
        Path folder = Path.of(arguments[0]);
        Source source = source(folder).open(SharedSettings.ofProcess());
        int tasks = TaskCuts.tasks(source.bytesTotal(), SLOTS);
        long chunkBytes = Math.ceilDiv(source.bytesTotal(), tasks);
        TaskCuts cuts = TaskCuts.of(source, chunkBytes, tasks, BUCKETS);
        PlanFile plan = publish(source, source(folder), chunkBytes, cuts);
        Committed committed = new Committed(plan.plan());
        SimulatedEngine engine =
                SimulatedEngine.ofPlan(plan.plan().cuts(), SLOTS, taskMillisMax, committed);
        engine.run();
        engine.checkComplete();
        Manifest last = committed.manifest;
        require(last.phase() == Manifest.Phase.COMPLETE, "complete");
        require(
                last.buckets().stream().allMatch(each -> each.state() == Bucket.State.BUILT),
                "all buckets are built");
        require(committed.runs == cuts.stages().size(), "each run was committed once");
        System.out.printf(
                "%d stage tasks, %d build tasks, %d copies; plan %d bytes; %d manifests, %d bytes,"
                        + " the largest %d%n",
                cuts.stages().size(),
                cuts.spans().size(),
                engine.copies,
                committed.planBytes,
                committed.manifests,
                committed.manifestBytes,
                committed.manifestBytesMax);
        System.out.printf("%d ranges of runs%n", ranges(cuts, committed.runBytes));
    }

    /** Files of 1 TB each that begin with a few rows. */
    private static SourceRecipe source(Path folder) throws IOException {
        long bytes = LINKS * BYTES_OF_LINK / FILES;
        for (int i = 0; i < FILES; i++) {
            Path file = folder.resolve("links-%02d.tsv".formatted(i));
            if (!Files.exists(file)) {
                Files.writeString(file, "1\t2\n".repeat(20_000));
                try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
                    open.setLength(bytes);
                }
            }
        }
        return SourceRecipe.of(List.of(folder.toString()));
    }

    private static PlanFile publish(
            Source source, SourceRecipe recipe, long chunkBytes, TaskCuts cuts) throws IOException {
        long[] id1s = new long[BUCKETS];
        for (int i = 0; i < BUCKETS; i++) {
            id1s[i] = (long) i << 48;
        }
        Borders borders = new Borders(id1s, new long[BUCKETS]);
        LoadOptions options = LoadOptions.defaults();
        LoadIdentity identity = LoadIdentity.of(source, options, 1 << 30, Optional.empty());
        Manifest begun =
                new Manifest(
                        1,
                        false,
                        1,
                        Manifest.Phase.STAGING,
                        identity.withChunkBytes(chunkBytes).text(),
                        Manifests.buckets(borders, Optional.empty()),
                        List.of(),
                        List.of());
        TaskPlan plan =
                new TaskPlan(
                        recipe,
                        new TaskPlan.RowRules(options.onError(), options.maxRejects()),
                        MemoryPlan.ofTasks(options),
                        Borders.whole(),
                        1 << 20,
                        begun,
                        cuts,
                        RunPacking.NONE);
        StorePlace place = StorePlace.directory(MemoryStorage.create(), "p");
        String name = StoreFiles.taskPlan(1);
        PlanFile published = PlanFile.publish(place.storage(), place.files(), name, plan);
        require(published.plan().cuts().equals(cuts), "the plan is read as it was written");
        return published;
    }

    /** The bytes of each span in each run, added up. */
    private static long ranges(TaskCuts cuts, long runBytes) {
        long count = 0;
        long sum = 0;
        for (int run = 0; run < cuts.stages().size(); run++) {
            for (BucketSpan span : cuts.spans()) {
                long from = Math.multiplyExact(runBytes, span.first()) / BUCKETS;
                long end = Math.multiplyExact(runBytes, span.end()) / BUCKETS;
                sum = Math.addExact(sum, end - from);
                count++;
            }
        }
        require(sum == Math.multiplyExact(runBytes, cuts.stages().size()), "sum of ranges");
        return count;
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    /** The manifests of the load, each encoded as a store has it. */
    private static final class Committed implements DriverLoop.Steps {
        final long runBytes;
        final long planBytes;
        private final List<BucketSpan> spans;
        Manifest manifest;
        int runs;
        int manifests;
        long manifestBytes;
        int manifestBytesMax;

        Committed(TaskPlan plan) throws IOException {
            this.spans = plan.cuts().spans();
            this.manifest = plan.begun();
            this.runBytes = LINKS * 49 / plan.cuts().stages().size();
            MemoryStorage storage = MemoryStorage.create();
            StorePlace place = StorePlace.directory(storage, "p");
            String name = StoreFiles.taskPlan(1);
            var unused = PlanFile.publish(storage, place.files(), name, plan);
            try (var file = storage.open(name)) {
                this.planBytes = file.lengthBytes();
            }
        }

        private void publish(Manifest next) throws IOException {
            manifest = Manifests.withVersion(next, next.version() + 1);
            byte[] bytes = ManifestFile.encode(manifest);
            manifests++;
            manifestBytes += bytes.length;
            manifestBytesMax = Math.max(manifestBytesMax, bytes.length);
        }

        @Override
        public void commit(List<TaskResult> results) throws IOException {
            if (results.getFirst().task().kind() == Task.Kind.STAGE) {
                runs += results.size();
                publish(
                        CommittedResults.withRuns(
                                manifest, results.stream().map(this::ofStage).toList()));
            } else {
                publish(
                        CommittedResults.withSegments(
                                manifest, spans, results.stream().map(this::ofBuild).toList()));
            }
        }

        private TaskResult ofStage(TaskResult result) {
            FileEntry run = result.files().getFirst();
            return with(
                    result,
                    List.of(new FileEntry(run.name(), runBytes, run.checksum())),
                    List.of());
        }

        private TaskResult ofBuild(TaskResult result) {
            BucketSpan span = spans.get(result.task().index());
            List<FileEntry> segments = new ArrayList<>();
            List<Integer> buckets = new ArrayList<>();
            for (int bucket = span.first(); bucket < span.end(); bucket++) {
                segments.add(new FileEntry(StoreFiles.segment(1, bucket), 1L << 30, bucket));
                buckets.add(bucket);
            }
            return with(result, segments, buckets);
        }

        private static TaskResult with(
                TaskResult result, List<FileEntry> files, List<Integer> buckets) {
            return new TaskResult(
                    result.task(),
                    result.attempt(),
                    result.process(),
                    files,
                    buckets,
                    result.rows(),
                    result.rejected(),
                    result.rowsWritten(),
                    result.bytesRead());
        }

        @Override
        public void endPhase(Task.Kind kind) throws IOException {
            switch (kind) {
                case SCAN, NAMES, MERGE -> {}
                case STAGE -> publish(Manifests.withPhase(manifest, Manifest.Phase.BUILDING));
                case BUILD -> publish(Manifests.complete(manifest));
            }
        }
    }
}
