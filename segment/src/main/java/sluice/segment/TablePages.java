package sluice.segment;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import sluice.storage.BlockMemory;
import sluice.storage.CorruptFileException;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;

/**
 * The tables of a run of many slices, in pages with a checksum each: a page is read and compared
 * when a value in it is first asked for, so that a look-up of one slice reads some pages of tables
 * that may have megabytes. Safe for any number of threads.
 *
 * <p>In memory: 5 bytes a page. The pages of a file that is not mapped count for the memory of its
 * storage.
 */
final class TablePages {
    private static final String ADVICE = "run: sluice verify";

    private final String name;
    private final FileParts parts;
    private final @Nullable MemorySegment mapped;
    private final long begin;
    private final long end;
    private final int[] sums;

    /** 1 for each page of a mapped file that was compared; races only repeat that. */
    private final byte[] checked;

    /** The tables from {@code begin} to {@code end}, whose checksums have {@code checksum}. */
    record Place(long begin, long end, int checksum) {}

    private TablePages(
            String name,
            FileParts parts,
            @Nullable MemorySegment mapped,
            long begin,
            long end,
            int[] sums) {
        this.name = name;
        this.parts = parts;
        this.mapped = mapped;
        this.begin = begin;
        this.end = end;
        this.sums = sums;
        this.checked = new byte[mapped == null ? 0 : sums.length];
    }

    /**
     * Reads the checksums of the pages of the tables at {@code place}, behind which they are.
     *
     * @param mapped the file, or null if it is not mapped: then {@code kept} is not
     */
    static TablePages read(
            String name,
            Storage.Source source,
            Place place,
            @Nullable MemorySegment mapped,
            @Nullable BlockMemory kept)
            throws IOException {
        long begin = place.begin;
        long end = place.end;
        byte[] bytes = new byte[Math.toIntExact(sumsBytes(end - begin))];
        StorageFiles.readFully(source, ByteBuffer.wrap(bytes), end);
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        if ((int) crc.getValue() != place.checksum) {
            throw new CorruptFileException(
                    name, end, "the checksums of the tables do not match their checksum", ADVICE);
        }
        int[] sums = new int[pages(end - begin)];
        for (int page = 0; page < sums.length; page++) {
            sums[page] = Bytes.getInt(bytes, Integer.BYTES * page);
        }
        FileParts parts = new FileParts(name, source, end, kept);
        return new TablePages(name, parts, mapped, begin, end, sums);
    }

    private static int pages(long tablesBytes) {
        return Math.toIntExact(Math.ceilDiv(tablesBytes, FileLayout.PAGE_BYTES));
    }

    /** How many bytes the checksums of the pages take. */
    static long sumsBytes(long tablesBytes) {
        return Bytes.align8(
                Integer.BYTES * Math.ceilDiv(tablesBytes, (long) FileLayout.PAGE_BYTES));
    }

    /**
     * How many of {@code bothBytes} are tables, if the rest are the checksums of their pages; -1 if
     * no number fits.
     */
    private static int tablesBytes(int bothBytes) {
        int most = Math.ceilDiv(bothBytes, FileLayout.PAGE_BYTES + Integer.BYTES);
        for (int pages = most; pages >= Math.max(0, most - 1); pages--) {
            int tables = bothBytes - (int) Bytes.align8((long) Integer.BYTES * pages);
            if (tables >= 0 && pages(tables) == pages) {
                return tables;
            }
        }
        return -1;
    }

    /**
     * Whether the first {@code length} of {@code bytes} are tables and the checksums of their
     * pages, which have the checksum {@code checksum}.
     */
    static boolean areWhole(byte[] bytes, int length, int checksum) {
        int tables = tablesBytes(length);
        if (tables < 0) {
            return false;
        }
        byte[] again = Arrays.copyOf(bytes, length);
        writeSums(again, 0, tables);
        CRC32C crc = new CRC32C();
        crc.update(bytes, tables, length - tables);
        return (int) crc.getValue() == checksum
                && Arrays.equals(again, 0, length, bytes, 0, length);
    }

    /**
     * Writes the checksums of the pages of {@code length} bytes from {@code from} on behind them.
     */
    static void writeSums(byte[] memory, int from, int length) {
        CRC32C crc = new CRC32C();
        int end = from + length;
        int at = end;
        for (int page = from; page < end; page += FileLayout.PAGE_BYTES) {
            crc.reset();
            crc.update(memory, page, Math.min(FileLayout.PAGE_BYTES, end - page));
            Bytes.putInt(memory, at, (int) crc.getValue());
            at += Integer.BYTES;
        }
        if ((at - end) % 8 != 0) {
            Bytes.putInt(memory, at, 0);
        }
    }

    /** The number at {@code offset} of the file, which is at a multiple of 8 of the tables. */
    long getLong(long offset) throws IOException {
        return page(offset, Long.BYTES).get(Bytes.LONG, place(offset));
    }

    /** The number at {@code offset} of the file, which is at a multiple of 4 of the tables. */
    int getInt(long offset) throws IOException {
        return page(offset, Integer.BYTES).get(Bytes.INT, place(offset));
    }

    /** Copies bytes from {@code offset} of the file on. */
    void copy(long offset, byte[] target) throws IOException {
        for (int at = 0; at < target.length; ) {
            MemorySegment page = page(offset + at, 1);
            int length =
                    (int)
                            Math.min(
                                    target.length - at,
                                    FileLayout.PAGE_BYTES
                                            - (offset + at - begin) % FileLayout.PAGE_BYTES);
            MemorySegment.copy(page, Bytes.BYTE, place(offset + at), target, at, length);
            at += length;
        }
    }

    /** Where {@code offset} is in what {@link #page} returns. */
    private long place(long offset) {
        return mapped == null ? (offset - begin) % FileLayout.PAGE_BYTES : offset;
    }

    /** The page of {@code offset}, or the whole file once it was compared. */
    private MemorySegment page(long offset, int valueBytes) throws IOException {
        if (offset < begin || offset > end - valueBytes) {
            throw new CorruptFileException(name, offset, "an entry outside of the tables", ADVICE);
        }
        int page = (int) ((offset - begin) / FileLayout.PAGE_BYTES);
        MemorySegment file = mapped;
        if (file != null && checked[page] != 0) {
            return file;
        }
        long from = begin + (long) page * FileLayout.PAGE_BYTES;
        int length = (int) Math.min(FileLayout.PAGE_BYTES, end - from);
        String what = "a page of the tables";
        if (file == null) {
            MemorySegment kept = parts.kept(from, length, sums[page], what);
            if (kept == null) {
                throw new IllegalStateException("neither mapped nor kept: " + name);
            }
            return kept;
        }
        parts.read(from, length, sums[page], what);
        checked[page] = 1;
        return file;
    }

    /** Reads and compares all pages. */
    void checkAll() throws IOException {
        for (long at = begin; at < end; at += FileLayout.PAGE_BYTES) {
            page(at, 1);
        }
    }
}
