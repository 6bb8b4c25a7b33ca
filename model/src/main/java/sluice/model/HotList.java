package sluice.model;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The rows that a hot store has of one list, at one moment. Belongs to one thread. */
public interface HotList extends AutoCloseable {

    HotHeader header() throws IOException;

    /**
     * The visible links whose time lies from {@code minTime} to {@code maxTime}, in the order of a
     * list, at most {@code limit} of them.
     */
    LinkList visible(long minTime, long maxTime, int limit) throws IOException;

    /** The id2 of every row, marks too, in unsigned order. Cost: grows with the list. */
    long[] id2s() throws IOException;

    /** The row of {@code id2}, or null. */
    @Nullable HotLink link(long id2) throws IOException;

    /**
     * Of each of {@code id2s} whether there is a row of it. Cost: that of {@link #link} for each,
     * but where rows lie elsewhere about one round trip for a thousand.
     */
    default boolean[] haveRows(long[] id2s) throws IOException {
        boolean[] found = new boolean[id2s.length];
        for (int index = 0; index < id2s.length; index++) {
            found[index] = link(id2s[index]) != null;
        }
        return found;
    }

    @Override
    void close();
}
