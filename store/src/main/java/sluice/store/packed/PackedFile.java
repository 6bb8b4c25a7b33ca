package sluice.store.packed;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.CorruptFileException;
import sluice.storage.cache.PieceSource;

/**
 * A packed file that is read piece by piece, with the index of its pieces in memory. Layout:
 * docs/format.md, "Packed runs"; all numbers little-endian.
 *
 * <p>Each piece is compared with its checksum before it is unpacked, so that damage is never
 * unpacked, and never kept in a cache. Safe for any number of threads. Opening costs one request,
 * or two if the index is longer than {@value #LAST_BYTES} bytes; the index takes 12 bytes of heap
 * for each piece.
 */
public final class PackedFile {
    /** How many bytes are packed as one: those that a cache of far files keeps as one. */
    static final int PIECE_BYTES = PieceSource.PIECE_BYTES;

    /** "SLUICEPK", the last bytes of the file. */
    static final long MAGIC = 0x4B50454349554C53L;

    static final int FORMAT_VERSION = 1;

    /** Length and checksum of a piece. */
    static final int ENTRY_BYTES = 8;

    static final int TAIL_BYTES = 28;
    private static final int CHECKSUM_FROM_END = 12;

    /** The end of the file that is asked for first. */
    private static final int LAST_BYTES = 16 << 10;

    private static final String ADVICE = "run: sluice verify";

    private final String name;
    private final PieceSource.Fetching far;
    private final long lengthBytes;

    /** Where each piece begins, and behind the last one where the index does. */
    private final long[] starts;

    private final int[] checksums;

    private PackedFile(
            String name,
            PieceSource.Fetching far,
            long lengthBytes,
            long[] starts,
            int[] checksums) {
        this.name = name;
        this.far = far;
        this.lengthBytes = lengthBytes;
        this.starts = starts;
        this.checksums = checksums;
    }

    /**
     * Reads the index of the file {@code name}, which has {@code packedBytes} bytes that {@code
     * far} fetches. Damage of the index is a {@link CorruptFileException}.
     */
    public static PackedFile open(String name, long packedBytes, PieceSource.Fetching far)
            throws IOException {
        if (packedBytes < TAIL_BYTES) {
            throw damaged(name, packedBytes, "it ends here, too short for a packed file");
        }
        byte[] last = new byte[(int) Math.min(LAST_BYTES, packedBytes)];
        far.fetch(packedBytes - last.length, last);
        ByteBuffer tail =
                ByteBuffer.wrap(last, last.length - TAIL_BYTES, TAIL_BYTES)
                        .slice()
                        .order(ByteOrder.LITTLE_ENDIAN);
        if (tail.getLong(TAIL_BYTES - Long.BYTES) != MAGIC) {
            throw damaged(name, packedBytes - Long.BYTES, "it does not end as a packed file does");
        }
        long length = tail.getLong(0);
        long pieces = length < 0 ? -1 : Math.ceilDiv(length, PIECE_BYTES);
        long indexBytes = pieces * ENTRY_BYTES + TAIL_BYTES;
        if (pieces < 0 || indexBytes > Math.min(packedBytes, Integer.MAX_VALUE)) {
            throw damaged(name, packedBytes - TAIL_BYTES, "its length is " + length);
        }
        byte[] index = last;
        if (indexBytes > last.length) {
            index = new byte[(int) indexBytes];
            far.fetch(packedBytes - indexBytes, index);
        }
        ByteBuffer entries =
                ByteBuffer.wrap(index, index.length - (int) indexBytes, (int) indexBytes)
                        .slice()
                        .order(ByteOrder.LITTLE_ENDIAN);
        check(name, packedBytes, entries);
        return of(name, packedBytes - indexBytes, far, entries);
    }

    private static void check(String name, long packedBytes, ByteBuffer entries)
            throws CorruptFileException {
        int end = entries.limit() - CHECKSUM_FROM_END;
        CRC32C crc = new CRC32C();
        crc.update(entries.duplicate().limit(end));
        if ((int) crc.getValue() != entries.getInt(end)) {
            throw damaged(
                    name,
                    packedBytes - entries.limit(),
                    "the index of its pieces does not match its checksum");
        }
        int format = entries.getInt(end - Integer.BYTES);
        int pieceBytes = entries.getInt(end - 2 * Integer.BYTES);
        if (format != FORMAT_VERSION || pieceBytes != PIECE_BYTES) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "%s is a packed file of format %d with pieces of %d bytes; this program reads format %d with %d bytes: install a newer one"
                            .formatted(name, format, pieceBytes, FORMAT_VERSION, PIECE_BYTES));
        }
    }

    private static PackedFile of(
            String name, long indexBegin, PieceSource.Fetching far, ByteBuffer entries)
            throws CorruptFileException {
        int pieces = (entries.limit() - TAIL_BYTES) / ENTRY_BYTES;
        long lengthBytes = entries.getLong(pieces * ENTRY_BYTES);
        long[] starts = new long[pieces + 1];
        int[] checksums = new int[pieces];
        for (int piece = 0; piece < pieces; piece++) {
            int length = entries.getInt();
            checksums[piece] = entries.getInt();
            if (length < 1 || length > unpackedBytes(lengthBytes, piece)) {
                throw damaged(
                        name,
                        indexBegin + (long) piece * ENTRY_BYTES,
                        "piece %d has %d bytes".formatted(piece, length));
            }
            starts[piece + 1] = starts[piece] + length;
        }
        if (starts[pieces] != indexBegin) {
            throw damaged(
                    name,
                    indexBegin,
                    "its pieces have %d bytes, expected %d".formatted(starts[pieces], indexBegin));
        }
        return new PackedFile(name, far, lengthBytes, starts, checksums);
    }

    private static int unpackedBytes(long lengthBytes, long piece) {
        return (int) Math.min(PIECE_BYTES, lengthBytes - piece * PIECE_BYTES);
    }

    private static CorruptFileException damaged(String name, long offset, String finding) {
        return new CorruptFileException(name, offset, finding, ADVICE);
    }

    /** The bytes that the file has when it is unpacked. */
    public long lengthBytes() {
        return lengthBytes;
    }

    /**
     * Fills {@code bytes}, whole pieces, with what the unpacked file has at {@code offset}, where a
     * piece begins. Costs one request.
     */
    public void fetch(long offset, byte[] bytes) throws IOException {
        long end = Math.addExact(offset, bytes.length);
        if (offset % PIECE_BYTES != 0 || (end % PIECE_BYTES != 0 && end != lengthBytes)) {
            throw new IllegalArgumentException(
                    "%d bytes at %d are not whole pieces".formatted(bytes.length, offset));
        }
        int first = (int) (offset / PIECE_BYTES);
        int last = (int) Math.ceilDiv(end, PIECE_BYTES);
        byte[] packed = new byte[Math.toIntExact(starts[last] - starts[first])];
        far.fetch(starts[first], packed);
        for (int piece = first; piece < last; piece++) {
            unpack(piece, packed, (int) (starts[piece] - starts[first]), bytes, piece - first);
        }
    }

    /** Unpacks a piece as number {@code at} of those in {@code into}. */
    private void unpack(int piece, byte[] packed, int from, byte[] into, int at)
            throws CorruptFileException {
        int length = (int) (starts[piece + 1] - starts[piece]);
        CRC32C crc = new CRC32C();
        crc.update(packed, from, length);
        if ((int) crc.getValue() != checksums[piece]) {
            throw damaged(
                    name, starts[piece], "piece %d does not match its checksum".formatted(piece));
        }
        int to = at * PIECE_BYTES;
        int unpacked = unpackedBytes(lengthBytes, piece);
        if (length == unpacked) {
            System.arraycopy(packed, from, into, to, length);
            return;
        }
        String said;
        try {
            long count = Zstd.decompressByteArray(into, to, unpacked, packed, from, length);
            if (count == unpacked) {
                return;
            }
            said = Zstd.isError(count) ? Zstd.getErrorName(count) : count + " bytes";
        } catch (ZstdException failure) {
            said = String.valueOf(failure.getMessage());
        }
        throw damaged(
                name,
                starts[piece],
                "piece %d does not unpack to %d bytes: %s".formatted(piece, unpacked, said));
    }
}
