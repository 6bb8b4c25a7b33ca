package sluice.proof;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import sluice.ingest.Chunk;
import sluice.ingest.ChunkId;
import sluice.ingest.ChunkQueue;
import sluice.ingest.ChunkSpan;
import sluice.ingest.Source;
import sluice.model.PropertyTypes;
import sluice.model.RowKind;
import sluice.model.RowSink;

/** Passes over the sources of a proof, load by load, each by all threads. */
final class SourceScan {
    private static final long CHUNK_BYTES_MIN = 1 << 20;
    private static final long CHUNK_BYTES_MAX = 16 << 20;
    private static final int CHUNKS_PER_THREAD = 4;

    private final List<Source> loads;
    private final ProofJob job;
    private final NameNumbers numbers;

    /**
     * Where a row is in the sources of all loads: orders rows as loads do, the later one last.
     *
     * @param file load and file, {@code load << 40 | file}
     * @param row chunk and row, {@code chunk << 32 | row}
     */
    record Place(long file, long row) {
        private static final int LOAD_SHIFT = 40;

        static long file(int load, int fileIndex) {
            return (long) load << LOAD_SHIFT | fileIndex;
        }

        static int load(long file) {
            return (int) (file >>> LOAD_SHIFT);
        }

        static int fileIndex(long file) {
            return (int) file;
        }

        static int chunk(long row) {
            return (int) (row >>> Integer.SIZE);
        }
    }

    /** Takes the rows of chunks. Belongs to one thread. */
    abstract static class Taker implements RowSink {
        /** Where the next row is. */
        long file;

        long row;
        boolean node;

        /** The row that is taken. */
        final RowFields fields = new RowFields();

        /** Begins {@code chunk} of the load {@code load}, counted from 0. */
        void begin(int load, Chunk chunk) {
            file = Place.file(load, chunk.id().fileIndex());
            row = (long) chunk.id().chunkIndex() << Integer.SIZE;
            node = chunk.kind() == RowKind.NODE;
        }

        /** Takes the row in {@link #fields}. */
        abstract void take();

        @Override
        public final void append(
                long id1,
                long type,
                long id2,
                long time,
                long version,
                int flags,
                byte[] data,
                int dataOffset,
                int dataLength) {
            // Properties of nodes come with the nodes.
            fields.key(node && !PropertyTypes.isProperty(type), id1, type, id2);
            fields.state(flags, version, time);
            fields.data(data, dataOffset, dataLength);
            take();
            row++;
        }

        /** Ends the chunk that was begun. */
        void end(ChunkSpan span) throws IOException {}

        /** All chunks that there are for this taker were taken. */
        void finish() throws IOException {}
    }

    SourceScan(List<Source> loads, ProofJob job, NameNumbers numbers) {
        this.loads = List.copyOf(loads);
        this.job = job;
        this.numbers = numbers;
    }

    /** Shows all rows to takers, one for each thread; returns how many rows cannot be read. */
    long all(Function<SourceNames, Taker> takers) throws IOException {
        LongAdder rejected = new LongAdder();
        job.progress().begin(loads.stream().mapToLong(Source::bytesTotal).sum());
        for (int load = 0; load < loads.size(); load++) {
            run(load, null, takers, rejected);
        }
        return rejected.sum();
    }

    /** Shows the rows of the chunks {@code wanted} of one load, and perhaps of others. */
    void some(int load, Set<ChunkId> wanted, Function<SourceNames, Taker> takers)
            throws IOException {
        run(load, wanted, takers, new LongAdder());
    }

    private void run(
            int load,
            @Nullable Set<ChunkId> wanted,
            Function<SourceNames, Taker> takers,
            LongAdder rejected)
            throws IOException {
        Source source = loads.get(load);
        long even = source.bytesTotal() / ((long) CHUNKS_PER_THREAD * job.options().threads());
        long chunkBytes = Math.clamp(even, CHUNK_BYTES_MIN, CHUNK_BYTES_MAX);
        try (ChunkQueue queue =
                ChunkQueue.open(
                        source,
                        file ->
                                wanted == null
                                        || wanted.stream()
                                                .anyMatch(id -> id.fileIndex() == file.index()),
                        0,
                        chunkBytes,
                        List.of())) {
            job.progress().reading(queue::bytesRead);
            job.onThreads(
                    job.options().threads(),
                    _ -> takeChunks(load, queue, wanted, takers, rejected));
        }
        job.progress().readAll();
    }

    private void takeChunks(
            int load,
            ChunkQueue queue,
            @Nullable Set<ChunkId> wanted,
            Function<SourceNames, Taker> takers,
            LongAdder rejected)
            throws IOException {
        SourceNames names = new SourceNames(numbers, wanted != null);
        Taker taker = takers.apply(names);
        try {
            for (Chunk chunk = queue.take(); chunk != null; chunk = queue.take()) {
                job.throwIfStopped();
                boolean isStream = chunk.linesBefore() >= 0;
                if (wanted != null && !isStream && !wanted.contains(chunk.id())) {
                    continue;
                }
                taker.begin(load, chunk);
                ChunkSpan span =
                        chunk.parse(names, taker, (line, byteOffset, column, cause, row) -> {});
                rejected.add(span.rejected());
                taker.end(span);
            }
            taker.finish();
        } catch (UncheckedIOException failure) {
            throw failure.getCause();
        } finally {
            // Others wait for a packed file whose next chunk nobody will take.
            if (job.stopped()) {
                queue.close();
            }
        }
    }
}
