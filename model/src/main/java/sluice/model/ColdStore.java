package sluice.model;

import java.io.IOException;
import java.util.OptionalLong;

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

    /**
     * The type of the links that go the other way, if the schema has links of {@code linkType} kept
     * in both directions: a link of this type from a to b is also one of that type from b to a. It
     * leads back: the other way of that type is {@code linkType}.
     */
    default OptionalLong otherWay(long linkType) {
        return OptionalLong.empty();
    }

    @Override
    void close() throws IOException;
}
