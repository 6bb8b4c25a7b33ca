package sluice.model;

/** A graph that is read and written: what a coordinator, a client and every benchmark speaks. */
public interface GraphStore extends GraphReader, GraphWriter {

    /**
     * The same graph, read with {@code patience}. Cheap: made for each request. Closing it does
     * nothing.
     */
    GraphReader with(Patience patience);
}
