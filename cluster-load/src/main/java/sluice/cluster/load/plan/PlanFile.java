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
import org.jspecify.annotations.Nullable;
import sluice.ingest.ChunkRange;
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
     * Publishes {@code plan}; where another driver was first, that one's plan holds and is
     * returned.
     */
    public static PlanFile publish(Storage storage, PublishedFiles files, TaskPlan plan)
            throws IOException {
        String name = StoreFiles.taskPlan(plan.loadNumber());
        publishFirst(files, name, TaskContent.bytes(out -> write(out, plan)));
        return read(storage, plan.loadNumber()).orElseThrow();
    }

    /** The plan of load {@code loadNumber}, or empty if there is no such file. */
    public static Optional<PlanFile> read(Storage storage, int loadNumber) throws IOException {
        String name = StoreFiles.taskPlan(loadNumber);
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
            PublishedFiles files, int loadNumber, int fileIndex, long[] starts) throws IOException {
        byte[] framed =
                TaskContent.bytes(
                        out -> {
                            out.writeInt(starts.length);
                            for (long start : starts) {
                                out.writeLong(start);
                            }
                        });
        WholeFiles.publishIfAbsent(files, StoreFiles.chunkStarts(loadNumber, fileIndex), framed);
    }

    /** Where the chunks of a file begin; empty if no task has found that yet. */
    public static Optional<long[]> starts(Storage storage, int loadNumber, int fileIndex)
            throws IOException {
        String name = StoreFiles.chunkStarts(loadNumber, fileIndex);
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
        return new TaskPlan(
                recipe, rows, memory, new Borders(id1s, id2s), chunkPoolBytes, begun, readCuts(in));
    }

    private static void write(DataOutputStream out, SourceRecipe recipe) throws IOException {
        TaskContent.writeTexts(out, recipe.inputs());
        TaskContent.writeTexts(out, paths(recipe.mapping()));
        TaskContent.writeTexts(out, recipe.schemas().stream().map(Path::toString).toList());
        TaskContent.writeTexts(out, paths(recipe.store()));
        out.writeLong(recipe.rateBytesPerSecond());
    }

    private static SourceRecipe readRecipe(DataInputStream in) throws IOException {
        return new SourceRecipe(
                TaskContent.readTexts(in),
                readPath(in),
                TaskContent.readTexts(in).stream().map(Path::of).toList(),
                readPath(in),
                in.readLong());
    }

    private static List<String> paths(@Nullable Path path) {
        return path == null ? List.of() : List.of(path.toString());
    }

    private static @Nullable Path readPath(DataInputStream in) throws IOException {
        List<String> texts = TaskContent.readTexts(in);
        return texts.isEmpty() ? null : Path.of(texts.getFirst());
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
