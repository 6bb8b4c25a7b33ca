package sluice.gremlin;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.tinkerpop.gremlin.process.traversal.Traverser;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.VertexStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.ReducingBarrierStep;
import org.apache.tinkerpop.gremlin.process.traversal.traverser.TraverserRequirement;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.util.StringFactory;
import org.apache.tinkerpop.gremlin.util.function.ConstantSupplier;
import org.apache.tinkerpop.gremlin.util.iterator.IteratorUtils;

/** {@code out('knows').count()}: a store has the number of links of each list. */
final class SluiceCountStep extends ReducingBarrierStep<Vertex, Long> {
    private static final long serialVersionUID = 1L;

    private final transient ElementSource source;
    private final Direction direction;
    private final String[] edgeLabels;

    SluiceCountStep(VertexStep<?> replaced, ElementSource source) {
        super(replaced.getTraversal());
        this.source = source;
        this.direction = replaced.getDirection();
        this.edgeLabels = replaced.getEdgeLabels().clone();
        setSeedSupplier(new ConstantSupplier<>(0L));
        setReducingBiOperator(Math::addExact);
    }

    @Override
    public Long projectTraverser(Traverser.Admin<Vertex> traverser) {
        long count =
                traverser.get() instanceof StoredVertex vertex
                        ? source.count(vertex.number(), direction, edgeLabels)
                        : IteratorUtils.count(traverser.get().edges(direction, edgeLabels));
        return Math.multiplyExact(count, traverser.bulk());
    }

    @Override
    public Set<TraverserRequirement> getRequirements() {
        return EnumSet.of(TraverserRequirement.BULK, TraverserRequirement.OBJECT);
    }

    @Override
    public String toString() {
        return StringFactory.stepString(this, direction, List.of(edgeLabels));
    }

    @Override
    public int hashCode() {
        return super.hashCode() ^ direction.hashCode() ^ List.of(edgeLabels).hashCode();
    }

    @Override
    public boolean equals(@org.jspecify.annotations.Nullable Object other) {
        return other instanceof SluiceCountStep step
                && super.equals(other)
                && direction == step.direction
                && List.of(edgeLabels).equals(List.of(step.edgeLabels));
    }
}
