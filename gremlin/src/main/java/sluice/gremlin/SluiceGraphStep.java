package sluice.gremlin;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.OptionalLong;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.GraphStep;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.util.StringFactory;
import sluice.gremlin.access.GraphAccess;
import sluice.question.Condition;

/** {@code V()} with conditions that an index of the store answers, page by page. */
final class SluiceGraphStep<S> extends GraphStep<S, Vertex> {
    private static final long serialVersionUID = 1L;
    private static final int PAGE_NODES = 1_000;

    private final transient List<Condition> conditions;

    SluiceGraphStep(
            GraphStep<S, Vertex> replaced, ElementSource source, List<Condition> conditions) {
        super(replaced.getTraversal(), Vertex.class, replaced.isStartStep());
        this.conditions = List.copyOf(conditions);
        replaced.getLabels().forEach(this::addLabel);
        setIteratorSupplier(() -> new Nodes(source, this.conditions));
    }

    /** The nodes of which all conditions are true. Belongs to one thread. */
    private static final class Nodes implements Iterator<Vertex> {
        private final ElementSource source;
        private final List<Condition> conditions;
        private OptionalLong after = OptionalLong.empty();
        private long[] page = {};
        private int at;
        private boolean isLast;

        Nodes(ElementSource source, List<Condition> conditions) {
            this.source = source;
            this.conditions = conditions;
        }

        @Override
        public boolean hasNext() {
            while (at == page.length && !isLast) {
                GraphAccess.FoundIds found =
                        source.parts().rows().find(conditions, after, PAGE_NODES);
                page = found.ids();
                at = 0;
                isLast = !found.more() || page.length == 0;
                after = isLast ? after : OptionalLong.of(page[page.length - 1]);
            }
            return at < page.length;
        }

        @Override
        public Vertex next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return source.vertex(page[at++]);
        }
    }

    @Override
    public String toString() {
        return StringFactory.stepString(this, conditions);
    }

    @Override
    public int hashCode() {
        return super.hashCode() ^ conditions.hashCode();
    }

    @Override
    public boolean equals(@org.jspecify.annotations.Nullable Object other) {
        return other instanceof SluiceGraphStep<?> step
                && super.equals(other)
                && conditions.equals(step.conditions);
    }
}
