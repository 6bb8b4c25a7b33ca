package sluice.linkbench.stores;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import sluice.generate.LinkBenchGraph;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.Visibility;

/** Makes the nodes or links of one chunk of the graph as objects, one at a time. */
final class ChunkWriter {
    private static final long LINK_VERSION = 0;

    private ChunkWriter() {}

    /** Takes rows; may fail as stores do. */
    interface Taker<T> {
        void take(T row) throws IOException;
    }

    static void links(LinkBenchGraph graph, long chunk, Taker<Link> taker) throws IOException {
        unwrapped(
                () ->
                        graph.links(
                                chunk,
                                (id1, linkType, id2, timeMillis, data, lengthBytes) ->
                                        give(
                                                taker,
                                                new Link(
                                                        id1,
                                                        linkType,
                                                        id2,
                                                        Visibility.VISIBLE,
                                                        LINK_VERSION,
                                                        timeMillis,
                                                        Arrays.copyOf(data, lengthBytes)))));
    }

    static void nodes(LinkBenchGraph graph, long chunk, Taker<Node> taker) throws IOException {
        unwrapped(
                () ->
                        graph.nodes(
                                chunk,
                                (id, type, version, timeSeconds, data, lengthBytes) ->
                                        give(
                                                taker,
                                                new Node(
                                                        id,
                                                        type,
                                                        version,
                                                        timeSeconds,
                                                        Arrays.copyOf(data, lengthBytes)))));
    }

    private static <T> void give(Taker<T> taker, T row) {
        try {
            taker.take(row);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void unwrapped(Runnable work) throws IOException {
        try {
            work.run();
        } catch (UncheckedIOException failure) {
            throw failure.getCause();
        }
    }
}
