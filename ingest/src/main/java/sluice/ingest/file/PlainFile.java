package sluice.ingest.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.TreeMap;
import sluice.ingest.json.ObjectCuts;
import sluice.ingest.row.RowEnds;
import sluice.ingest.row.Swar;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.Storage;
import sluice.storage.shared.SharedFiles;

/**
 * The cuts of one file that is not packed. A chunk holds the rows that begin from its nominal start
 * up to that of the next one: a multiple of the chunk's size behind the header. The end of a long
 * file is cut finer, so that the threads that read it are done at about the same time, and soon
 * after its last byte has come.
 *
 * <p>Safe for any number of threads. Without quotes a chunk's first row costs one small read. With
 * quotes, and among objects of JSON, it is known only once everything before it was scanned: each
 * chunk's reader takes the scan over where the one before it left it; {@code this} guards {@code
 * starts}.
 */
public final class PlainFile {
    private static final int SCAN_BYTES = 256 << 10;
    private static final int PROBE_BYTES = 4 << 10;

    /** Into so many parts the last chunk is cut where a file has at least as many chunks. */
    private static final int LAST_CHUNK_PARTS = 4;

    private final SourceFile file;
    private final long chunkBytes;
    private final int rowBytesMax;
    private final int chunkCount;

    private final boolean scansAll;

    /** How many chunks have the usual size. */
    private final long usualChunks;

    /** The first rows of chunks with quotes, as far as they are known, by index. */
    private final TreeMap<Integer, Long> starts = new TreeMap<>();

    public PlainFile(SourceFile file, long chunkBytes, int rowBytesMax) {
        this.file = file;
        this.chunkBytes = chunkBytes;
        this.rowBytesMax = rowBytesMax;
        scansAll = file.relation().isOfObjects() || file.relation().format().quote() >= 0;
        long dataBytes = file.lengthBytes() - file.dataStartByte();
        long chunks = Math.ceilDiv(dataBytes, chunkBytes);
        usualChunks = chunks < LAST_CHUNK_PARTS ? chunks : chunks - 1;
        long rest = Math.max(0, dataBytes - usualChunks * chunkBytes);
        long count = usualChunks + Math.ceilDiv(rest, lastChunkBytes());
        if (count > Integer.MAX_VALUE) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%s: chunks of %d bytes would be %d, expected at most %d; make them larger"
                            .formatted(file.name(), chunkBytes, count, Integer.MAX_VALUE));
        }
        this.chunkCount = (int) count;
        starts.put(0, file.dataStartByte());
    }

    public SourceFile file() {
        return file;
    }

    public int chunkCount() {
        return chunkCount;
    }

    /** Whether the first row of a chunk is known only once all before it was scanned. */
    public boolean startsNeedScan() {
        return scansAll;
    }

    /** Where a chunk begins before the cut moves to the next row. */
    public long nominalStart(int chunk) {
        long usual = Math.min(chunk, usualChunks) * chunkBytes;
        long last = Math.max(0, chunk - usualChunks) * lastChunkBytes();
        return Math.min(file.dataStartByte() + usual + last, file.lengthBytes());
    }

    private long lastChunkBytes() {
        return Math.max(1, chunkBytes / LAST_CHUNK_PARTS);
    }

    /** Remembers that the first row of {@code chunk} begins at {@code startByte}. */
    public synchronized void learn(int chunk, long startByte) {
        if (scansAll) {
            starts.put(chunk, startByte);
        }
    }

    /** Where the first row of {@code chunk} begins. */
    public long start(int chunk, Storage.Source source) throws IOException {
        if (!scansAll) {
            return chunk == 0 ? file.dataStartByte() : lineEnd(source, nominalStart(chunk) - 1);
        }
        synchronized (this) {
            var known = starts.floorEntry(chunk);
            long start = known.getValue();
            for (int next = known.getKey() + 1; next <= chunk; next++) {
                if (start < nominalStart(next)) {
                    start =
                            file.relation().isOfObjects()
                                    ? objectEnd(source, start, nominalStart(next))
                                    : rowEnd(source, start, nominalStart(next) - 1);
                }
                starts.put(next, start);
            }
            return start;
        }
    }

    /**
     * The first row end at or after {@code earliest}, for a scan that begins with the row at {@code
     * from}.
     */
    private long rowEnd(Storage.Source source, long from, long earliest) throws IOException {
        RowEnds ends = new RowEnds(file.relation().format(), rowBytesMax, from);
        byte[] block = new byte[SCAN_BYTES];
        while (true) {
            while (ends.position() < file.lengthBytes()) {
                int count = read(source, block, ends.position());
                long end = ends.next(block, count, earliest);
                if (end >= 0) {
                    return end;
                }
            }
            if (!ends.mustGoBack()) {
                return file.lengthBytes();
            }
            long end = ends.goBack(earliest);
            if (end >= 0) {
                return end;
            }
        }
    }

    /** The first end of an object at or behind {@code earliest}, likewise. */
    private long objectEnd(Storage.Source source, long from, long earliest) throws IOException {
        ObjectCuts cuts = new ObjectCuts(from);
        byte[] block = new byte[SCAN_BYTES];
        while (cuts.position() < file.lengthBytes()) {
            int count = read(source, block, cuts.position());
            long end = cuts.next(block, count, earliest);
            if (end >= 0) {
                return end;
            }
        }
        return file.lengthBytes();
    }

    /** The place behind the first line end at or after {@code from}. */
    private long lineEnd(Storage.Source source, long from) throws IOException {
        byte[] block = new byte[PROBE_BYTES];
        long position = from;
        while (position < file.lengthBytes()) {
            int count = read(source, block, position);
            int end = Swar.lineEnd(block, 0, count);
            if (end >= 0) {
                return position + end + 1;
            }
            position += count;
        }
        return file.lengthBytes();
    }

    private int read(Storage.Source source, byte[] block, long position) throws IOException {
        int count = source.read(ByteBuffer.wrap(block), position);
        if (count < 0) {
            throw changed();
        }
        return count;
    }

    public Storage.Source open(SharedFiles.Reading reading) throws IOException {
        requireUnchanged(file);
        try {
            return file.place().open(reading);
        } catch (IOException failure) {
            throw unreadable(file, failure);
        }
    }

    /** Reads from {@code source} within the rate limit. */
    public Window.Feed feed(Storage.Source source, RateLimit rate) {
        return feed(file, source, rate);
    }

    /** As {@link #feed(Storage.Source, RateLimit)}, of a file that is not cut. */
    public static Window.Feed feed(SourceFile file, Storage.Source source, RateLimit rate) {
        return (position, target, offset, length) -> {
            if (position >= file.lengthBytes()) {
                return -1;
            }
            rate.acquire(length);
            int count = source.read(ByteBuffer.wrap(target, offset, length), position);
            if (count < 0) {
                throw changed(file);
            }
            return count;
        };
    }

    private SluiceException changed() {
        return changed(file);
    }

    public static SluiceException changed(SourceFile file) {
        return new SluiceException(
                ErrorCode.INPUT,
                "%s: the file changed during the load; give this load up with sluice abandon, and load again once nothing writes to the file"
                        .formatted(file.name()));
    }

    static SluiceException unreadable(SourceFile file, IOException failure) {
        return new SluiceException(
                ErrorCode.INPUT,
                "%s: the file cannot be opened any more (%s); put it back and run the load again"
                        .formatted(file.name(), failure.getMessage()),
                failure);
    }

    /** Throws where {@code file} is no more as it was when the source was opened. */
    public static void requireUnchanged(SourceFile file) {
        if (file.lengthBytes() < 0) {
            return;
        }
        Place.State now;
        String token;
        try {
            now = file.place().now();
            token = file.place().token();
        } catch (IOException failure) {
            throw unreadable(file, failure);
        }
        if (!now.equals(new Place.State(file.lengthBytes(), file.modifiedNanos(), token))) {
            throw changed(file);
        }
    }
}
