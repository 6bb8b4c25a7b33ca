package sluice.ingest.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Set;
import sluice.parquet.ParquetInput;
import sluice.parquet.ParquetText;
import sluice.storage.Storage;
import sluice.storage.shared.SharedFiles;

/** Opens Parquet files as rows of delimited text, under a header of their columns. */
public final class ParquetFiles {
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

    private ParquetFiles() {}

    static ParquetText open(String name, Place place, RateLimit rate) throws IOException {
        return ParquetText.open(
                name,
                new ParquetPlace(place.open(SharedFiles.Reading.PLACES)),
                pagesBytes(),
                ParquetFiles::isProperty,
                rate::acquire);
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
}
