package sluice.ingest.file;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * Unpacks a file of any codec and counts what came out, so that damage is reported with its place.
 * Belongs to one thread; closes the stream below.
 */
public final class PackedInput implements AutoCloseable {
    private final String name;
    private final SourceFile.Codec codec;
    private final InputStream stream;
    private long position;

    private PackedInput(String name, SourceFile.Codec codec, InputStream stream) {
        this.name = name;
        this.codec = codec;
        this.stream = stream;
    }

    /**
     * The text of the file {@code name}; {@code raw} is closed with it, or when this fails. Rows of
     * a Parquet file or a chunk come as text already: {@link DiskInput#openRows}.
     */
    public static PackedInput open(
            String name, SourceFile.Codec codec, TextCoding coding, InputStream raw)
            throws IOException {
        try {
            InputStream stream =
                    switch (codec) {
                        case PLAIN, PARQUET, CHUNK -> raw;
                        case GZIP -> new GzipInput(raw);
                        case ZSTD -> new ZstdInputStreamNoFinalizer(raw);
                    };
            return new PackedInput(name, codec, coding.over(stream));
        } catch (Throwable failure) {
            raw.close();
            throw failure;
        }
    }

    /** Reads up to {@code length} bytes, at least one; -1 at the end of a whole, undamaged file. */
    public int read(byte[] bytes, int offset, int length) throws IOException {
        try {
            int count = stream.read(bytes, offset, length);
            position += Math.max(count, 0);
            return count;
        } catch (IOException failure) {
            if (codec == SourceFile.Codec.PLAIN || codec.isRows()) {
                throw failure;
            }
            String fault =
                    failure instanceof EOFException
                                    || String.valueOf(failure.getMessage()).contains("Truncated")
                            ? "the file ends too early"
                            : "the file is damaged (" + failure.getMessage() + ")";
            throw new SluiceException(
                    ErrorCode.INPUT,
                    "%s: %s: %s at byte %d of the unpacked text; fetch the file again, test it with: %s"
                            .formatted(name, codec.label(), fault, position, codec.testCommand()),
                    failure);
        }
    }

    /** How many unpacked bytes were read so far. */
    public long position() {
        return position;
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
