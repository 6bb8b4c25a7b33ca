package sluice.gremlin;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.util.iterator.IteratorUtils;
import sluice.gremlin.ElementIds.LinkKey;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.TypeCount;

/**
 * The links of nodes, both ways. Outwards each label is one list. Inwards a label that is declared
 * with {@code @reverse} is one list too; any other requires a scan of all rows. Thread-safe.
 */
final class Adjacency {
    private final SluiceGraph graph;

    Adjacency(SluiceGraph graph) {
        this.graph = graph;
    }

    /**
     * The lists in which links of a node are.
     *
     * @param types of the rows
     * @param requiresScan whether there may be further ones, which no list of the node has
     */
    private record Lists(List<Long> types, boolean requiresScan) {}

    Iterator<Edge> edges(SluiceVertex of, Direction direction, String[] labels, ListPart part) {
        return switch (direction) {
            case OUT -> outEdges(of, labels, part);
            case IN -> inEdges(of, labels, part);
            case BOTH -> both(outEdges(of, labels, part), inEdges(of, labels, part));
        };
    }

    private static <E> Iterator<E> both(Iterator<E> out, Iterator<E> in) {
        return IteratorUtils.flatMap(List.of(out, in).iterator(), each -> each);
    }

    Iterator<Vertex> vertices(
            SluiceVertex of, Direction direction, String[] labels, ListPart part) {
        return switch (direction) {
            case OUT -> listEnds(of, outLists(of, labels), part);
            case IN -> inVertices(of, labels, part);
            case BOTH ->
                    both(listEnds(of, outLists(of, labels), part), inVertices(of, labels, part));
        };
    }

    /** How many links of a node there are. */
    long count(SluiceVertex of, Direction direction, String[] labels) {
        return switch (direction) {
            case OUT -> counted(of, outLists(of, labels));
            case IN -> inCount(of, labels);
            case BOTH -> counted(of, outLists(of, labels)) + inCount(of, labels);
        };
    }

    private long inCount(SluiceVertex of, String[] labels) {
        Lists lists = inLists(of, labels);
        return lists.requiresScan
                ? IteratorUtils.count(scanned(of, labels, ListPart.ALL))
                : counted(of, lists.types);
    }

    private long counted(SluiceVertex of, List<Long> types) {
        long count = 0;
        for (long type : types) {
            count += graph.rows().count(of.number(), type);
        }
        return count;
    }

    private Iterator<Edge> outEdges(SluiceVertex of, String[] labels, ListPart part) {
        return lists(of, outLists(of, labels), part, (list, index) -> edge(list.link(index)));
    }

    private Iterator<Edge> inEdges(SluiceVertex of, String[] labels, ListPart part) {
        Lists lists = inLists(of, labels);
        return lists.requiresScan
                ? scanned(of, labels, part)
                : lists(of, lists.types, part, this::forwards);
    }

    private Iterator<Vertex> inVertices(SluiceVertex of, String[] labels, ListPart part) {
        Lists lists = inLists(of, labels);
        return lists.requiresScan
                ? IteratorUtils.map(scanned(of, labels, part), Edge::outVertex)
                : listEnds(of, lists.types, part);
    }

    private Iterator<Vertex> listEnds(SluiceVertex of, List<Long> types, ListPart part) {
        return lists(of, types, part, (list, index) -> new SluiceVertex(graph, list.id2(index)));
    }

    private <E> Iterator<E> lists(
            SluiceVertex of, List<Long> types, ListPart part, ListPages.OfLink<E> made) {
        if (types.size() == 1) {
            return new ListPages<>(graph.rows(), of.number(), types.getFirst(), part, made);
        }
        return IteratorUtils.flatMap(
                types.iterator(),
                type -> new ListPages<>(graph.rows(), of.number(), type, part, made));
    }

    /** The edge of a row. */
    Edge edge(Link link) {
        return new SluiceEdge(
                graph,
                new LinkKey(link.id1(), link.linkType(), link.id2()),
                link.time(),
                link.version(),
                link.data());
    }

    /** The edge whose copy, seen from its end, is row {@code index}. */
    private Edge forwards(LinkList list, int index) {
        long type =
                graph.types()
                        .number(graph.types().labelOfBackwards(list.linkType()))
                        .orElse(list.linkType());
        return new SluiceEdge(
                graph,
                new LinkKey(list.id2(index), type, list.id1()),
                list.time(index),
                list.version(index),
                list.data(index));
    }

    private List<Long> outLists(SluiceVertex of, String[] labels) {
        List<Long> types = new ArrayList<>();
        if (labels.length == 0) {
            for (TypeCount each : graph.rows().types(of.number())) {
                if (graph.types().isForwards(each.linkType())) {
                    types.add(each.linkType());
                }
            }
            return types;
        }
        for (String label : distinct(labels)) {
            OptionalLong type = graph.types().number(label);
            if (type.isPresent() && graph.types().isForwards(type.getAsLong())) {
                types.add(type.getAsLong());
            }
        }
        return types;
    }

    private Lists inLists(SluiceVertex of, String[] labels) {
        List<Long> types = new ArrayList<>();
        if (labels.length == 0) {
            if (!graph.types().areAllKeptBackwards()) {
                return new Lists(List.of(), true);
            }
            for (TypeCount each : graph.rows().types(of.number())) {
                if (graph.types().isBackwards(each.linkType())) {
                    types.add(each.linkType());
                }
            }
            return new Lists(types, false);
        }
        for (String label : distinct(labels)) {
            if (graph.types().isKeptBackwards(label)) {
                graph.types().backwards(label).ifPresent(types::add);
            } else if (graph.types().number(label).isPresent()) {
                return new Lists(List.of(), true);
            }
        }
        return new Lists(types, false);
    }

    private static Set<String> distinct(String[] labels) {
        return new LinkedHashSet<>(Arrays.asList(labels));
    }

    /** All links to a node, found among all rows. */
    private Iterator<Edge> scanned(SluiceVertex of, String[] labels, ListPart part) {
        Set<String> wanted = distinct(labels);
        String asked = labels.length == 0 ? "in()" : "in(%s)".formatted(String.join(", ", wanted));
        graph.rows().requireScan(asked, "ask for links that have @reverse");
        return new Scan<>(
                graph.rows(),
                sink ->
                        new Scan.LinkVisitor() {
                            @Override
                            public void link(Link link) {
                                boolean isWanted =
                                        link.id2() == of.number()
                                                && part.has(link.time())
                                                && graph.isEdge(link)
                                                && (wanted.isEmpty()
                                                        || wanted.contains(
                                                                graph.types()
                                                                        .text(link.linkType())));
                                if (isWanted) {
                                    sink.accept(edge(link));
                                }
                            }
                        });
    }

    /** The visible links of a node to others, by their ends; outwards, of one label. */
    List<Edge> edgesTo(SluiceVertex of, String label, long[] ends) {
        OptionalLong type = graph.types().number(label);
        if (type.isEmpty() || !graph.types().isForwards(type.getAsLong())) {
            return List.of();
        }
        return graph.rows().links(of.number(), type.getAsLong(), ends).stream()
                .map(this::edge)
                .toList();
    }
}
