package sluice.load.stage;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import sluice.dictionary.Dictionary;
import sluice.dictionary.DictionaryBuilder;
import sluice.dictionary.NameCollector;
import sluice.dictionary.NameFile;
import sluice.dictionary.NameRun;
import sluice.dictionary.NameRuns;
import sluice.dictionary.NameTrail;
import sluice.dictionary.RowTrail;
import sluice.dictionary.TrailIds;
import sluice.ingest.Chunk;
import sluice.ingest.ChunkId;
import sluice.ingest.ChunkQueue;
import sluice.ingest.ChunkRange;
import sluice.ingest.ChunkSpan;
import sluice.ingest.Source;
import sluice.ingest.file.SourceFile;
import sluice.ingest.row.CollectingNames;
import sluice.ingest.row.Column;
import sluice.ingest.row.Relation;
import sluice.load.files.NamesMeta;
import sluice.load.files.StoreFiles;
import sluice.load.job.LoadProgress;
import sluice.load.job.LoadState;
import sluice.load.job.Workers;
import sluice.load.plan.LoadPlan;
import sluice.model.ErrorCode;
import sluice.model.RowSink;
import sluice.model.SluiceException;
import sluice.storage.CorruptFileException;
import sluice.storage.FileEntry;
import sluice.storage.Storage;

/**
 * The first pass over a source whose ids or types are names: collects all names, chunk by chunk and
 * on all threads, and merges them into one more generation of the store's dictionary. It keeps the
 * rows of facts too, which the second pass takes instead of the text. No file is read if only the
 * mapping and headers name types and properties.
 */
public final class NameStage {
    private static final String TYPES_LABEL = "types";

    /** A kill or a failure costs the names of as many chunks on each thread. */
    private static final int CHUNKS_PER_RUN_MAX = 16;

    private final LoadState state;
    private final Storage storage;
    private final Source source;
    private final long chunkBytes;
    private final AtomicBoolean sampleBegun = new AtomicBoolean();
    private final AtomicReference<@Nullable RecordedSample> sample = new AtomicReference<>();

    public NameStage(LoadState state, Storage storage, Source source, long chunkBytes) {
        this.state = state;
        this.storage = storage;
        this.source = source;
        this.chunkBytes = chunkBytes;
    }

    /**
     * The sample of a source of facts, which {@link #run(List)} has read; empty where it is still
     * to be read.
     */
    public Optional<RecordedSample> sample() {
        return Optional.ofNullable(sample.get());
    }

    /**
     * The dictionaries with this load's names: {@code known}, and a new one if there are new names.
     */
    public List<FileEntry> run(List<FileEntry> known) throws IOException {
        return run(known, this::collect);
    }

    /** Collects all names of the source. */
    public interface Collecting {
        /** The names of the runs that have them. */
        List<String> runs() throws IOException;
    }

    /** As {@link #run(List)}, with names that {@code collecting} collects. */
    public List<FileEntry> run(List<FileEntry> known, Collecting collecting) throws IOException {
        List<String> runs = new ArrayList<>();
        try (Dictionary before = Dictionary.open(storage, NameFile.of(known))) {
            TreeSet<String> constants = constants();
            if (!source.hasNames()
                    && constants.stream().allMatch(type -> before.type(type).isPresent())) {
                return known;
            }
            if (source.hasNames()) {
                runs.addAll(collecting.runs());
            }
            runs.add(collectConstants(constants));
            Optional<NameFile> added =
                    DictionaryBuilder.build(
                            storage,
                            before,
                            new DictionaryBuilder.Runs(runs, sampleRun()),
                            state.loadNumber(),
                            Math.max(
                                    DictionaryBuilder.MEMORY_BYTES_MIN,
                                    state.memory().namesBytes()));
            storage.syncDirectory();
            List<FileEntry> all = new ArrayList<>(known);
            added.ifPresent(
                    file ->
                            all.add(
                                    new FileEntry(
                                            file.name(),
                                            file.lengthBytes(),
                                            (int) file.checksum())));
            countNew(before, all);
            return all;
        }
    }

    private List<String> sampleRun() {
        return sample.get() == null ? List.of() : List.of(RecordedSample.runName());
    }

    private void countNew(Dictionary before, List<FileEntry> all) throws IOException {
        try (Dictionary after = Dictionary.open(storage, NameFile.of(all))) {
            state.progress().namesNew.set(after.count() - before.count());
        }
    }

    /**
     * A run of the names of some chunks.
     *
     * @param bytesRead of the source
     */
    public record Collected(NameFile run, long bytesRead) {}

    /**
     * Collects the names of the chunks in {@code ranges} into one file, the run of {@code label}.
     * Its bytes depend on the names alone.
     */
    public Collected collectRanges(List<ChunkRange> ranges, String label) throws IOException {
        long memory = memoryBytes();
        String work = "w-" + label;
        try (ChunkQueue queue = ChunkQueue.open(source, ranges, chunkBytes, List.of());
                NameCollector collector = new NameCollector(storage, memory)) {
            CollectingNames names = new CollectingNames(collector);
            collector.begin(work);
            for (Chunk chunk = queue.take(); chunk != null; chunk = queue.take()) {
                state.throwIfStopped();
                var unused = parse(chunk, names);
            }
            collector.finish(new byte[0]);
            String name = NameCollector.runName(work);
            NameFile run = NameRuns.copyWhole(storage, name, label, memory);
            NameRun.open(storage, name).delete(storage);
            return new Collected(run, queue.bytesRead());
        }
    }

    /** Rows that cannot be read are reported by the second pass. */
    private static ChunkSpan parse(Chunk chunk, CollectingNames names) throws IOException {
        RowSink nowhere =
                (id1, type, id2, time, version, flags, data, dataOffset, dataLength) -> {};
        return chunk.parse(names, nowhere, (line, byteOffset, column, cause, row) -> {});
    }

    private long memoryBytes() {
        return Math.max(NameCollector.MEMORY_BYTES_MIN, state.memory().namesBytes());
    }

    /** Deletes what the first pass left besides the dictionary. */
    public static void deleteRuns(Storage storage) throws IOException {
        // A run before its parts, which sort before it: where this stops, no run lacks a part.
        for (String name : storage.list().reversed()) {
            if (name.startsWith(StoreFiles.NAMES_PREFIX)
                    || name.startsWith(StoreFiles.TRAIL_PREFIX)) {
                storage.delete(name);
            }
        }
    }

    /** The part of the first pass over a chunk that the second one need not repeat. */
    sealed interface Left {
        /** Its rows, which the caller closes. */
        record Rows(ChunkSpan span, RowTrail rows) implements Left {}

        /** The ids of its names in their order, which the caller closes. */
        record Names(NameTrail names) implements Left {}

        /** Nothing of use: the names of the chunk are looked up. */
        record Nothing() implements Left {}
    }

    /**
     * Opens the trail that the first pass left of a chunk, if it is of use. No trail fits the chunk
     * if the second pass cuts the source otherwise.
     */
    static Left left(
            Storage storage, LoadState state, Dictionary dictionary, TrailIds ids, ChunkId id)
            throws IOException {
        String label = label(state, id);
        Optional<RowTrail> rows = RowTrail.open(storage, label, ids);
        if (rows.isPresent()) {
            return left(storage, state, rows.get(), id);
        }
        if (collected(storage, state, label, id).isPresent()) {
            return NameTrail.open(storage, label, dictionary)
                    .<Left>map(Left.Names::new)
                    .orElse(new Left.Nothing());
        }
        return new Left.Nothing();
    }

    private static Left left(Storage storage, LoadState state, RowTrail rows, ChunkId id)
            throws IOException {
        boolean isOfUse = false;
        try {
            Optional<ChunkSpan> span = collected(storage, state, rows.runLabel(), id);
            isOfUse = span.isPresent();
            return isOfUse ? new Left.Rows(span.get(), rows) : new Left.Nothing();
        } finally {
            if (!isOfUse) {
                rows.close();
            }
        }
    }

    /** The chunk as the first pass had it, if it had the same one in the run of this label. */
    private static Optional<ChunkSpan> collected(
            Storage storage, LoadState state, String runLabel, ChunkId id) throws IOException {
        try {
            String name = NameCollector.runName(runLabel);
            NamesMeta meta = NamesMeta.decode(name, NameRun.open(storage, name).tag());
            return meta.spans().stream()
                    .filter(span -> meta.loadKey() == state.loadKey() && span.id().equals(id))
                    .findFirst();
        } catch (NoSuchFileException | CorruptFileException _) {
            return Optional.empty();
        }
    }

    /** Deletes the trail of a chunk, which nobody needs twice. */
    static void deleteTrail(Storage storage, LoadState state, ChunkId id) throws IOException {
        storage.delete(NameTrail.fileName(label(state, id)));
    }

    /**
     * Collects the names of all chunks; those of an interrupted try are kept. Returns the runs'
     * names.
     */
    private List<String> collect() throws IOException {
        state.progress().enter(LoadProgress.Phase.NAMES);
        List<String> runs = new ArrayList<>();
        List<ChunkSpan> done = adopt(runs);
        try (ChunkQueue queue = ChunkQueue.open(source, chunkBytes, done)) {
            state.progress().reading(queue);
            Workers.runAll(
                    "names",
                    state.options().threads(),
                    () -> collectChunks(queue, runs),
                    queue::close);
        }
        return runs;
    }

    private void collectChunks(ChunkQueue queue, List<String> runs) throws IOException {
        try (NameCollector collector = new NameCollector(storage, memoryBytes())) {
            CollectingNames names = new CollectingNames(collector);
            RowRecorder rows = new RowRecorder(collector, names);
            List<ChunkSpan> begun = new ArrayList<>();
            try {
                collectChunks(queue, collector, names, rows, begun, runs);
            } catch (SluiceException stopped) {
                if (stopped.code() == ErrorCode.INTERRUPTED) {
                    // The chunks that were ended need not be read again.
                    collector.dropRows();
                    finish(collector, begun, runs);
                }
                throw stopped;
            }
            // The first thread without a chunk has time for it, while the others end theirs.
            if (LoadPlan.leavesRows(source)
                    && !queue.isClosed()
                    && sampleBegun.compareAndSet(false, true)) {
                LongSupplier nanoClock = state.progress().nanoClock();
                sample.set(RecordedSample.record(source, collector, names, rows, nanoClock));
            }
        }
    }

    /** {@code begun} has the chunks whose names are in no whole run. */
    private void collectChunks(
            ChunkQueue queue,
            NameCollector collector,
            CollectingNames names,
            RowRecorder rows,
            List<ChunkSpan> begun,
            List<String> runs)
            throws IOException {
        while (true) {
            state.throwIfStopped();
            Chunk chunk = queue.take();
            if (chunk == null) {
                break;
            }
            boolean leavesRows = leavesRows(chunk);
            if (!leavesRows) {
                finish(collector, begun, runs);
            }
            ChunkSpan span =
                    leavesRows
                            ? collectRows(chunk, collector, names, rows, begun.isEmpty())
                            : collect(chunk, collector, names);
            begun.add(span);
            state.progress().rowsNamed.add(span.rows());
            if (!leavesRows || begun.size() == CHUNKS_PER_RUN_MAX || !collector.hasRoomForNext()) {
                finish(collector, begun, runs);
            }
        }
        finish(collector, begun, runs);
    }

    private boolean leavesRows(Chunk chunk) {
        return LoadPlan.leavesRows(source.files().get(chunk.id().fileIndex()).relation());
    }

    /** Collects the names of a chunk. */
    private ChunkSpan collect(Chunk chunk, NameCollector collector, CollectingNames names)
            throws IOException {
        collector.beginWithTrail(label(state, chunk.id()));
        return parse(chunk, names);
    }

    /** Collects the names of a chunk of facts, and leaves its rows beside them. */
    private ChunkSpan collectRows(
            Chunk chunk,
            NameCollector collector,
            CollectingNames names,
            RowRecorder rows,
            boolean beginsRun)
            throws IOException {
        String label = label(state, chunk.id());
        if (beginsRun) {
            collector.beginWithRows(label);
        } else {
            collector.nextRows(label);
        }
        rows.begin();
        ChunkSpan span = chunk.parse(names, rows, rows);
        rows.finish();
        collector.endRows();
        return span;
    }

    /** Ends the run of the chunks in {@code begun}, if there are any, and empties it. */
    private void finish(NameCollector collector, List<ChunkSpan> begun, List<String> runs)
            throws IOException {
        if (begun.isEmpty()) {
            return;
        }
        NamesMeta meta = new NamesMeta(state.loadKey(), begun);
        begun.clear();
        long namesBefore = collector.namesWritten();
        collector.finish(meta.encode());
        state.progress().namesOfChunks.add(collector.namesWritten() - namesBefore);
        synchronized (runs) {
            runs.add(runName(meta.spans().getFirst().id()));
        }
    }

    private String collectConstants(TreeSet<String> constants) throws IOException {
        String name = NameCollector.runName(TYPES_LABEL);
        if (storage.list().contains(name)) {
            storage.delete(name);
        }
        try (NameCollector collector = new NameCollector(storage, NameCollector.MEMORY_BYTES_MIN)) {
            collector.begin(TYPES_LABEL);
            for (String type : constants) {
                collector.addType(type);
            }
            collector.finish(new byte[0]);
        }
        return name;
    }

    /**
     * The chunks whose names an interrupted try of the same load collected, in {@code runs}; all
     * else of its is deleted.
     */
    private List<ChunkSpan> adopt(List<String> runs) throws IOException {
        List<ChunkSpan> done = new ArrayList<>();
        TreeSet<String> kept = new TreeSet<>();
        for (String name : storage.list()) {
            if (name.startsWith(StoreFiles.NAMES_PREFIX) && !name.contains(TYPES_LABEL)) {
                try {
                    NameRun.verify(storage, name);
                    NameRun run = NameRun.open(storage, name);
                    NamesMeta meta = NamesMeta.decode(name, run.tag());
                    ChunkId first = meta.spans().getFirst().id();
                    if (meta.loadKey() == state.loadKey() && name.equals(runName(first))) {
                        runs.add(name);
                        done.addAll(meta.spans());
                        run.files().forEach(file -> kept.add(file.name()));
                        kept.add(NameTrail.numbersFileName(label(state, first)));
                        meta.spans()
                                .forEach(
                                        span ->
                                                kept.add(
                                                        NameTrail.fileName(
                                                                label(state, span.id()))));
                    }
                } catch (CorruptFileException e) {
                    // A part of a run, or a damaged one: collected again.
                    continue;
                }
            }
        }
        for (String name : storage.list().reversed()) {
            boolean ours =
                    name.startsWith(StoreFiles.NAMES_PREFIX)
                            || name.startsWith(StoreFiles.TRAIL_PREFIX);
            if (ours && !kept.contains(name)) {
                storage.delete(name);
            }
        }
        return done;
    }

    private TreeSet<String> constants() {
        TreeSet<String> types = new TreeSet<>();
        for (SourceFile file : source.files()) {
            if (file.relation().type() instanceof Relation.TypeRef.Named named) {
                types.add(named.name());
            }
            if (file.relation().inverse() instanceof Relation.TypeRef.Named named) {
                types.add(named.name());
            }
            for (Column column : file.relation().columns()) {
                if (column.value() != null) {
                    types.add(column.value().predicate());
                }
            }
        }
        return types;
    }

    private static String label(LoadState state, ChunkId id) {
        return "%06d-%06d-%06d".formatted(state.loadNumber(), id.fileIndex(), id.chunkIndex());
    }

    private String runName(ChunkId id) {
        return NameCollector.runName(label(state, id));
    }
}
