package sluice.ingest.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import sluice.parquet.ParquetInput;
import sluice.parquet.ParquetText;
import sluice.storage.Storage;
import sluice.storage.shared.SharedFiles;
import sluice.voldemort.format.ChunkText;

/** The packed bytes of one file, read within the rate limit and counted. Belongs to one thread. */
public final class DiskInput extends InputStream {
    /** One file has this part of the heap for its pages, within limits. */
    private static final int HEAP_PART = 16;

    private static final long PAGES_BYTES_MIN = 16L << 20;
    private static final long PAGES_BYTES_MAX = 256L << 20;

    /** The names of columns that mean something by themselves. */
    private static final Set<String> MEANT =
            Set.of(
                    "id",
                    "id1",
                    "id2",
                    "link_type",
                    "type",
                    "time",
                    "version",
                    "visibility",
                    "delete",
                    "data");

    private final InputStream raw;

    /** How much is read of a file whose rows become text, or null. */
    private final @Nullable LongSupplier passed;

    private final RateLimit rate;
    private final LongAdder bytesRead;
    private long position;

    public DiskInput(InputStream raw, RateLimit rate, LongAdder bytesRead) {
        this(raw, null, rate, bytesRead);
    }

    private DiskInput(
            InputStream raw, @Nullable LongSupplier passed, RateLimit rate, LongAdder bytesRead) {
        this.raw = raw;
        this.passed = passed;
        this.rate = rate;
        this.bytesRead = bytesRead;
    }

    public static DiskInput open(Place place, RateLimit rate, LongAdder bytesRead)
            throws IOException {
        return new DiskInput(place.stream(SharedFiles.Reading.ONWARD), rate, bytesRead);
    }

    /**
     * The rows of a file whose codec is one of rows, as delimited text. As many bytes of a Parquet
     * file count as read as its share of rows that were.
     */
    public static DiskInput openRows(
            SourceFile.Codec codec, String name, Place place, RateLimit rate, LongAdder bytesRead)
            throws IOException {
        if (codec == SourceFile.Codec.CHUNK) {
            ChunkText rows = ChunkFiles.open(name, place);
            return new DiskInput(rows, rows::bytesPassed, rate, bytesRead);
        }
        ParquetText rows =
                ParquetText.open(
                        name,
                        new ParquetPlace(place.open(SharedFiles.Reading.PLACES)),
                        pagesBytes(),
                        DiskInput::isProperty,
                        rate::acquire);
        return new DiskInput(rows, rows::bytesPassed, rate, bytesRead);
    }

    private record ParquetPlace(Storage.Source source) implements ParquetInput {
        @Override
        public int read(ByteBuffer bytes, long offset) throws IOException {
            return source.read(bytes, offset);
        }

        @Override
        public long lengthBytes() throws IOException {
            return source.lengthBytes();
        }

        @Override
        public void close() throws IOException {
            source.close();
        }
    }

    /** Whether a column's type matters, and its name in a header means nothing yet. */
    public static boolean isProperty(String column) {
        return column.indexOf(':') < 0 && !MEANT.contains(column);
    }

    private static long pagesBytes() {
        return Math.clamp(
                Runtime.getRuntime().maxMemory() / HEAP_PART, PAGES_BYTES_MIN, PAGES_BYTES_MAX);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int count = raw.read(bytes, offset, length);
        if (passed != null) {
            long now = passed.getAsLong();
            bytesRead.add(now - position);
            position = now;
        } else if (count > 0) {
            position += count;
            bytesRead.add(count);
            rate.acquire(count);
        }
        return count;
    }

    /** How many bytes were read so far. */
    public long position() {
        return position;
    }

    @Override
    public void close() throws IOException {
        raw.close();
    }
}
