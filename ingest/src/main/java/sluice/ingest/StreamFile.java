package sluice.ingest;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import sluice.ingest.file.PackedInput;
import sluice.ingest.file.PlainFile;
import sluice.ingest.file.ReadAhead;
import sluice.ingest.file.SourceFile;
import sluice.ingest.file.Window;
import sluice.ingest.row.NameResolver;
import sluice.ingest.row.Rejects;
import sluice.model.ErrorCode;
import sluice.model.RowSink;
import sluice.model.SluiceException;

/**
 * A file that can be read only from its beginning: packed, or standard input. Its chunks are read
 * one after another, each by one thread; {@link ChunkQueue} sees to it that there is one thread at
 * a time.
 */
final class StreamFile implements AutoCloseable {
    private final SourceFile file;
    private final Source source;
    private final long chunkBytes;
    private final int rowBytesMax;

    /** Bytes of the file as it lies on disk. */
    private final LongAdder bytesRead = new LongAdder();

    private final Map<Integer, ChunkSpan> done = new TreeMap<>();
    private final boolean doneWhole;
    private int nextChunk;

    /** How many lines of the text stand before the next chunk. */
    private long lines;

    /** The first byte behind the chunks that were passed over; -1 if the text is there. */
    private volatile long passedTo = -1;

    /** Whether the last chunk was passed over. */
    private volatile boolean passedLast;

    private volatile @Nullable ReadAhead readAhead;
    private @Nullable Window window;
    private @Nullable ChunkReader reading;

    StreamFile(
            Source source,
            SourceFile file,
            long chunkBytes,
            int rowBytesMax,
            List<ChunkSpan> doneSpans) {
        this.source = source;
        this.file = file;
        this.chunkBytes = chunkBytes;
        this.rowBytesMax = rowBytesMax;
        this.lines = file.dataStartLines();
        boolean whole = false;
        for (ChunkSpan span : doneSpans) {
            done.put(span.id().chunkIndex(), span);
            whole |= span.lastOfFile() && span.id().chunkIndex() + 1 == doneSpans.size();
        }
        this.doneWhole = whole;
    }

    SourceFile file() {
        return file;
    }

    /** Whether all of it was read before, so that it is not opened at all. */
    boolean isDone() {
        return doneWhole;
    }

    int nextChunk() {
        return nextChunk;
    }

    long lines() {
        return lines;
    }

    /**
     * Bytes on disk that were read or passed over; of the latter an estimate up to the last chunk.
     */
    long bytesRead() {
        long length = file.lengthBytes();
        long read = bytesRead.sum();
        ReadAhead unpacked = readAhead;
        if (passedLast && length >= 0) {
            return length;
        }
        if (passedTo < 0 || unpacked == null) {
            return read;
        }
        double packed = read / (double) Math.max(1, unpacked.unpackedBytes());
        long passed = Math.max(read, (long) (packed * passedTo));
        return length >= 0 ? Math.min(passed, length) : passed;
    }

    /** Goes to the next chunk that is not done; false when there is none. */
    boolean advance() throws IOException {
        if (passedLast) {
            return false;
        }
        if (passedTo >= 0 && !done.containsKey(nextChunk)) {
            return true;
        }
        goToPassed();
        if (window == null) {
            open();
            skipTo(file.dataStartByte());
        }
        for (ChunkSpan span = done.get(nextChunk); span != null; span = done.get(nextChunk)) {
            skipTo(span.endByte());
            lines += span.lines();
            nextChunk++;
        }
        if (hasMore()) {
            if (nextChunk == Integer.MAX_VALUE) {
                throw new SluiceException(
                        ErrorCode.CONFIG,
                        "%s: there are more than %d chunks of %d bytes; make them larger"
                                .formatted(file.name(), nextChunk, chunkBytes));
            }
            return true;
        }
        PlainFile.requireUnchanged(file);
        return false;
    }

    private void open() throws IOException {
        PlainFile.requireUnchanged(file);
        PackedInput input =
                PackedInput.open(
                        file.name(), file.codec(), file.coding(), source.openRaw(file, bytesRead));
        readAhead = new ReadAhead(input, "unpack-" + file.index(), file.lengthBytes() >= 0);
        window = new Window(0, Window.WINDOW_BYTES, rowBytesMax);
    }

    /** Leaves the next chunk, which {@link #advance} has found, unread. */
    void pass(ChunkSpan span) {
        PlainFile.requireUnchanged(file);
        passedTo = span.endByte();
        passedLast = span.lastOfFile();
        lines += span.lines();
        nextChunk++;
    }

    private void goToPassed() throws IOException {
        if (passedTo >= 0) {
            skipTo(passedTo);
            passedTo = -1;
        }
    }

    private void skipTo(long position) throws IOException {
        Window text = requireOpen(window);
        ReadAhead feed = requireOpen(readAhead);
        while (text.position() < position) {
            if (text.from() == text.to()) {
                text.compact();
                text.fill(feed, Math.min(position, text.start() + Window.WINDOW_BYTES));
                if (text.ended() && text.to() == 0) {
                    throw PlainFile.changed(file);
                }
            }
            text.take((int) Math.min(text.to(), position - text.start()));
        }
    }

    private boolean hasMore() throws IOException {
        Window text = requireOpen(window);
        if (text.from() == text.to()) {
            text.compact();
            text.fill(requireOpen(readAhead), text.start() + 1);
        }
        return text.from() < text.to();
    }

    /** Reads the next chunk, which {@link #advance} has found. */
    ChunkSpan parse(NameResolver names, RowSink sink, Rejects rejects) throws IOException {
        goToPassed();
        Window text = requireOpen(window);
        ReadAhead feed = requireOpen(readAhead);
        ChunkReader reader =
                new ChunkReader(file.relation(), text, feed, rowBytesMax, names, sink, rejects);
        reading = reader;
        reader.read(file.dataStartByte() + (nextChunk + 1L) * chunkBytes);
        boolean last = !hasMore();
        PlainFile.requireUnchanged(file);
        ChunkSpan span = reader.span(new ChunkId(file.index(), nextChunk), last);
        lines += span.lines();
        nextChunk++;
        return span;
    }

    /** The line of the row that is being parsed, counted from 1 within the chunk. */
    long rowLine() {
        return requireOpen(reading).rowLine();
    }

    private static <T> T requireOpen(@Nullable T part) {
        if (part == null) {
            throw new IllegalStateException("the file is not open");
        }
        return part;
    }

    /**
     * Lets a thread that waits for bytes go on with an exception; {@link #close} is still needed.
     */
    void stop() {
        ReadAhead reading = readAhead;
        if (reading != null) {
            reading.stop();
        }
    }

    @Override
    public void close() {
        ReadAhead unpacking = readAhead;
        readAhead = null;
        window = null;
        reading = null;
        if (unpacking != null) {
            unpacking.close();
        }
    }
}
