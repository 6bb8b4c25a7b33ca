package sluice.generate;

import java.util.random.RandomGenerator;

/**
 * Makes the data of links or of nodes.
 *
 * <p>Belongs to one thread, except where {@link #withMotif} was called: then it is only read.
 */
public sealed interface Payload permits MotifPayload, UniformPayload {
    /** Fills the first {@code lengthBytes} of {@code payload}. */
    void fill(RandomGenerator random, byte[] payload, int lengthBytes);

    /** Draws now what is shared by all payloads, so that it does not depend on which is first. */
    Payload withMotif(RandomGenerator random);
}
