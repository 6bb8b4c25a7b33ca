package sluice.load.stage;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import sluice.dictionary.Dictionary;
import sluice.dictionary.DictionaryBuilder;
import sluice.dictionary.NameCollector;
import sluice.dictionary.NameFile;
import sluice.dictionary.NameRun;
import sluice.dictionary.NameRuns;
import sluice.dictionary.NameTrail;
import sluice.dictionary.RowTrail;
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
import sluice.load.files.RunMeta;
import sluice.load.files.StoreFiles;
import sluice.load.job.LoadProgress;
import sluice.load.job.LoadState;
import sluice.load.job.Workers;
import sluice.load.plan.LoadPlan;
import sluice.model.RowSink;
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

    private final LoadState state;
    private final Storage storage;
    private final Source source;
    private final long chunkBytes;

    public NameStage(LoadState state, Storage storage, Source source, long chunkBytes) {
        this.state = state;
        this.storage = storage;
        this.source = source;
        this.chunkBytes = chunkBytes;
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
                            runs,
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
    static Left left(Storage storage, LoadState state, Dictionary dictionary, ChunkId id)
            throws IOException {
        Optional<RunMeta> meta = collected(storage, state, id);
        if (meta.isEmpty()) {
            return new Left.Nothing();
        }
        String label = label(state, id);
        Optional<RowTrail> rows = RowTrail.open(storage, label, dictionary);
        if (rows.isPresent()) {
            return new Left.Rows(meta.get().span(), rows.get());
        }
        return NameTrail.open(storage, label, dictionary)
                .<Left>map(Left.Names::new)
                .orElse(new Left.Nothing());
    }

    /** The meta of a chunk in the first pass, if that had the same chunk. */
    private static Optional<RunMeta> collected(Storage storage, LoadState state, ChunkId id)
            throws IOException {
        try {
            String name = runName(state, id);
            RunMeta meta = RunMeta.decode(name, NameRun.open(storage, name).tag());
            return Optional.of(meta).filter(each -> each.loadKey() == state.loadKey());
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
        List<ChunkSpan> done = adopt();
        List<String> runs =
                new ArrayList<>(done.stream().map(span -> runName(state, span.id())).toList());
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
            while (true) {
                state.throwIfStopped();
                Chunk chunk = queue.take();
                if (chunk == null) {
                    return;
                }
                ChunkSpan span = collect(chunk, collector, names, rows);
                long namesBefore = collector.namesWritten();
                collector.finish(new RunMeta(state.loadKey(), 0, true, false, span).encode());
                state.progress().rowsNamed.add(span.rows());
                state.progress().namesOfChunks.add(collector.namesWritten() - namesBefore);
                synchronized (runs) {
                    runs.add(runName(state, chunk.id()));
                }
            }
        }
    }

    /** Collects the names of a chunk, and leaves its rows beside them where they are facts. */
    private ChunkSpan collect(
            Chunk chunk, NameCollector collector, CollectingNames names, RowRecorder rows)
            throws IOException {
        Relation relation = source.files().get(chunk.id().fileIndex()).relation();
        if (!LoadPlan.leavesRows(relation)) {
            collector.beginWithTrail(label(state, chunk.id()));
            return parse(chunk, names);
        }
        collector.beginWithRows(label(state, chunk.id()));
        rows.begin();
        ChunkSpan span = chunk.parse(names, rows, rows);
        rows.finish();
        return span;
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
     * The chunks whose names an interrupted try of the same load collected; all else of its is
     * deleted.
     */
    private List<ChunkSpan> adopt() throws IOException {
        List<ChunkSpan> done = new ArrayList<>();
        TreeSet<String> kept = new TreeSet<>();
        for (String name : storage.list()) {
            if (name.startsWith(StoreFiles.NAMES_PREFIX) && !name.contains(TYPES_LABEL)) {
                try {
                    NameRun.verify(storage, name);
                    NameRun run = NameRun.open(storage, name);
                    RunMeta meta = RunMeta.decode(name, run.tag());
                    if (meta.loadKey() == state.loadKey()
                            && name.equals(runName(state, meta.span().id()))) {
                        done.add(meta.span());
                        run.files().forEach(file -> kept.add(file.name()));
                        kept.add(NameTrail.fileName(label(state, meta.span().id())));
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

    private static String runName(LoadState state, ChunkId id) {
        return NameCollector.runName(label(state, id));
    }
}
