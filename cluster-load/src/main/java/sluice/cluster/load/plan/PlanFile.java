package sluice.cluster.load.plan;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import sluice.ingest.ChunkRange;
import sluice.ingest.mapping.FactOptions;
import sluice.ingest.mapping.MappingText;
import sluice.load.files.CheckedBytes;
import sluice.load.files.StoreFiles;
import sluice.load.job.LoadOptions;
import sluice.load.job.MemoryPlan;
import sluice.segment.Borders;
import sluice.storage.CorruptFileException;
import sluice.storage.Storage;
import sluice.storage.publish.PublishedFiles;
import sluice.storage.publish.WholeFiles;
import sluice.store.Manifest;
import sluice.store.ManifestFile;
import sluice.store.packed.RunPacking;

/**
 * The files of a plan, each published if absent: the plan itself, the first rows of the chunks of a
 * file, and the store at uptime. Layout: docs/format.md, "Plan of tasks".
 *
 * @param name of the file
 * @param checksum of its content
 */
public record PlanFile(String name, int checksum, TaskPlan plan) {
    private static final String ADVICE = "repeat the command of the load";

    /**
     * Publishes {@code plan} as {@code name}; if another driver was first, that one's plan holds
     * and is returned.
     */
    public static PlanFile publish(
            Storage storage, PublishedFiles files, String name, TaskPlan plan) throws IOException {
        publishFirst(files, name, TaskContent.bytes(out -> write(out, plan)));
        return find(storage, name).orElseThrow();
    }

    /**
     * Publishes this plan with other rules of rows in its place, where they are others. A task of a
     * driver before this one, which has the plan as it was, publishes the same or nothing: a load
     * that bears more rows goes on from those that had none too many.
     */
    public PlanFile withRows(Storage storage, PublishedFiles files, TaskPlan.RowRules rows)
            throws IOException {
        if (plan.rows().equals(rows)) {
            return this;
        }
        TaskPlan changed = plan.with(rows, plan.memory(), plan.cuts());
        WholeFiles.replace(files, name, TaskContent.bytes(out -> write(out, changed)));
        return find(storage, name).orElseThrow();
    }

    /** The plan of load {@code loadNumber}, or empty if there is no such file. */
    public static Optional<PlanFile> read(Storage storage, int loadNumber) throws IOException {
        return find(storage, StoreFiles.taskPlan(loadNumber));
    }

    /** The plan in the file {@code name}, or empty if there is no such file. */
    public static Optional<PlanFile> find(Storage storage, String name) throws IOException {
        try {
            byte[] framed = CheckedBytes.read(storage, name);
            TaskPlan plan = TaskContent.decode(name, framed, PlanFile::readPlan);
            return Optional.of(new PlanFile(name, CheckedBytes.checksum(framed), plan));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    /** The plan in the file {@code name}, which must have this checksum. */
    public static TaskPlan read(Storage storage, String name, int checksum) throws IOException {
        byte[] framed = CheckedBytes.read(storage, name);
        if (CheckedBytes.checksum(framed) != checksum) {
            throw new CorruptFileException(name, 0, "it is the plan of another load", ADVICE);
        }
        return TaskContent.decode(name, framed, PlanFile::readPlan);
    }

    /** Publishes where the chunks of a file begin, as a scan has found. */
    public static void publishStarts(
            PublishedFiles files, TaskPlan plan, int fileIndex, long[] starts) throws IOException {
        byte[] framed =
                TaskContent.bytes(
                        out -> {
                            out.writeInt(starts.length);
                            for (long start : starts) {
                                out.writeLong(start);
                            }
                        });
        WholeFiles.publishIfAbsent(files, startsName(plan, fileIndex), framed);
    }

    /** Where the chunks of a file begin; empty if no task has found that yet. */
    public static Optional<long[]> starts(Storage storage, TaskPlan plan, int fileIndex)
            throws IOException {
        String name = startsName(plan, fileIndex);
        try {
            byte[] framed = CheckedBytes.read(storage, name);
            return Optional.of(
                    TaskContent.decode(
                            name,
                            framed,
                            in -> {
                                long[] starts = new long[in.readInt()];
                                for (int chunk = 0; chunk < starts.length; chunk++) {
                                    starts[chunk] = in.readLong();
                                }
                                return starts;
                            }));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    private static String startsName(TaskPlan plan, int fileIndex) {
        return StoreFiles.chunkStarts(plan.loadNumber(), fileIndex, plan.identity().key());
    }

    /** Publishes the store at uptime, from which the tasks that build take runs and buckets. */
    public static void publishUptime(PublishedFiles files, Manifest uptime) throws IOException {
        byte[] framed = CheckedBytes.framed(ManifestFile.encode(uptime));
        publishFirst(files, StoreFiles.taskRuns(uptime.loadNumber()), framed);
    }

    /** The store at uptime; empty before. */
    public static Optional<Manifest> uptime(Storage storage, int loadNumber) throws IOException {
        try {
            byte[] framed = CheckedBytes.read(storage, StoreFiles.taskRuns(loadNumber));
            return Optional.of(ManifestFile.decode(CheckedBytes.content(framed)));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    private static void publishFirst(PublishedFiles files, String name, byte[] framed)
            throws IOException {
        try {
            WholeFiles.publishIfAbsent(files, name, framed);
        } catch (FileAlreadyExistsException _) {
            // Another driver was first.
        }
    }

    private static void write(DataOutputStream out, TaskPlan plan) throws IOException {
        write(out, plan.recipe());
        TaskContent.writeText(out, plan.rows().onError().name());
        out.writeLong(plan.rows().maxRejects().rows());
        out.writeDouble(plan.rows().maxRejects().percent());
        out.writeLong(plan.memory().poolBytes());
        out.writeLong(plan.memory().namesBytes());
        out.writeLong(plan.memory().indexBytes());
        out.writeInt(plan.stripes().count());
        for (int stripe = 0; stripe < plan.stripes().count(); stripe++) {
            out.writeLong(plan.stripes().id1(stripe));
            out.writeLong(plan.stripes().id2(stripe));
        }
        out.writeLong(plan.chunkPoolBytes());
        byte[] manifest = ManifestFile.encode(plan.begun());
        out.writeInt(manifest.length);
        out.write(manifest);
        write(out, plan.cuts());
        TaskContent.writeTexts(out, FactTexts.of(plan.recipe().facts()));
        if (plan.packing() != RunPacking.NONE) {
            TaskContent.writeText(out, plan.packing().name());
        }
    }

    private static TaskPlan readPlan(DataInputStream in) throws IOException {
        SourceRecipe recipe = readRecipe(in);
        TaskPlan.RowRules rows =
                new TaskPlan.RowRules(
                        LoadOptions.OnError.valueOf(TaskContent.readText(in)),
                        new LoadOptions.RejectBudget(in.readLong(), in.readDouble()));
        MemoryPlan memory = new MemoryPlan(in.readLong(), in.readLong(), in.readLong());
        int stripes = in.readInt();
        long[] id1s = new long[stripes];
        long[] id2s = new long[stripes];
        for (int stripe = 0; stripe < stripes; stripe++) {
            id1s[stripe] = in.readLong();
            id2s[stripe] = in.readLong();
        }
        long chunkPoolBytes = in.readLong();
        Manifest begun = ManifestFile.decode(in.readNBytes(in.readInt()));
        TaskCuts cuts = readCuts(in);
        // Plans of earlier builds end here.
        List<String> facts = in.available() > 0 ? TaskContent.readTexts(in) : List.of();
        // Plans of loads whose runs are not packed end here.
        RunPacking packing =
                in.available() > 0 ? RunPacking.valueOf(TaskContent.readText(in)) : RunPacking.NONE;
        return new TaskPlan(
                recipe.withFacts(FactTexts.parse(facts, recipe.facts().schemas())),
                rows,
                memory,
                new Borders(id1s, id2s),
                chunkPoolBytes,
                begun,
                cuts,
                packing);
    }

    private static void write(DataOutputStream out, SourceRecipe recipe) throws IOException {
        TaskContent.writeTexts(out, recipe.inputs());
        MappingText mapping = recipe.mapping();
        TaskContent.writeTexts(
                out,
                mapping == null ? List.of() : List.of(mapping.file().toString(), mapping.text()));
        TaskContent.writeTexts(out, recipe.facts().schemas().stream().map(Path::toString).toList());
        Path store = recipe.store();
        TaskContent.writeTexts(out, store == null ? List.of() : List.of(store.toString()));
        out.writeLong(recipe.rateBytesPerSecond());
    }

    private static SourceRecipe readRecipe(DataInputStream in) throws IOException {
        List<String> inputs = TaskContent.readTexts(in);
        List<String> mapping = TaskContent.readTexts(in);
        List<String> schemas = TaskContent.readTexts(in);
        List<String> store = TaskContent.readTexts(in);
        return new SourceRecipe(
                inputs,
                mapping.isEmpty() ? null : mapping(mapping),
                FactOptions.NONE.withSchemas(schemas.stream().map(Path::of).toList()),
                store.isEmpty() ? null : Path.of(store.getFirst()),
                in.readLong());
    }

    /** Earlier builds wrote the name of the file alone. */
    private static MappingText mapping(List<String> texts) throws IOException {
        Path file = Path.of(texts.getFirst());
        return texts.size() == 1 ? MappingText.read(file) : new MappingText(file, texts.get(1));
    }

    private static void write(DataOutputStream out, TaskCuts cuts) throws IOException {
        out.writeInt(cuts.scans().size());
        for (int file : cuts.scans()) {
            out.writeInt(file);
        }
        out.writeInt(cuts.stages().size());
        for (List<ChunkRange> ranges : cuts.stages()) {
            out.writeInt(ranges.size());
            for (ChunkRange range : ranges) {
                out.writeInt(range.fileIndex());
                out.writeInt(range.firstChunk());
                out.writeInt(range.endChunk());
            }
        }
        out.writeInt(cuts.spans().size());
        for (BucketSpan span : cuts.spans()) {
            out.writeInt(span.first());
            out.writeInt(span.end());
        }
    }

    private static TaskCuts readCuts(DataInputStream in) throws IOException {
        List<Integer> scans = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            scans.add(in.readInt());
        }
        List<List<ChunkRange>> stages = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            List<ChunkRange> ranges = new ArrayList<>();
            for (int more = in.readInt(); more > 0; more--) {
                ranges.add(new ChunkRange(in.readInt(), in.readInt(), in.readInt(), -1));
            }
            stages.add(ranges);
        }
        List<BucketSpan> spans = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            spans.add(new BucketSpan(in.readInt(), in.readInt()));
        }
        return new TaskCuts(scans, stages, spans);
    }
}
