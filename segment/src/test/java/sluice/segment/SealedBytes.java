package sluice.segment;

import java.lang.foreign.MemorySegment;
import java.util.zip.CRC32C;
import sluice.storage.FileEntry;

/**
 * Makes the checksums of a changed block file right again, as far as its tables can be followed.
 */
final class SealedBytes {
    private SealedBytes() {}

    /** Seals {@code bytes} in place; returns the entry by which the file can be opened. */
    static FileEntry seal(String name, byte[] bytes) {
        MemorySegment file = MemorySegment.ofArray(bytes);
        long footer = bytes.length - FileLayout.FOOTER_BYTES;
        set(file, FileLayout.HEADER_CHECKSUM, crc(bytes, 0, FileLayout.HEADER_CHECKSUM));
        long tables = file.get(Bytes.LONG, footer + FileLayout.FOOTER_TABLES_OFFSET);
        if (tables >= 0 && tables <= footer) {
            sealBlocks(file, bytes, tables, footer);
            long sealed = tables;
            if (file.get(Bytes.INT, FileLayout.HEADER_VERSION) == FileLayout.FORMAT_VERSION_PAGED) {
                sealed = Math.clamp(sumsAt(file, tables, footer), tables, footer);
                sealPages(file, bytes, tables, sealed, footer);
            }
            set(
                    file,
                    footer + FileLayout.FOOTER_TABLES_CHECKSUM,
                    crc(bytes, sealed, footer - sealed));
        }
        int checksum = crc(bytes, footer, FileLayout.FOOTER_CHECKSUM);
        set(file, footer + FileLayout.FOOTER_CHECKSUM, checksum);
        return new FileEntry(name, bytes.length, checksum);
    }

    private static void sealBlocks(MemorySegment file, byte[] bytes, long tables, long footer) {
        long at = tables;
        long blocks =
                file.get(Bytes.LONG, footer + FileLayout.FOOTER_LINK_BLOCKS)
                        + file.get(Bytes.LONG, footer + FileLayout.FOOTER_NODE_BLOCKS);
        for (long i = 0;
                i < blocks && at + FileLayout.FENCE_BYTES <= footer;
                i++, at += FileLayout.FENCE_BYTES) {
            sealOne(
                    file,
                    bytes,
                    at + FileLayout.FENCE_OFFSET,
                    at + FileLayout.FENCE_LENGTH,
                    at + FileLayout.FENCE_CHECKSUM);
        }
        long longs = file.get(Bytes.LONG, footer + FileLayout.FOOTER_LONGS);
        long pieces = file.get(Bytes.LONG, footer + FileLayout.FOOTER_PIECES);
        at += Math.clamp(longs, 0, 1000) * FileLayout.LONG_BYTES;
        for (long i = 0;
                i < pieces && at + FileLayout.PIECE_BYTES <= footer;
                i++, at += FileLayout.PIECE_BYTES) {
            sealOne(
                    file,
                    bytes,
                    at + FileLayout.PIECE_OFFSET,
                    at + FileLayout.PIECE_LENGTH,
                    at + FileLayout.PIECE_CHECKSUM);
        }
        long slices = file.get(Bytes.LONG, footer + FileLayout.FOOTER_SLICES);
        long meta = file.get(Bytes.LONG, footer + FileLayout.FOOTER_META_BYTES);
        at += Math.clamp(slices, 0, 1000) * FileLayout.SLICE_BYTES;
        at += Bytes.align8(Math.clamp(meta, 0, 1000));
        long indexBlocks = file.get(Bytes.LONG, footer + FileLayout.FOOTER_INDEX_BLOCKS);
        for (long i = 0;
                i < indexBlocks && at + IndexLayout.FENCE_BYTES <= footer;
                i++, at += IndexLayout.FENCE_BYTES) {
            sealOne(
                    file,
                    bytes,
                    at + IndexLayout.FENCE_OFFSET,
                    at + IndexLayout.FENCE_LENGTH,
                    at + IndexLayout.FENCE_CHECKSUM);
        }
    }

    /** Where the checksums of the pages of the tables begin. */
    private static long sumsAt(MemorySegment file, long tables, long footer) {
        return tables
                + (file.get(Bytes.LONG, footer + FileLayout.FOOTER_LINK_BLOCKS)
                                + file.get(Bytes.LONG, footer + FileLayout.FOOTER_NODE_BLOCKS))
                        * FileLayout.FENCE_BYTES
                + file.get(Bytes.LONG, footer + FileLayout.FOOTER_LONGS) * FileLayout.LONG_BYTES
                + file.get(Bytes.LONG, footer + FileLayout.FOOTER_PIECES) * FileLayout.PIECE_BYTES
                + file.get(Bytes.LONG, footer + FileLayout.FOOTER_SLICES) * FileLayout.SLICE_BYTES
                + Bytes.align8(file.get(Bytes.LONG, footer + FileLayout.FOOTER_META_BYTES));
    }

    private static void sealPages(
            MemorySegment file, byte[] bytes, long tables, long sums, long footer) {
        long at = sums;
        for (long page = tables;
                page < sums && at + Integer.BYTES <= footer;
                page += FileLayout.PAGE_BYTES, at += Integer.BYTES) {
            set(file, at, crc(bytes, page, Math.min(FileLayout.PAGE_BYTES, sums - page)));
        }
    }

    private static void sealOne(
            MemorySegment file, byte[] bytes, long offsetAt, long lengthAt, long checksumAt) {
        long offset = file.get(Bytes.LONG, offsetAt);
        int length = file.get(Bytes.INT, lengthAt);
        if (offset >= 0 && length >= 0 && offset <= bytes.length - length) {
            set(file, checksumAt, crc(bytes, offset, length));
        }
    }

    private static void set(MemorySegment file, long at, int value) {
        file.set(Bytes.INT, at, value);
    }

    private static int crc(byte[] bytes, long offset, long length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, (int) offset, (int) length);
        return (int) crc.getValue();
    }
}
