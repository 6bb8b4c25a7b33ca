package sluice.segment;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;
import sluice.storage.CorruptFileException;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;

/**
 * The pieces of a run or segment with their checksums, read from the end of the file before the
 * rest is there, so that each piece of a copy can be checked as it comes. The pieces lie one behind
 * the other, between {@link #head} and {@link #tail}, which were read and checked already.
 *
 * <p>Costs a read of the tables and 20 bytes of memory for each piece. Immutable.
 */
public final class FilePieces {
    private static final String ADVICE = "fetch it from another place";
    private static final int TAIL_BYTES_MAX = 1 << 30;

    private final long[] offsets;
    private final int[] checksums;
    private final byte[] head;
    private final byte[] tail;

    /** A table of pieces: where its entries are, and what lies where in an entry. */
    private record Table(
            long at, long count, int entryBytes, int offset, int length, int checksum) {
        long end() {
            return at + Math.multiplyExact(count, (long) entryBytes);
        }
    }

    private FilePieces(long[] offsets, int[] checksums, byte[] head, byte[] tail) {
        this.offsets = offsets;
        this.checksums = checksums;
        this.head = head;
        this.tail = tail;
    }

    /**
     * Reads the tables of {@code source}, which is or will be the file that {@code entry}
     * describes.
     *
     * @throws CorruptFileException if they are not those of the file
     */
    public static FilePieces read(Storage.Source source, FileEntry entry) throws IOException {
        long footerAt = entry.lengthBytes() - FileLayout.FOOTER_BYTES;
        if (footerAt < FileLayout.HEADER_BYTES) {
            throw new CorruptFileException(entry.name(), 0, "it is too short", ADVICE);
        }
        byte[] footer = bytes(source, footerAt, FileLayout.FOOTER_BYTES);
        int checksum = Bytes.getInt(footer, FileLayout.FOOTER_CHECKSUM);
        if (checksum(footer, 0, FileLayout.FOOTER_CHECKSUM) != checksum
                || checksum != entry.checksum()) {
            throw new CorruptFileException(
                    entry.name(), footerAt, "the footer is not that of the version", ADVICE);
        }
        long tablesAt = Bytes.getLong(footer, FileLayout.FOOTER_TABLES_OFFSET);
        long tailBytes = entry.lengthBytes() - tablesAt;
        if (tablesAt < FileLayout.HEADER_BYTES
                || tailBytes < FileLayout.FOOTER_BYTES
                || tailBytes > TAIL_BYTES_MAX) {
            throw new CorruptFileException(
                    entry.name(), footerAt, "tables that begin at " + tablesAt, ADVICE);
        }
        int tablesBytes = (int) tailBytes - FileLayout.FOOTER_BYTES;
        byte[] tail = Arrays.copyOf(bytes(source, tablesAt, tablesBytes), (int) tailBytes);
        System.arraycopy(footer, 0, tail, tablesBytes, footer.length);
        byte[] head = bytes(source, 0, FileLayout.HEADER_BYTES);
        boolean isHead =
                checksum(head, 0, FileLayout.HEADER_CHECKSUM)
                                == Bytes.getInt(head, FileLayout.HEADER_CHECKSUM)
                        && Bytes.getLong(head, FileLayout.HEADER_NAME_HASH)
                                == FileLayout.nameHash(entry.name());
        if (!isHead) {
            throw new CorruptFileException(
                    entry.name(), 0, "the header is not that of the file", ADVICE);
        }
        boolean hasPages =
                Bytes.getInt(head, FileLayout.HEADER_VERSION) == FileLayout.FORMAT_VERSION_PAGED;
        int tablesChecksum = Bytes.getInt(footer, FileLayout.FOOTER_TABLES_CHECKSUM);
        boolean areTables =
                hasPages
                        ? TablePages.areWhole(tail, tablesBytes, tablesChecksum)
                        : checksum(tail, 0, tablesBytes) == tablesChecksum;
        if (!areTables) {
            throw new CorruptFileException(
                    entry.name(), tablesAt, "the tables do not match their checksum", ADVICE);
        }
        try {
            return of(entry, head, tail, tablesAt);
        } catch (IndexOutOfBoundsException | ArithmeticException e) {
            throw new CorruptFileException(
                    entry.name(), tablesAt, "tables whose sizes do not add up", ADVICE);
        }
    }

    private static byte[] bytes(Storage.Source source, long offset, int length) throws IOException {
        byte[] bytes = new byte[length];
        StorageFiles.readFully(source, ByteBuffer.wrap(bytes), offset);
        return bytes;
    }

    private static int checksum(byte[] bytes, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }

    private static FilePieces of(FileEntry entry, byte[] head, byte[] tail, long tablesAt)
            throws CorruptFileException {
        int footer = tail.length - FileLayout.FOOTER_BYTES;
        long links = Bytes.getLong(tail, footer + FileLayout.FOOTER_LINK_BLOCKS);
        long nodes = Bytes.getLong(tail, footer + FileLayout.FOOTER_NODE_BLOCKS);
        Table linkFences = fences(0, links);
        Table nodeFences = fences(linkFences.end(), nodes);
        long longs =
                Math.multiplyExact(
                        Bytes.getLong(tail, footer + FileLayout.FOOTER_LONGS),
                        (long) FileLayout.LONG_BYTES);
        Table points =
                new Table(
                        Math.addExact(nodeFences.end(), longs),
                        Bytes.getLong(tail, footer + FileLayout.FOOTER_PIECES),
                        FileLayout.PIECE_BYTES,
                        FileLayout.PIECE_OFFSET,
                        FileLayout.PIECE_LENGTH,
                        FileLayout.PIECE_CHECKSUM);
        long slices =
                Math.multiplyExact(
                        Bytes.getLong(tail, footer + FileLayout.FOOTER_SLICES),
                        (long) FileLayout.SLICE_BYTES);
        long meta = Bytes.getLong(tail, footer + FileLayout.FOOTER_META_BYTES);
        long indexAt = points.end() + slices + ((meta + 7) & -8);
        boolean hasIndex =
                Bytes.getInt(head, FileLayout.HEADER_VERSION) == FileLayout.FORMAT_VERSION_INDEXED;
        Table index =
                new Table(
                        indexAt,
                        hasIndex ? Bytes.getLong(tail, footer + FileLayout.FOOTER_INDEX_BLOCKS) : 0,
                        IndexLayout.FENCE_BYTES,
                        IndexLayout.FENCE_OFFSET,
                        IndexLayout.FENCE_LENGTH,
                        IndexLayout.FENCE_CHECKSUM);
        long[][] pieces = gather(tail, new Table[] {linkFences, nodeFences, points, index}, footer);
        long[] offsets = new long[pieces.length + 1];
        int[] checksums = new int[pieces.length];
        long end = FileLayout.HEADER_BYTES;
        for (int i = 0; i < pieces.length; i++) {
            if (pieces[i][0] != end || pieces[i][1] <= 0) {
                throw new CorruptFileException(
                        entry.name(), end, "pieces that do not lie one behind the other", ADVICE);
            }
            offsets[i] = end;
            checksums[i] = (int) pieces[i][2];
            end += pieces[i][1];
        }
        offsets[pieces.length] = end;
        if (end != tablesAt) {
            throw new CorruptFileException(
                    entry.name(), end, "pieces that end before the tables", ADVICE);
        }
        return new FilePieces(offsets, checksums, head, tail);
    }

    /** Offset, length and checksum of each piece, in the order of the file. */
    private static long[][] gather(byte[] tail, Table[] tables, int tablesEnd) {
        int count = 0;
        for (Table table : tables) {
            if (table.count() < 0 || table.end() > tablesEnd) {
                throw new IndexOutOfBoundsException("a table behind the tables");
            }
            count = Math.addExact(count, Math.toIntExact(table.count()));
        }
        long[][] pieces = new long[count][];
        int next = 0;
        for (Table table : tables) {
            for (long i = 0; i < table.count(); i++) {
                int at = (int) (table.at() + i * table.entryBytes());
                pieces[next++] =
                        new long[] {
                            Bytes.getLong(tail, at + table.offset()),
                            Bytes.getInt(tail, at + table.length()),
                            Bytes.getInt(tail, at + table.checksum())
                        };
            }
        }
        Arrays.sort(pieces, (a, b) -> Long.compare(a[0], b[0]));
        return pieces;
    }

    private static Table fences(long at, long count) {
        return new Table(
                at,
                count,
                FileLayout.FENCE_BYTES,
                FileLayout.FENCE_OFFSET,
                FileLayout.FENCE_LENGTH,
                FileLayout.FENCE_CHECKSUM);
    }

    /** How many pieces there are. */
    public int count() {
        return checksums.length;
    }

    /** Where piece {@code index} begins; that of {@link #count} is where the tail begins. */
    public long offset(int index) {
        return offsets[index];
    }

    /** The length of piece {@code index}. */
    public int length(int index) {
        return Math.toIntExact(offsets[index + 1] - offsets[index]);
    }

    /** Whether the bytes of {@code buffer} from {@code at} on are piece {@code index}. */
    public boolean isWhole(int index, ByteBuffer buffer, int at) {
        CRC32C crc = new CRC32C();
        crc.update(buffer.duplicate().limit(at + length(index)).position(at));
        return (int) crc.getValue() == checksums[index];
    }

    /** The header of the file, before all pieces. */
    public byte[] head() {
        return head.clone();
    }

    /** The tables and the footer of the file, behind all pieces. */
    public byte[] tail() {
        return tail.clone();
    }
}
