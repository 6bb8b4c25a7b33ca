package sluice.parquet;

import com.github.luben.zstd.Zstd;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;

/** The pages of one column of a row group while it is written. Belongs to one thread. */
final class WrittenColumn {
    /** How many rows pass between two looks at how large a row group has become. */
    static final int CHECKED_ROWS = 1 << 10;

    private static final int PAGE_BYTES = 1 << 18;
    private static final int LEVEL = 1;
    private static final int PLAIN = 0;
    private static final int RUNS = 3;

    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /**
     * The sums that a footer has for the column of a row group.
     *
     * @param bytes of all pages unpacked, with their headers
     */
    record Totals(long bytes, long packedBytes, long least, long greatest) {}

    private final boolean isUnsigned;
    private final List<byte[]> pages = new ArrayList<>();
    private byte[] page = new byte[1 << 12];
    private int length;
    private int values;
    private long bytes;
    private long packedBytes;
    private boolean isEmpty = true;
    private long least;
    private long greatest;

    WrittenColumn(boolean isUnsigned) {
        this.isUnsigned = isUnsigned;
    }

    void number(long value) {
        reserve(Long.BYTES);
        LONG.set(page, length, value);
        length += Long.BYTES;
        least = isEmpty || isBelow(value, least) ? value : least;
        greatest = isEmpty || isBelow(greatest, value) ? value : greatest;
        isEmpty = false;
        endValue();
    }

    void bytes(byte[] value) {
        reserve((long) Integer.BYTES + value.length);
        INT.set(page, length, value.length);
        System.arraycopy(value, 0, page, length + Integer.BYTES, value.length);
        length += Integer.BYTES + value.length;
        endValue();
    }

    /** How many bytes of pages are packed. */
    long packedBytes() {
        return packedBytes;
    }

    /** Packs the values since the last page. */
    void endPage() {
        if (values == 0) {
            return;
        }
        byte[] packed = new byte[(int) Zstd.compressBound(length)];
        long size = Zstd.compressByteArray(packed, 0, packed.length, page, 0, length, LEVEL);
        if (Zstd.isError(size)) {
            throw new IllegalStateException("zstd: " + Zstd.getErrorName(size));
        }
        int packedLength = (int) size;
        byte[] header = header(packed, packedLength);
        pages.add(header);
        pages.add(Arrays.copyOf(packed, packedLength));
        bytes += header.length + length;
        packedBytes += header.length + packedLength;
        length = 0;
        values = 0;
    }

    /** The sums of all pages of the row group. */
    Totals totals() {
        return new Totals(bytes, packedBytes, least, greatest);
    }

    /** The row group's pages with their headers, which are forgotten here. */
    List<byte[]> takePages() {
        List<byte[]> taken = List.copyOf(pages);
        pages.clear();
        bytes = 0;
        packedBytes = 0;
        isEmpty = true;
        return taken;
    }

    private byte[] header(byte[] packed, int packedLength) {
        CRC32 crc = new CRC32();
        crc.update(packed, 0, packedLength);
        CompactWriter out = new CompactWriter();
        out.number(1, PageHeader.Kind.DATA.ordinal());
        out.number(2, length);
        out.number(3, packedLength);
        out.number(4, (int) crc.getValue());
        out.struct(5);
        out.number(1, values);
        out.number(2, PLAIN);
        out.number(3, RUNS);
        out.number(4, RUNS);
        out.end();
        return out.toBytes();
    }

    private void endValue() {
        values++;
        if (length >= PAGE_BYTES) {
            endPage();
        }
    }

    private boolean isBelow(long one, long other) {
        return isUnsigned ? Long.compareUnsigned(one, other) < 0 : one < other;
    }

    private void reserve(long more) {
        if (page.length - length < more) {
            page = Arrays.copyOf(page, Math.toIntExact(Math.max(2L * page.length, length + more)));
        }
    }
}
