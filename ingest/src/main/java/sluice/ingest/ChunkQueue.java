package sluice.ingest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import sluice.ingest.file.PlainFile;
import sluice.ingest.file.RateLimit;
import sluice.ingest.file.SourceFile;
import sluice.ingest.file.Window;
import sluice.ingest.row.NameResolver;
import sluice.ingest.row.Rejects;
import sluice.ingest.row.RowParser;
import sluice.model.ErrorCode;
import sluice.model.RowKind;
import sluice.model.RowSink;
import sluice.model.SluiceException;
import sluice.storage.Storage;
import sluice.storage.shared.SharedFiles;

/**
 * Cuts a source into chunks and hands them out to any number of threads. The cuts depend on the
 * source and the chunk size alone.
 *
 * <p>Files that can be read only from their beginning (packed ones, standard input) go first, the
 * largest first, each read by one thread at a time; the chunks of the others, in source order, fill
 * what is left of the threads. A file with no byte behind its header has no chunk.
 *
 * <p>Who takes a chunk must parse it, pass it over or close the queue: the chunks behind it in a
 * packed file wait for it. A chunk that fails ends the queue for all threads; {@link #close} ends
 * it too, and chunks that are being parsed then fail with {@link ErrorCode#INTERRUPTED}.
 *
 * <p>{@code lock} guards {@code idle}, {@code busyCount}, the place in {@code plain} and {@code
 * failed}.
 */
public final class ChunkQueue implements AutoCloseable {
    /** The largest chunk. */
    public static final long CHUNK_BYTES_MAX = 1L << 46;

    private final int rowBytesMax;
    private final RateLimit rate;
    private final LongAdder bytesRead = new LongAdder();
    private final long bytesTotal;
    private final long bytesDone;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();
    private final List<StreamFile> streams = new ArrayList<>();
    private final List<StreamFile> idle = new ArrayList<>();
    private final List<Part> plain = new ArrayList<>();
    private final Set<ChunkId> done = new HashSet<>();
    private int busyCount;
    private int plainIndex;
    private int plainChunk;
    private boolean failed;
    private volatile boolean closed;

    /** The chunks of a plain file from one up to another. */
    private record Part(PlainFile file, int first, int end) {}

    private ChunkQueue(
            Source source,
            List<ChunkRange> ranges,
            long chunkBytes,
            int rowBytesMax,
            List<ChunkSpan> doneSpans) {
        this.rowBytesMax = rowBytesMax;
        this.rate = source.rate();
        this.bytesTotal = source.bytesTotal();
        Map<Integer, List<ChunkSpan>> doneByFile = new HashMap<>();
        for (ChunkSpan span : doneSpans) {
            done.add(span.id());
            doneByFile.computeIfAbsent(span.id().fileIndex(), _ -> new ArrayList<>()).add(span);
        }
        long bytes = 0;
        for (ChunkRange range : ranges) {
            SourceFile file = source.files().get(range.fileIndex());
            List<ChunkSpan> spans = doneByFile.getOrDefault(file.index(), List.of());
            if (file.isStream()) {
                bytes += addStream(new StreamFile(source, file, chunkBytes, rowBytesMax, spans));
            } else {
                bytes += addPlain(new PlainFile(file, chunkBytes, rowBytesMax), range, spans);
            }
        }
        bytesDone = bytes;
        bytesRead.add(bytesDone);
        idle.addAll(streams);
        // Standard input has length -1 as a number and comes first as an unsigned one.
        idle.sort(
                Comparator.comparing(
                                (StreamFile stream) -> stream.file().lengthBytes(),
                                Long::compareUnsigned)
                        .reversed());
    }

    /**
     * Returns how many bytes of it need not be read again; a packed file is read from its begin.
     */
    private long addStream(StreamFile stream) {
        if (stream.isDone()) {
            return Math.max(stream.file().lengthBytes(), 0);
        }
        streams.add(stream);
        return 0;
    }

    /** Likewise. */
    private long addPlain(PlainFile file, ChunkRange range, List<ChunkSpan> spans) {
        if (range.startByte() >= 0) {
            file.learn(range.firstChunk(), range.startByte());
        }
        plain.add(
                new Part(file, range.firstChunk(), Math.min(range.endChunk(), file.chunkCount())));
        bytesRead.add(range.firstChunk() == 0 ? file.file().dataStartByte() : 0);
        long bytes = 0;
        for (ChunkSpan span : spans) {
            file.learn(span.id().chunkIndex(), span.startByte());
            file.learn(span.id().chunkIndex() + 1, span.endByte());
            int chunk = span.id().chunkIndex();
            bytes += file.nominalStart(chunk + 1) - file.nominalStart(chunk);
        }
        return bytes;
    }

    /**
     * The chunks of {@code source} of about {@code chunkBytes} bytes (unpacked) each, without those
     * in {@code done}. Standard input is opened once in the life of a source.
     */
    public static ChunkQueue open(Source source, long chunkBytes, List<ChunkSpan> done) {
        return open(source, chunkBytes, RowParser.ROW_BYTES_MAX, done);
    }

    /**
     * As {@link #open(Source, long, List)}, of some of the files alone.
     *
     * @param bytesRead of the other files before
     */
    public static ChunkQueue open(
            Source source,
            Predicate<SourceFile> which,
            long bytesRead,
            long chunkBytes,
            List<ChunkSpan> done) {
        List<ChunkRange> files =
                source.files().stream().filter(which).map(ChunkRange::whole).toList();
        int rowBytesMax = RowParser.ROW_BYTES_MAX;
        ChunkQueue queue = new ChunkQueue(source, files, chunkBytes, rowBytesMax, done);
        queue.bytesRead.add(bytesRead);
        return queue;
    }

    /** As {@link #open(Source, long, List)}, of the chunks in {@code ranges} alone. */
    public static ChunkQueue open(
            Source source, List<ChunkRange> ranges, long chunkBytes, List<ChunkSpan> done) {
        return new ChunkQueue(source, ranges, chunkBytes, RowParser.ROW_BYTES_MAX, done);
    }

    /** For tests, which cannot wait for rows of 16 MiB. */
    static ChunkQueue open(Source source, long chunkBytes, int rowBytesMax, List<ChunkSpan> done) {
        if (chunkBytes < 1 || chunkBytes > CHUNK_BYTES_MAX) {
            throw new IllegalArgumentException(
                    "chunk size is %d bytes, expected 1 to %d"
                            .formatted(chunkBytes, CHUNK_BYTES_MAX));
        }
        List<ChunkRange> files = source.files().stream().map(ChunkRange::whole).toList();
        return new ChunkQueue(source, files, chunkBytes, rowBytesMax, done);
    }

    /** Bytes read from disk so far, those of chunks that were done before included. */
    public long bytesRead() {
        long bytes = bytesRead.sum();
        for (StreamFile stream : streams) {
            bytes += stream.bytesRead();
        }
        return bytes;
    }

    /** Bytes on disk of chunks that were done before: none of this queue's work. */
    public long bytesDone() {
        return bytesDone;
    }

    /** Bytes on disk of all files; -1 where standard input makes it unknown. */
    public long bytesTotal() {
        return bytesTotal;
    }

    /**
     * The next chunk, or null when all were handed out or the queue ended early. Waits while all
     * that is left lies behind chunks that other threads are parsing.
     */
    public @Nullable Chunk take() throws IOException {
        while (true) {
            StreamFile stream;
            lock.lock();
            try {
                stream = takeStream();
                if (stream == null) {
                    Chunk chunk = isEnded() ? null : nextPlain();
                    if (chunk != null || isEnded() || (idle.isEmpty() && busyCount == 0)) {
                        return chunk;
                    }
                    await();
                    continue;
                }
            } finally {
                lock.unlock();
            }
            if (advance(stream)) {
                return new StreamChunk(stream, stream.nextChunk());
            }
        }
    }

    /** Whether it was closed, so that chunks may be missing. */
    public boolean isClosed() {
        return closed;
    }

    private boolean isEnded() {
        return closed || failed;
    }

    private @Nullable StreamFile takeStream() {
        if (isEnded() || idle.isEmpty()) {
            return null;
        }
        busyCount++;
        return idle.removeFirst();
    }

    private @Nullable Chunk nextPlain() {
        while (plainIndex < plain.size()) {
            Part part = plain.get(plainIndex);
            plainChunk = Math.max(plainChunk, part.first());
            while (plainChunk < part.end()) {
                ChunkId id = new ChunkId(part.file().file().index(), plainChunk++);
                if (!done.contains(id)) {
                    return new PlainChunk(part.file(), id);
                }
            }
            plainIndex++;
            plainChunk = 0;
        }
        return null;
    }

    private void await() {
        try {
            if (!moved.await(1, TimeUnit.SECONDS)) {
                return;
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new SluiceException(
                    ErrorCode.INTERRUPTED,
                    "the load was stopped; run it again to go on",
                    interrupted);
        }
    }

    private boolean advance(StreamFile stream) throws IOException {
        boolean found = false;
        boolean whole = false;
        try {
            found = stream.advance();
            whole = true;
        } finally {
            if (!found) {
                giveBack(stream, false, !whole);
            }
        }
        return found;
    }

    /** Ends the use of {@code stream} by this thread. */
    private void giveBack(StreamFile stream, boolean more, boolean failure) {
        boolean closes;
        lock.lock();
        try {
            busyCount--;
            failed |= failure;
            closes = !more || isEnded();
            if (!closes) {
                idle.addFirst(stream);
            }
            moved.signalAll();
        } finally {
            lock.unlock();
        }
        if (closes) {
            stream.close();
        }
    }

    private void fail() {
        lock.lock();
        try {
            failed = true;
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() throws IOException {
        List<StreamFile> unused;
        lock.lock();
        try {
            closed = true;
            unused = List.copyOf(idle);
            idle.clear();
            moved.signalAll();
        } finally {
            lock.unlock();
        }
        for (StreamFile stream : streams) {
            stream.stop();
        }
        // Those in use are closed by the threads that use them.
        for (StreamFile stream : unused) {
            stream.close();
        }
    }

    private final class PlainChunk implements Chunk {
        private final PlainFile file;
        private final ChunkId id;
        private @Nullable ChunkReader reading;

        PlainChunk(PlainFile file, ChunkId id) {
            this.file = file;
            this.id = id;
        }

        @Override
        public ChunkId id() {
            return id;
        }

        @Override
        public String fileName() {
            return file.file().name();
        }

        @Override
        public RowKind kind() {
            return file.file().relation().kind();
        }

        @Override
        public long linesBefore() {
            return -1;
        }

        @Override
        public long rowLine() {
            ChunkReader reader = reading;
            if (reader == null) {
                throw new IllegalStateException("no row is being appended");
            }
            return reader.rowLine();
        }

        @Override
        public ChunkSpan parse(NameResolver names, RowSink sink, Rejects rejects)
                throws IOException {
            boolean whole = false;
            try (Storage.Source text = file.open(SharedFiles.Reading.ONWARD)) {
                int chunk = id.chunkIndex();
                long start = file.start(chunk, text);
                long end = file.nominalStart(chunk + 1);
                bytesRead.add(Math.min(start, end) - file.nominalStart(chunk));
                int capacity = Math.clamp(end - start + (8 << 10), 16 << 10, Window.WINDOW_BYTES);
                Window.Feed feed = stoppable(file.feed(text, rate), end);
                Window window = new Window(start, capacity, rowBytesMax);
                ChunkReader reader =
                        new ChunkReader(
                                file.file().relation(),
                                window,
                                feed,
                                rowBytesMax,
                                names,
                                sink,
                                rejects);
                reading = reader;
                reader.read(end);
                PlainFile.requireUnchanged(file.file());
                ChunkSpan span = reader.span(id, chunk + 1 == file.chunkCount());
                file.learn(chunk + 1, span.endByte());
                whole = true;
                return span;
            } finally {
                if (!whole) {
                    fail();
                }
            }
        }

        @Override
        public void pass(ChunkSpan span) {
            PlainFile.requireUnchanged(file.file());
            int chunk = id.chunkIndex();
            file.learn(chunk, span.startByte());
            file.learn(chunk + 1, span.endByte());
            bytesRead.add(file.nominalStart(chunk + 1) - file.nominalStart(chunk));
        }

        /**
         * Counts what is read before the chunk's nominal end; the rest is counted by the next
         * chunk.
         */
        private Window.Feed stoppable(Window.Feed feed, long end) {
            return (position, target, offset, length) -> {
                if (closed) {
                    throw new SluiceException(
                            ErrorCode.INTERRUPTED, "the load was stopped; run it again to go on");
                }
                int count = feed.read(position, target, offset, length);
                bytesRead.add(Math.max(0, Math.min(position + count, end) - position));
                return count;
            };
        }
    }

    private final class StreamChunk implements Chunk {
        private final StreamFile stream;
        private final int chunkIndex;
        private final long linesBefore;

        StreamChunk(StreamFile stream, int chunkIndex) {
            this.stream = stream;
            this.chunkIndex = chunkIndex;
            this.linesBefore = stream.lines();
        }

        @Override
        public ChunkId id() {
            return new ChunkId(stream.file().index(), chunkIndex);
        }

        @Override
        public String fileName() {
            return stream.file().name();
        }

        @Override
        public RowKind kind() {
            return stream.file().relation().kind();
        }

        @Override
        public long linesBefore() {
            return linesBefore;
        }

        @Override
        public long rowLine() {
            return stream.rowLine();
        }

        @Override
        public ChunkSpan parse(NameResolver names, RowSink sink, Rejects rejects)
                throws IOException {
            ChunkSpan span = null;
            try {
                span = stream.parse(names, sink, rejects);
                return span;
            } finally {
                giveBack(stream, span != null && !span.lastOfFile(), span == null);
            }
        }

        @Override
        public void pass(ChunkSpan span) {
            stream.pass(span);
            giveBack(stream, !span.lastOfFile(), false);
        }
    }
}
