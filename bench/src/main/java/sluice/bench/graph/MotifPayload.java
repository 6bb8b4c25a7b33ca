package sluice.bench.graph;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * LinkBench's payloads: pieces of 128 bytes, each fresh at the rate {@code uniqueness}, else copied
 * from a motif, so that they compress about as well as real data.
 *
 * <p>Belongs to one thread, except where the motif was given from outside and is only read.
 */
final class MotifPayload {
    private static final int PIECE_BYTES = 128;

    private final int firstByte;
    private final int byteCount;
    private final double uniqueness;
    private final int motifLengthBytes;

    /** Null until first used: the original draws it from the stream of the first payload. */
    private byte @Nullable [] motif;

    private MotifPayload(int firstByte, int lastByte, double uniqueness, int motifLengthBytes) {
        this.firstByte = firstByte;
        byteCount = lastByte - firstByte + 1;
        this.uniqueness = uniqueness;
        this.motifLengthBytes = motifLengthBytes;
    }

    static MotifPayload ofLinks(LinkBenchOptions.Profile profile) {
        int motifLengthBytes =
                switch (profile) {
                    case LEGACY -> 512;
                    case CORRECTED -> 128;
                };
        return new MotifPayload(32, 100, 0.225, motifLengthBytes);
    }

    static MotifPayload ofNodes() {
        return new MotifPayload(50, 220, 0.63, 512);
    }

    /**
     * Draws the motif now, so that what comes later does not depend on which payload is the first.
     */
    MotifPayload withMotif(RandomGenerator random) {
        motif = fresh(random, new byte[motifLengthBytes], 0, motifLengthBytes);
        return this;
    }

    /** Fills the first {@code lengthBytes} of {@code payload}; about 4 ns for each fresh byte. */
    void fill(RandomGenerator random, byte[] payload, int lengthBytes) {
        if (motif == null) {
            withMotif(random);
        }
        int pieceMax = Math.min(PIECE_BYTES, motifLengthBytes);
        for (int from = 0; from < lengthBytes; from += pieceMax) {
            int piece = Math.min(pieceMax, lengthBytes - from);
            if (random.nextDouble() < uniqueness) {
                fresh(random, payload, from, piece);
            } else {
                System.arraycopy(
                        motif, random.nextInt(motifLengthBytes - piece + 1), payload, from, piece);
            }
        }
    }

    private byte[] fresh(RandomGenerator random, byte[] target, int from, int lengthBytes) {
        for (int i = from; i < from + lengthBytes; i++) {
            target[i] = (byte) (firstByte + random.nextInt(byteCount));
        }
        return target;
    }
}
