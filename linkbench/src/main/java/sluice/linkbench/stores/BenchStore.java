package sluice.linkbench.stores;

import java.io.IOException;
import java.util.OptionalLong;
import sluice.model.GraphStore;

/** A store that LinkBench is run on. Owned by who opened it. */
public interface BenchStore extends AutoCloseable {

    /** What it is, in results. */
    String name();

    /**
     * A handle for one thread, which closes it; the store itself stays open. A store whose handles
     * serve any number of threads may give all of them the same.
     */
    GraphStore connect() throws IOException;

    /** Whether it keeps what is written to it; if not, nothing is loaded and nothing verified. */
    default boolean keeps() {
        return true;
    }

    /**
     * Puts the graph of {@code job} into the empty store; by single writes, unless it has a faster
     * way.
     */
    default void load(LoadJob job) throws IOException {
        job.writeTo(this::connect);
    }

    /** The memory of the store's own process, no files in it; empty where it has none. */
    default OptionalLong memoryBytes() {
        return OptionalLong.empty();
    }

    @Override
    void close() throws IOException;
}
