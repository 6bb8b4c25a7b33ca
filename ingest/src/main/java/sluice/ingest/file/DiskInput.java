package sluice.ingest.file;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import sluice.parquet.ParquetText;
import sluice.storage.shared.SharedFiles;
import sluice.voldemort.format.ChunkText;

/** The packed bytes of one file, read within the rate limit and counted. Belongs to one thread. */
public final class DiskInput extends InputStream {
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
        ParquetText rows = ParquetFiles.open(name, place, rate);
        return new DiskInput(rows, rows::bytesPassed, rate, bytesRead);
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
