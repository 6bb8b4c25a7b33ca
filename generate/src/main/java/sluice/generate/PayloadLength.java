package sluice.generate;

import java.util.random.RandomGenerator;

/** How long payloads are: log-normal with a sigma of 1, cut off at a maximum. Immutable. */
public final class PayloadLength {
    private static final int LINK_DATA_MAX_BYTES = 254;
    private static final int NODE_DATA_MAX_BYTES = (1 << 20) - 1;

    private final double logMedian;
    private final int maxBytes;

    private PayloadLength(double medianBytes, int maxBytes) {
        logMedian = StrictMath.log(medianBytes);
        this.maxBytes = maxBytes;
    }

    public static PayloadLength ofLinks(double medianBytes) {
        return new PayloadLength(medianBytes, LINK_DATA_MAX_BYTES);
    }

    public static PayloadLength ofNodes(double medianBytes) {
        return new PayloadLength(medianBytes, NODE_DATA_MAX_BYTES);
    }

    /** A length in bytes. */
    public int next(RandomGenerator random) {
        double length = StrictMath.exp(logMedian + random.nextGaussian()) + 0.5;
        return length >= maxBytes ? maxBytes : (int) length;
    }

    /** No length is above it. */
    public int maxBytes() {
        return maxBytes;
    }
}
