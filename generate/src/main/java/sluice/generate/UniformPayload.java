package sluice.generate;

import java.util.random.RandomGenerator;

/** Payloads without any order: each byte is drawn from one range. Immutable. */
record UniformPayload(int firstByte, int lastByte) implements Payload {

    @Override
    public void fill(RandomGenerator random, byte[] payload, int lengthBytes) {
        fill(random, payload, 0, lengthBytes, firstByte, lastByte - firstByte + 1);
    }

    @Override
    public Payload withMotif(RandomGenerator random) {
        return this;
    }

    /** Draws each of {@code lengthBytes} bytes; some 4 ns a byte. */
    static void fill(
            RandomGenerator random,
            byte[] target,
            int from,
            int lengthBytes,
            int firstByte,
            int byteCount) {
        for (int i = from; i < from + lengthBytes; i++) {
            target[i] = (byte) (firstByte + random.nextInt(byteCount));
        }
    }
}
