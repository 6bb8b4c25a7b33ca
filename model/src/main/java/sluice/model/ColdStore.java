package sluice.model;

import java.io.IOException;

/**
 * The bulk-built part of a graph: large, immutable but for what a load brings and an absorb moves
 * in. Read through views, each of which is one state of it.
 *
 * <p>Safe for any number of threads.
 */
public interface ColdStore extends AutoCloseable {

    /**
     * What can be read now, unchanged until the caller closes it. Cheap: taken for each request.
     */
    ColdView view() throws IOException;

    /**
     * The epoch of the views that are handed out now.
     *
     * <p>It moves on before anything is taken out of a hot store because a later view holds it: who
     * read a hot store and finds the epoch of an earlier view still here has missed nothing.
     */
    long epoch() throws IOException;

    @Override
    void close() throws IOException;
}
