package sluice.experiments.debl;

import java.io.IOException;
import sluice.model.GraphStore;

/** One variant at work: a new store, loaded once, asked from its uptime on. */
interface Loading extends AutoCloseable {

    /**
     * Loads all links, from the first byte of the source on; calls {@code uptime} once every
     * question may be asked, at the end at the latest, and returns at the end.
     */
    void load(Runnable uptime) throws IOException;

    /** A handle to ask with, for one thread. */
    GraphStore connect() throws IOException;

    @Override
    void close() throws IOException;
}
