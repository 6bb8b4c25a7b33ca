package sluice.generate;

/**
 * What payloads look like: bytes from {@code firstByte} to {@code lastByte}, both included, drawn
 * one by one or, at the rate 1 - {@code uniqueness}, copied in pieces from a motif.
 *
 * @param motifLengthBytes 0 for payloads without a motif
 */
public record PayloadShape(int firstByte, int lastByte, double uniqueness, int motifLengthBytes) {
    /** How long motifs are where nobody says it. */
    public static final int MOTIF_LENGTH_BYTES = 512;

    public PayloadShape {
        if (firstByte < 0 || lastByte <= firstByte || lastByte > 255) {
            throw new IllegalArgumentException(
                    "bytes from %d to %d, expected a range within 0 to 255"
                            .formatted(firstByte, lastByte));
        }
        if (!(uniqueness >= 0 && uniqueness <= 1) || motifLengthBytes < 0) {
            throw new IllegalArgumentException(
                    "uniqueness %s and motif of %d bytes, expected 0 to 1 and 0 or more"
                            .formatted(uniqueness, motifLengthBytes));
        }
    }

    /** LinkBench's links. The original ignores the length that is set for their motif. */
    public static PayloadShape ofLinks(LinkBenchOptions.Profile profile) {
        int motifLengthBytes =
                switch (profile) {
                    case LEGACY -> MOTIF_LENGTH_BYTES;
                    case CORRECTED -> 128;
                };
        return new PayloadShape(32, 100, 0.225, motifLengthBytes);
    }

    /** LinkBench's nodes. */
    public static PayloadShape ofNodes() {
        return new PayloadShape(50, 220, 0.63, MOTIF_LENGTH_BYTES);
    }

    /** A maker of such payloads, which has no motif yet. */
    public Payload payload() {
        return motifLengthBytes == 0
                ? new UniformPayload(firstByte, lastByte)
                : new MotifPayload(firstByte, lastByte, uniqueness, motifLengthBytes);
    }
}
