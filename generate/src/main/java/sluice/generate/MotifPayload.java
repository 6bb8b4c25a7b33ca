package sluice.generate;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * LinkBench's payloads: pieces of 128 bytes, each fresh at the rate {@code uniqueness}, else copied
 * from a motif, so that they compress about as well as real data.
 */
final class MotifPayload implements Payload {
    private static final int PIECE_BYTES = 128;

    private final int firstByte;
    private final int byteCount;
    private final double uniqueness;
    private final int motifLengthBytes;

    /** Null until first used: the original draws it from the stream of the first payload. */
    private byte @Nullable [] motif;

    MotifPayload(int firstByte, int lastByte, double uniqueness, int motifLengthBytes) {
        this.firstByte = firstByte;
        byteCount = lastByte - firstByte + 1;
        this.uniqueness = uniqueness;
        this.motifLengthBytes = motifLengthBytes;
    }

    @Override
    public MotifPayload withMotif(RandomGenerator random) {
        byte[] drawn = new byte[motifLengthBytes];
        UniformPayload.fill(random, drawn, 0, motifLengthBytes, firstByte, byteCount);
        motif = drawn;
        return this;
    }

    @Override
    public void fill(RandomGenerator random, byte[] payload, int lengthBytes) {
        if (motif == null) {
            withMotif(random);
        }
        int pieceMax = Math.min(PIECE_BYTES, motifLengthBytes);
        for (int from = 0; from < lengthBytes; from += pieceMax) {
            int piece = Math.min(pieceMax, lengthBytes - from);
            if (random.nextDouble() < uniqueness) {
                UniformPayload.fill(random, payload, from, piece, firstByte, byteCount);
            } else {
                System.arraycopy(
                        motif, random.nextInt(motifLengthBytes - piece + 1), payload, from, piece);
            }
        }
    }
}
