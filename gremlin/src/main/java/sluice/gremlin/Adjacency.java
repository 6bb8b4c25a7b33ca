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
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.TypeCount;
import sluice.model.Visibility;

/**
 * The links of nodes, both ways. Outwards each label is one list. Inwards a label that is declared
 * with {@code @reverse} is one list too; any other requires a scan of all rows. Thread-safe.
 */
final class Adjacency {
    private final ElementSource source;
    private final GraphRows rows;
    private final TypeBook types;

    Adjacency(ElementSource source, StoreParts parts) {
        this.source = source;
        this.rows = parts.rows();
        this.types = parts.types();
    }

    /**
     * The lists in which links of a node are.
     *
     * @param types of the rows
     * @param requiresScan whether there may be further ones, which no list of the node has
     */
    private record Lists(List<Long> types, boolean requiresScan) {}

    Iterator<Edge> edges(long of, Direction direction, String[] labels, ListPart part) {
        return switch (direction) {
            case OUT -> outEdges(of, labels, part);
            case IN -> inEdges(of, labels, part);
            case BOTH -> both(outEdges(of, labels, part), inEdges(of, labels, part));
        };
    }

    private static <E> Iterator<E> both(Iterator<E> out, Iterator<E> in) {
        return IteratorUtils.flatMap(List.of(out, in).iterator(), each -> each);
    }

    Iterator<Vertex> vertices(long of, Direction direction, String[] labels, ListPart part) {
        return switch (direction) {
            case OUT -> listEnds(of, outLists(of, labels), part);
            case IN -> inVertices(of, labels, part);
            case BOTH ->
                    both(listEnds(of, outLists(of, labels), part), inVertices(of, labels, part));
        };
    }

    /** How many links of a node there are. */
    long count(long of, Direction direction, String[] labels) {
        return switch (direction) {
            case OUT -> counted(of, outLists(of, labels));
            case IN -> inCount(of, labels);
            case BOTH -> counted(of, outLists(of, labels)) + inCount(of, labels);
        };
    }

    private long inCount(long of, String[] labels) {
        Lists lists = inLists(of, labels);
        return lists.requiresScan
                ? IteratorUtils.count(scanned(of, labels, ListPart.ALL))
                : counted(of, lists.types);
    }

    private long counted(long of, List<Long> types) {
        long count = 0;
        for (long type : types) {
            count += rows.count(of, type);
        }
        return count;
    }

    private Iterator<Edge> outEdges(long of, String[] labels, ListPart part) {
        return lists(
                of, outLists(of, labels), part, (list, index) -> source.edge(list.link(index)));
    }

    private Iterator<Edge> inEdges(long of, String[] labels, ListPart part) {
        Lists lists = inLists(of, labels);
        return lists.requiresScan
                ? scanned(of, labels, part)
                : lists(of, lists.types, part, this::forwards);
    }

    private Iterator<Vertex> inVertices(long of, String[] labels, ListPart part) {
        Lists lists = inLists(of, labels);
        return lists.requiresScan
                ? IteratorUtils.map(scanned(of, labels, part), Edge::outVertex)
                : listEnds(of, lists.types, part);
    }

    private Iterator<Vertex> listEnds(long of, List<Long> types, ListPart part) {
        return lists(of, types, part, (list, index) -> source.vertex(list.id2(index)));
    }

    private <E> Iterator<E> lists(
            long of, List<Long> types, ListPart part, ListPages.OfLink<E> made) {
        if (types.size() == 1) {
            return new ListPages<>(rows, of, types.getFirst(), part, made);
        }
        return IteratorUtils.flatMap(
                types.iterator(), type -> new ListPages<>(rows, of, type, part, made));
    }

    /** The edge whose copy, seen from its end, is row {@code index}. */
    private Edge forwards(LinkList list, int index) {
        long type = types.number(types.labelOfBackwards(list.linkType())).orElse(list.linkType());
        return source.edge(
                new Link(
                        list.id2(index),
                        type,
                        list.id1(),
                        Visibility.VISIBLE,
                        list.version(index),
                        list.time(index),
                        list.data(index)));
    }

    /** Whether a row is an edge: a visible link forwards. */
    boolean isEdge(Link link) {
        return link.visibility() == Visibility.VISIBLE && types.isForwards(link.linkType());
    }

    private List<Long> outLists(long of, String[] labels) {
        List<Long> found = new ArrayList<>();
        if (labels.length == 0) {
            for (TypeCount each : rows.types(of)) {
                if (types.isForwards(each.linkType())) {
                    found.add(each.linkType());
                }
            }
            return found;
        }
        for (String label : distinct(labels)) {
            OptionalLong type = types.number(label);
            if (type.isPresent() && types.isForwards(type.getAsLong())) {
                found.add(type.getAsLong());
            }
        }
        return found;
    }

    private Lists inLists(long of, String[] labels) {
        List<Long> found = new ArrayList<>();
        if (labels.length == 0) {
            if (!types.areAllKeptBackwards()) {
                return new Lists(List.of(), true);
            }
            for (TypeCount each : rows.types(of)) {
                if (types.isBackwards(each.linkType())) {
                    found.add(each.linkType());
                }
            }
            return new Lists(found, false);
        }
        for (String label : distinct(labels)) {
            if (types.isKeptBackwards(label)) {
                types.backwards(label).ifPresent(found::add);
            } else if (types.number(label).isPresent()) {
                return new Lists(List.of(), true);
            }
        }
        return new Lists(found, false);
    }

    private static Set<String> distinct(String[] labels) {
        return new LinkedHashSet<>(Arrays.asList(labels));
    }

    /** All links to a node, found among all rows. */
    private Iterator<Edge> scanned(long of, String[] labels, ListPart part) {
        Set<String> wanted = distinct(labels);
        String asked = labels.length == 0 ? "in()" : "in(%s)".formatted(String.join(", ", wanted));
        rows.requireScan(asked, "ask for links that have @reverse");
        return new Scan<>(
                rows,
                sink ->
                        new Scan.LinkVisitor() {
                            @Override
                            public void link(Link link) {
                                boolean isWanted =
                                        link.id2() == of
                                                && part.has(link.time())
                                                && isEdge(link)
                                                && (wanted.isEmpty()
                                                        || wanted.contains(
                                                                types.text(link.linkType())));
                                if (isWanted) {
                                    sink.accept(source.edge(link));
                                }
                            }
                        });
    }

    /** The visible links of a node to others, by their ends; outwards, of one label. */
    List<? extends Edge> edgesTo(long of, String label, long[] ends) {
        OptionalLong type = types.number(label);
        if (type.isEmpty() || !types.isForwards(type.getAsLong())) {
            return List.of();
        }
        return rows.links(of, type.getAsLong(), ends).stream().map(source::edge).toList();
    }
}
