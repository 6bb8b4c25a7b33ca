package sluice.gremlin;

import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import org.apache.tinkerpop.gremlin.process.traversal.Traverser;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.VertexStep;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.util.StringFactory;
import org.apache.tinkerpop.gremlin.util.iterator.IteratorUtils;

/** {@code out('knows')} and the like, of a part of each list or to some vertices alone. */
@SuppressWarnings("try")
final class SluiceLinkStep<E extends Element> extends VertexStep<E> {
    private static final long serialVersionUID = 1L;

    private final transient ElementSource source;
    private final transient ListPart part;

    /** The ids of the vertices that are wanted; empty for all. */
    private final transient List<Object> ends;

    SluiceLinkStep(VertexStep<E> replaced, ElementSource source, ListPart part, List<Object> ends) {
        super(
                replaced.getTraversal(),
                replaced.getReturnClass(),
                replaced.getDirection(),
                replaced.getEdgeLabels());
        this.source = source;
        this.part = part;
        this.ends = List.copyOf(ends);
        replaced.getLabels().forEach(this::addLabel);
    }

    @Override
    @SuppressWarnings("unchecked")
    protected Iterator<E> flatMap(Traverser.Admin<Vertex> traverser) {
        if (!(traverser.get() instanceof StoredVertex vertex)) {
            return super.flatMap(traverser);
        }
        if (!ends.isEmpty()) {
            return (Iterator<E>)
                    IteratorUtils.map(
                            source.edgesTo(vertex.number(), getEdgeLabels()[0], numbers())
                                    .iterator(),
                            Edge::inVertex);
        }
        return (Iterator<E>)
                (returnsEdge()
                        ? source.edges(vertex.number(), getDirection(), getEdgeLabels(), part)
                        : source.vertices(vertex.number(), getDirection(), getEdgeLabels(), part));
    }

    private long[] numbers() {
        return ends.stream()
                .map(source.parts().ids()::number)
                .filter(OptionalLong::isPresent)
                .mapToLong(OptionalLong::getAsLong)
                .distinct()
                .toArray();
    }

    @Override
    public String toString() {
        String wanted =
                !ends.isEmpty()
                        ? "to " + ends
                        : part.hasTimes()
                                ? "time %d to %d".formatted(part.minTime(), part.maxTime())
                                : "all times";
        String limit = part.limit() == Long.MAX_VALUE ? "" : ", newest " + part.limit();
        return StringFactory.stepString(
                this, getDirection(), List.of(getEdgeLabels()), wanted + limit);
    }

    @Override
    public int hashCode() {
        return super.hashCode() ^ part.hashCode() ^ ends.hashCode();
    }

    @Override
    public boolean equals(@org.jspecify.annotations.Nullable Object other) {
        return other instanceof SluiceLinkStep<?> step
                && super.equals(other)
                && part.equals(step.part)
                && ends.equals(step.ends);
    }
}
