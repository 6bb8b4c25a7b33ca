package sluice.parquet;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A Parquet file that is read at any place. */
public interface ParquetInput extends Closeable {

    /** Reads at least one byte from {@code offset}; may be short; -1 at the end of the file. */
    int read(ByteBuffer bytes, long offset) throws IOException;

    long lengthBytes() throws IOException;
}
