package sluice.cluster.load.plan;

import java.util.ArrayList;
import java.util.List;
import sluice.dictionary.shard.NameShard;
import sluice.ingest.ChunkRange;
import sluice.ingest.Source;
import sluice.ingest.file.PlainFile;
import sluice.ingest.file.SourceFile;
import sluice.ingest.row.RowParser;

/**
 * How the work of a load is cut into tasks: the source into ranges of chunks, the buckets into
 * spans. Pure: the same source and numbers give the same cuts.
 *
 * @param scans the files whose chunks begin where only a scan of all before tells: their rows may
 *     have line ends in quotes
 * @param stages for each stage task its chunks
 * @param spans for each build task its buckets
 */
public record TaskCuts(List<Integer> scans, List<List<ChunkRange>> stages, List<BucketSpan> spans) {
    /** A range of a run that is smaller costs a store more than its bytes do. */
    private static final double RANGE_BYTES = 1 << 20;

    /** About how many bytes a run has for each byte of text. */
    private static final double RUN_BYTES_PER_BYTE = 0.7;

    /** No chunk is smaller, but one of a file that is. */
    public static final long CHUNK_BYTES_MIN = 1 << 20;

    private static final int TASKS_USUAL = 64;
    private static final int TASKS_PER_SLOT = 3;

    /** Less text than this is not worth a task. */
    private static final long TASK_BYTES_MIN = 1 << 20;

    public TaskCuts {
        scans = List.copyOf(scans);
        stages = stages.stream().map(List::copyOf).toList();
        spans = List.copyOf(spans);
    }

    /**
     * Into how many stage tasks, and as many build tasks, {@code inputBytes} of text are cut: the
     * square root of the bytes of the runs in MiB, so that each span of each run is about 1 MiB; 64
     * at least, three for each of {@code slots}, and none for less than 1 MiB of text.
     */
    public static int tasks(long inputBytes, int slots) {
        double squareRoot = Math.ceil(Math.sqrt(inputBytes * RUN_BYTES_PER_BYTE / RANGE_BYTES));
        long wanted =
                Math.max(Math.max(TASKS_USUAL, TASKS_PER_SLOT * (long) slots), (long) squareRoot);
        return (int) Math.clamp(Math.ceilDiv(inputBytes, TASK_BYTES_MIN), 1, wanted);
    }

    /**
     * How large the chunks are: the whole of a task, or equal parts of it where that would not fit
     * into memory. Each chunk leaves a run.
     *
     * @param usual what a load without tasks would choose, at most {@link
     *     sluice.load.plan.LoadPlan#CHUNK_BYTES_MAX}
     * @param fitting what fits into the memory of a task
     * @param ofTask what each task has to read
     */
    public static long chunkBytes(long usual, long fitting, long ofTask) {
        if (ofTask <= usual) {
            return Math.max(CHUNK_BYTES_MIN, ofTask);
        }
        long most = Math.max(usual, fitting);
        return Math.ceilDiv(ofTask, Math.ceilDiv(ofTask, most));
    }

    /** Into how many shards the names are merged that the stage tasks collect. */
    public int shards() {
        return Math.clamp(stages.size(), 1, NameShard.COUNT_MAX);
    }

    /**
     * Cuts {@code source} into chunks of {@code chunkBytes} and these into about {@code tasks}
     * tasks of equal bytes, and {@code buckets} buckets into as many spans.
     */
    public static TaskCuts of(Source source, long chunkBytes, int tasks, int buckets) {
        List<Integer> scans = new ArrayList<>();
        List<List<ChunkRange>> stages = new ArrayList<>();
        long taskBytes = Math.max(1, Math.ceilDiv(source.bytesTotal(), tasks));
        List<ChunkRange> open = new ArrayList<>();
        long openBytes = 0;
        for (SourceFile file : source.files()) {
            if (file.isStream()) {
                // One task reads all of it, and nothing else.
                openBytes = close(stages, open);
                stages.add(List.of(ChunkRange.whole(file)));
                continue;
            }
            PlainFile plain = new PlainFile(file, chunkBytes, RowParser.ROW_BYTES_MAX);
            if (plain.startsNeedScan() && plain.chunkCount() > 1) {
                scans.add(file.index());
            }
            int first = 0;
            for (int chunk = 0; chunk < plain.chunkCount(); chunk++) {
                openBytes += plain.nominalStart(chunk + 1) - plain.nominalStart(chunk);
                if (openBytes >= taskBytes) {
                    open.add(new ChunkRange(file.index(), first, chunk + 1, -1));
                    openBytes = close(stages, open);
                    first = chunk + 1;
                }
            }
            if (first < plain.chunkCount()) {
                open.add(new ChunkRange(file.index(), first, plain.chunkCount(), -1));
            }
        }
        close(stages, open);
        return new TaskCuts(scans, stages, spans(buckets, tasks));
    }

    /** Ends a task; returns how many bytes the next one has. */
    private static long close(List<List<ChunkRange>> stages, List<ChunkRange> open) {
        if (!open.isEmpty()) {
            stages.add(List.copyOf(open));
            open.clear();
        }
        return 0;
    }

    /** The sample cuts buckets of equal bytes, so spans have equally many of them. */
    private static List<BucketSpan> spans(int buckets, int tasks) {
        int count = Math.clamp(tasks, 1, buckets);
        List<BucketSpan> spans = new ArrayList<>();
        for (int span = 0; span < count; span++) {
            spans.add(
                    new BucketSpan(
                            (int) ((long) buckets * span / count),
                            (int) ((long) buckets * (span + 1) / count)));
        }
        return spans;
    }
}
