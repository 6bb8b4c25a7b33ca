package sluice.store.packed;

import com.github.luben.zstd.Zstd;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * Writes a packed file: packs each piece of {@value PackedFile#PIECE_BYTES} bytes alone, and ends
 * with an index of the pieces. A piece that does not get shorter is written as it is.
 *
 * <p>The bytes depend on those that are written and on the version of the library alone, not on how
 * they are divided into writes. Belongs to one thread at a time. Takes about 200 KB of heap, and 8
 * bytes for each piece.
 */
public final class PackedWriter {
    private static final int LEVEL = 1;

    private final Target target;
    private final byte[] piece = new byte[PackedFile.PIECE_BYTES];
    private final byte[] packed = new byte[(int) Zstd.compressBound(PackedFile.PIECE_BYTES)];
    private final CRC32C crc = new CRC32C();
    private ByteBuffer index = ByteBuffer.allocate(1 << 10).order(ByteOrder.LITTLE_ENDIAN);
    private int pieceBytes;
    private long lengthBytes;
    private boolean isFinished;

    /** Takes the bytes of the packed file. */
    public interface Target {
        /** Writes some of the remaining bytes, at least one; may be short. */
        int write(ByteBuffer bytes) throws IOException;
    }

    public PackedWriter(Target target) {
        this.target = target;
    }

    /** Takes all bytes that remain, and says how many. */
    public int write(ByteBuffer bytes) throws IOException {
        if (isFinished) {
            throw new IllegalStateException("the packed file has its end already");
        }
        int count = bytes.remaining();
        while (bytes.hasRemaining()) {
            int taken = Math.min(bytes.remaining(), piece.length - pieceBytes);
            bytes.get(piece, pieceBytes, taken);
            pieceBytes += taken;
            lengthBytes += taken;
            if (pieceBytes == piece.length) {
                endPiece();
            }
        }
        return count;
    }

    /** Writes the last piece, the index and the tail; nothing may be written after it. */
    public void finish() throws IOException {
        if (pieceBytes > 0) {
            endPiece();
        }
        isFinished = true;
        reserve(PackedFile.TAIL_BYTES);
        index.putLong(lengthBytes).putInt(PackedFile.PIECE_BYTES).putInt(PackedFile.FORMAT_VERSION);
        index.putInt(checksum(index.array(), index.position())).putLong(PackedFile.MAGIC);
        put(index.flip());
    }

    private void endPiece() throws IOException {
        long size = Zstd.compressByteArray(packed, 0, packed.length, piece, 0, pieceBytes, LEVEL);
        if (Zstd.isError(size)) {
            throw new IllegalStateException("zstd: " + Zstd.getErrorName(size));
        }
        boolean isShorter = size < pieceBytes;
        byte[] bytes = isShorter ? packed : piece;
        int length = isShorter ? (int) size : pieceBytes;
        reserve(PackedFile.ENTRY_BYTES);
        index.putInt(length).putInt(checksum(bytes, length));
        put(ByteBuffer.wrap(bytes, 0, length));
        pieceBytes = 0;
    }

    private void reserve(int bytes) {
        if (index.remaining() < bytes) {
            index =
                    ByteBuffer.allocate(Math.multiplyExact(index.capacity(), 2))
                            .order(ByteOrder.LITTLE_ENDIAN)
                            .put(index.flip());
        }
    }

    private int checksum(byte[] bytes, int length) {
        crc.reset();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }

    private void put(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            if (target.write(bytes) <= 0) {
                throw new IOException("cannot write a packed file: no more bytes are taken");
            }
        }
    }
}
