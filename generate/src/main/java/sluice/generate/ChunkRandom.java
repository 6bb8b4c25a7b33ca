package sluice.generate;

import java.util.random.RandomGenerator;

/**
 * SplitMix64 (Steele, Lea, Flood 2014), seeded per chunk, the same on every machine and Java
 * release.
 *
 * <p>Not safe for several threads. A number costs about a nanosecond.
 */
final class ChunkRandom implements RandomGenerator {
    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    private final PolarGaussian gaussian = new PolarGaussian();
    private long state;

    private ChunkRandom(long state) {
        this.state = state;
    }

    /**
     * The stream of one chunk; {@code purpose} keeps the streams of links, nodes and so on apart.
     */
    static ChunkRandom of(long seed, String purpose, long chunk) {
        long state = seed;
        for (int i = 0; i < purpose.length(); i++) {
            state = mix(state + GOLDEN_GAMMA) ^ purpose.charAt(i);
        }
        return new ChunkRandom(mix(mix(state + GOLDEN_GAMMA) + chunk * GOLDEN_GAMMA));
    }

    /** A bijection of 64-bit numbers in which every input bit moves every output bit. */
    static long mix(long value) {
        value = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        value = (value ^ (value >>> 27)) * 0x94D049BB133111EBL;
        return value ^ (value >>> 31);
    }

    /** The number that {@link #mix} turns into {@code value}. */
    static long unmix(long value) {
        value = (value ^ (value >>> 31) ^ (value >>> 62)) * 0x319642B2D24D8EC3L;
        value = (value ^ (value >>> 27) ^ (value >>> 54)) * 0x96DE1B173F119089L;
        return value ^ (value >>> 30) ^ (value >>> 60);
    }

    @Override
    public long nextLong() {
        state += GOLDEN_GAMMA;
        return mix(state);
    }

    /** A number below {@code bound}, of which each is equally likely to within 2^-32. */
    @Override
    public int nextInt(int bound) {
        return (int) ((nextLong() >>> 32) * bound >>> 32);
    }

    /** The polar method; what the platform brings may change with its release. */
    @Override
    public double nextGaussian() {
        return gaussian.next(this);
    }
}
