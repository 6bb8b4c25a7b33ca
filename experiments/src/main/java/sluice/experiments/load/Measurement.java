package sluice.experiments.load;

import java.io.IOException;

/** Measures one subject, once for each call, and leaves nothing behind on the disk. */
interface Measurement {
    void measure(Samples samples) throws IOException;
}
