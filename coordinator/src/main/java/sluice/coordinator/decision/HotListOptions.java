package sluice.coordinator.decision;

/**
 * Which lists the hot store holds whole.
 *
 * @param bytesMax of all of them; 0 for none
 * @param halfLifeNanos after which a question counts half
 * @param askedMin a list that was asked for so often lately is worth holding
 */
public record HotListOptions(long bytesMax, long halfLifeNanos, double askedMin) {
    /** What is held before a cold store that lies elsewhere, if nothing else was said. */
    public static final long USUAL_BYTES = 64L << 20;

    private static final long HALF_LIFE_NANOS = 60_000_000_000L;
    private static final double ASKED_MIN = 4;

    public HotListOptions {
        if (bytesMax < 0 || halfLifeNanos < 1 || !(askedMin > 0)) {
            throw new IllegalArgumentException(
                    "%d bytes, half-life %d ns, asked %f times"
                            .formatted(bytesMax, halfLifeNanos, askedMin));
        }
    }

    /** Lists of so many bytes that were asked for some times within the last minute. */
    public static HotListOptions ofBytes(long bytesMax) {
        return new HotListOptions(bytesMax, HALF_LIFE_NANOS, ASKED_MIN);
    }
}
