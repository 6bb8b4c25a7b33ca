package sluice.model;

/** A graph that is read and written: what a coordinator, a client and every benchmark speaks. */
public interface GraphStore extends GraphReader, GraphWriter {

    /**
     * The same graph, read with {@code patience}. Cheap: made for each request. Closing it does
     * nothing.
     */
    GraphReader with(Patience patience);

    /**
     * As above, on behalf of {@code asker}: what waits for it ends with {@link
     * ErrorCode#INTERRUPTED} soon after it has left, where the store can tell.
     */
    default GraphReader with(Patience patience, Asker asker) {
        return with(patience);
    }
}
