package sluice.ingest.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.LongAdder;

/** The packed bytes of one file, read within the rate limit and counted. Belongs to one thread. */
public final class DiskInput extends InputStream {
    private final InputStream raw;
    private final RateLimit rate;
    private final LongAdder bytesRead;
    private long position;

    public DiskInput(InputStream raw, RateLimit rate, LongAdder bytesRead) {
        this.raw = raw;
        this.rate = rate;
        this.bytesRead = bytesRead;
    }

    public static DiskInput open(Path path, RateLimit rate, LongAdder bytesRead)
            throws IOException {
        return new DiskInput(Files.newInputStream(path), rate, bytesRead);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int count = raw.read(bytes, offset, length);
        if (count > 0) {
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
