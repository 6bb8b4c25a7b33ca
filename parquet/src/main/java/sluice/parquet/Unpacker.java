package sluice.parquet;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.zip.GZIPInputStream;

/**
 * Unpacks pages.
 *
 * @param codec how they are packed, by the number of the format
 */
record Unpacker(int codec) {
    private static final int NONE = 0;
    private static final int SNAPPY = 1;
    private static final int GZIP = 2;
    private static final int LZ4_FRAMED = 5;
    private static final int ZSTD = 6;
    private static final int LZ4 = 7;

    /** Refuses a codec that is not read. */
    static void require(int codec) throws ParquetFault {
        switch (codec) {
            case NONE, SNAPPY, GZIP, LZ4_FRAMED, ZSTD, LZ4 -> {}
            case 3, 4 ->
                    throw ParquetFault.unread(
                            "the Parquet file is packed with %s"
                                    .formatted(codec == 3 ? "LZO" : "Brotli"),
                            "write it with snappy, zstd, gzip, lz4 or none");
            default -> throw ParquetFault.damaged("found codec %d".formatted(codec));
        }
    }

    /**
     * Unpacks {@code length} bytes of {@code packed} to exactly {@code targetLength} bytes of
     * {@code target}, behind {@code targetFrom}.
     */
    void unpack(
            byte[] packed, int from, int length, byte[] target, int targetFrom, int targetLength)
            throws ParquetFault {
        int count;
        try {
            count =
                    switch (codec) {
                        case SNAPPY ->
                                Snappy.unpack(
                                        packed,
                                        from,
                                        from + length,
                                        target,
                                        targetFrom,
                                        targetFrom + targetLength);
                        case GZIP ->
                                inflate(packed, from, length, target, targetFrom, targetLength);
                        case ZSTD -> zstd(packed, from, length, target, targetFrom, targetLength);
                        case LZ4 ->
                                Lz4.unpack(
                                        packed,
                                        from,
                                        from + length,
                                        target,
                                        targetFrom,
                                        targetFrom + targetLength);
                        case LZ4_FRAMED ->
                                Lz4.unpackFramed(
                                        packed,
                                        from,
                                        from + length,
                                        target,
                                        targetFrom,
                                        targetFrom + targetLength);
                        default -> copy(packed, from, length, target, targetFrom, targetLength);
                    };
        } catch (IndexOutOfBoundsException behindTheEnd) {
            ParquetFault fault = ParquetFault.damaged("a page cannot be unpacked");
            fault.addSuppressed(behindTheEnd);
            throw fault;
        }
        if (count != targetLength) {
            throw ParquetFault.damaged(
                    "a page unpacks to %d bytes, expected %d".formatted(count, targetLength));
        }
    }

    private static int copy(
            byte[] packed, int from, int length, byte[] target, int targetFrom, int targetLength) {
        System.arraycopy(packed, from, target, targetFrom, Math.min(length, targetLength));
        return length;
    }

    private static int zstd(
            byte[] packed, int from, int length, byte[] target, int targetFrom, int targetLength)
            throws ParquetFault {
        try {
            long count =
                    Zstd.decompressByteArray(
                            target, targetFrom, targetLength, packed, from, length);
            if (!Zstd.isError(count)) {
                return (int) count;
            }
            throw ParquetFault.damaged("zstd says of a page: " + Zstd.getErrorName(count));
        } catch (ZstdException failure) {
            ParquetFault fault =
                    ParquetFault.damaged("zstd says of a page: " + failure.getMessage());
            fault.addSuppressed(failure);
            throw fault;
        }
    }

    /** Gzip, whose own checksum is proved behind its last byte. */
    private static int inflate(
            byte[] packed, int from, int length, byte[] target, int targetFrom, int targetLength)
            throws ParquetFault {
        try (GZIPInputStream text =
                new GZIPInputStream(new ByteArrayInputStream(packed, from, length))) {
            int count = text.readNBytes(target, targetFrom, targetLength);
            return text.read() < 0 ? count : targetLength + 1;
        } catch (IOException failure) {
            ParquetFault fault =
                    ParquetFault.damaged("gzip says of a page: " + failure.getMessage());
            fault.addSuppressed(failure);
            throw fault;
        }
    }
}
