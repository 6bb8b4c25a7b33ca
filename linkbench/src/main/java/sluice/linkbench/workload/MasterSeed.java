package sluice.linkbench.workload;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;

/** One seed from which many follow. */
public final class MasterSeed {
    private MasterSeed() {}

    /** The numbers that SHA1PRNG gives after the first, which the original only logs. */
    public static long[] derive(long seed, int count) throws GeneralSecurityException {
        SecureRandom random = SecureRandom.getInstance("SHA1PRNG");
        random.setSeed(ByteBuffer.allocate(Long.BYTES).putLong(seed).array());
        random.nextLong();
        long[] seeds = new long[count];
        for (int i = 0; i < count; i++) {
            seeds[i] = random.nextLong();
        }
        return seeds;
    }
}
