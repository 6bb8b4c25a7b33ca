package sluice.cluster.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import sluice.cluster.load.place.StorePlace;
import sluice.cluster.load.plan.PlanFile;
import sluice.cluster.load.plan.SourceRecipe;
import sluice.cluster.load.plan.TaskCuts;
import sluice.cluster.load.plan.TaskPlan;
import sluice.cluster.load.task.Engine;
import sluice.cluster.load.task.Task;
import sluice.cluster.load.task.TaskResult;
import sluice.ingest.Source;
import sluice.load.files.StoreFiles;
import sluice.load.job.LoadProgress;
import sluice.load.job.MemoryPlan;
import sluice.segment.Borders;
import sluice.storage.FileEntry;
import sluice.store.Manifest;
import sluice.store.packed.RunPacking;

/**
 * The first pass over a source whose ids or types are names, as tasks of a plan of its own: each
 * collects the names of its chunks, then others merge what was collected, each a range of hashes.
 * The plan is published before the first task; a driver that begins again keeps the names that are
 * there.
 */
final class NamePhase {
    private final StorePlace place;
    private final Engine engine;
    private final ClusterSettings settings;

    NamePhase(StorePlace place, Engine engine, ClusterSettings settings) {
        this.place = place;
        this.engine = engine;
        this.settings = settings;
    }

    /**
     * Has the names of {@code source} collected, and merged; returns the names of the runs that
     * have them.
     *
     * @param begun as the first manifest of the load, without names and buckets; its identity has
     *     the size of the chunks
     * @param tasks into which the pass is cut, about
     */
    List<String> run(
            SourceRecipe recipe, Source source, Manifest begun, MemoryPlan memory, int tasks)
            throws IOException {
        settings.progress().enter(LoadProgress.Phase.NAMES);
        PlanFile plan = plan(recipe, source, begun, memory, tasks);
        Collected collected = new Collected(settings.progress());
        int collecting = plan.plan().cuts().stages().size();
        // The names of a single task are merged with none.
        int merging = collecting < 2 ? 0 : plan.plan().cuts().shards();
        Map<Task.Kind, Integer> counts =
                Map.of(
                        Task.Kind.SCAN, plan.plan().cuts().scans().size(),
                        Task.Kind.NAMES, collecting,
                        Task.Kind.MERGE, merging);
        new DriverLoop(place, engine, settings, plan, source)
                .run(counts, Task.Kind.SCAN, collected);
        return collected.runs;
    }

    /** The plan of another driver holds if it is for the same source, cut into the same chunks. */
    private PlanFile plan(
            SourceRecipe recipe, Source source, Manifest begun, MemoryPlan memory, int tasks)
            throws IOException {
        TaskPlan wanted =
                new TaskPlan(
                        recipe,
                        new TaskPlan.RowRules(
                                settings.options().onError(), settings.options().maxRejects()),
                        memory,
                        Borders.whole(),
                        0,
                        begun,
                        TaskCuts.of(
                                source,
                                TaskPlan.identityOf(begun).chunkBytes(),
                                tasks,
                                begun.borders().count()),
                        RunPacking.NONE);
        String name = StoreFiles.taskNames(begun.loadNumber());
        Optional<PlanFile> known = PlanFile.find(place.storage(), name);
        if (known.isPresent() && known.get().plan().isOf(begun)) {
            return known.get().withRows(place.storage(), place.files(), wanted.rows());
        }
        place.files().delete(name);
        return PlanFile.publish(place.storage(), place.files(), name, wanted);
    }

    private static final class Collected implements DriverLoop.Steps {
        private final LoadProgress progress;
        private final List<String> runs = new ArrayList<>();
        private boolean isMerging;

        Collected(LoadProgress progress) {
            this.progress = progress;
        }

        @Override
        public void commit(List<TaskResult> results) {
            if (results.getFirst().task().kind() == Task.Kind.MERGE && !isMerging) {
                // Their runs have the names of all tasks before.
                isMerging = true;
                runs.clear();
            }
            for (TaskResult result : results) {
                result.files().stream().map(FileEntry::name).forEach(runs::add);
                progress.bytesOfTasks.add(result.bytesRead());
            }
        }

        @Override
        public void endPhase(Task.Kind kind) {}
    }
}
