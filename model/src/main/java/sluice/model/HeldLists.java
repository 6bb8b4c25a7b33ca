package sluice.model;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lists of a cold store that a hot store holds whole, apart from its rows: no write, scan or
 * count of the hot store's own knows of them. They outlive a restart. Safe for any number of
 * threads. Each list says what it is a copy of; whoever finds one of other content than its own
 * neither believes nor removes it, unless it alone has the hot store.
 */
public interface HeldLists {

    /**
     * A list that is held.
     *
     * @param bytes that it takes, about
     */
    record Held(long id1, long linkType, HeldList.Source source, long bytes) {}

    /**
     * A list's header and how much is held of it.
     *
     * @param links how many visible links are held, all that there are in {@code source}
     * @param source null where nothing is held
     */
    record Count(HotHeader header, long links, HeldList.@Nullable Source source) {}

    /** All that are held, in no order. Cost: grows with their number, not with their length. */
    List<Held> all() throws IOException;

    /** Holds {@code list} in place of what is held of it, whole or not at all. */
    void put(HeldList list) throws IOException;

    /** Holds this list no longer, if what is held of it is a copy of {@code source}. */
    void remove(long id1, long linkType, HeldList.Source source) throws IOException;

    /** What is held of this list; null where nothing is. Costs one round trip. */
    @Nullable HeldList held(long id1, long linkType) throws IOException;

    /** The rows of one list and what is held of it. Costs one round trip where rows are few. */
    WholeList list(long id1, long linkType) throws IOException;

    /** The list's header and how many links are held of it, in one round trip. */
    Count count(long id1, long linkType) throws IOException;
}
