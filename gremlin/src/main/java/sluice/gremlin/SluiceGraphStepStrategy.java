package sluice.gremlin;

import java.util.ArrayList;
import java.util.List;
import org.apache.tinkerpop.gremlin.process.traversal.Step;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.TraversalStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.HasStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.TraversalFilterStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.GraphStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.PropertiesStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.HasContainer;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.AbstractTraversalStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalHelper;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.jspecify.annotations.Nullable;

/**
 * Replaces {@code V().has(…)} by a question that indexes of the store answer, and {@code
 * V().hasId(…)} by ids. A condition that no index answers stays a step behind it, and so does
 * {@code has(key)}, whose index has the vertices of all languages of the key.
 */
public final class SluiceGraphStepStrategy
        extends AbstractTraversalStrategy<TraversalStrategy.ProviderOptimizationStrategy>
        implements TraversalStrategy.ProviderOptimizationStrategy {
    private static final long serialVersionUID = 1L;

    /** The only one: it holds nothing. */
    public static final SluiceGraphStepStrategy INSTANCE = new SluiceGraphStepStrategy();

    private SluiceGraphStepStrategy() {}

    @Override
    public void apply(Traversal.Admin<?, ?> traversal) {
        if (!(traversal.getGraph().orElse(null) instanceof StoreGraph graph)) {
            return;
        }
        ElementSource source = graph.elements();
        for (GraphStep<?, ?> step : TraversalHelper.getStepsOfClass(GraphStep.class, traversal)) {
            takeIds(step, traversal);
            // Without an array of ids the step has nothing to give.
            boolean isOfAll = step.getIds() != null && step.getIds().length == 0;
            if (step.returnsVertex() && isOfAll) {
                takeConditions(step, source, traversal);
            }
        }
    }

    /** Ids of the steps behind become those of {@code step}, if it has none. */
    private static void takeIds(GraphStep<?, ?> step, Traversal.Admin<?, ?> traversal) {
        for (Step<?, ?> filter : behind(step)) {
            List<HasContainer> containers =
                    filter instanceof HasStep<?> has ? has.getHasContainers() : List.of();
            for (HasContainer container : List.copyOf(containers)) {
                boolean isId = T.id.getAccessor().equals(container.getKey());
                if (isId && GraphStep.processHasContainerIds(step, container)) {
                    remove((HasStep<?>) filter, container, traversal);
                    return;
                }
            }
        }
    }

    private static <S> void takeConditions(
            GraphStep<S, ?> step, ElementSource source, Traversal.Admin<?, ?> traversal) {
        IndexConditions indexes = new IndexConditions(source.parts().types());
        List<sluice.question.Condition> conditions = new ArrayList<>();
        for (Step<?, ?> filter : behind(step)) {
            if (filter instanceof HasStep<?> has) {
                takeConditions(has, indexes, conditions, traversal);
            } else if (key(filter) instanceof String key
                    && indexes.ofKey(key) instanceof sluice.question.Condition condition) {
                conditions.add(condition);
            }
        }
        if (!conditions.isEmpty()) {
            @SuppressWarnings("unchecked")
            GraphStep<S, Vertex> vertices = (GraphStep<S, Vertex>) step;
            TraversalHelper.replaceStep(
                    vertices, new SluiceGraphStep<>(vertices, source, conditions), traversal);
        }
    }

    private static void takeConditions(
            HasStep<?> has,
            IndexConditions indexes,
            List<sluice.question.Condition> conditions,
            Traversal.Admin<?, ?> traversal) {
        for (HasContainer container : List.copyOf(has.getHasContainers())) {
            IndexConditions.Found found = indexes.of(container);
            if (found != null) {
                conditions.addAll(found.conditions());
                if (found.isExact()) {
                    remove(has, container, traversal);
                }
            }
        }
    }

    /** The steps right behind {@code step} that let vertices through by their properties alone. */
    private static List<Step<?, ?>> behind(Step<?, ?> step) {
        List<Step<?, ?>> found = new ArrayList<>();
        Step<?, ?> next = step.getNextStep();
        while (next instanceof HasStep<?> || key(next) != null) {
            found.add(next);
            next = next.getNextStep();
        }
        return found;
    }

    /** The key of a step {@code has(key)}; null if it is another step. */
    private static @Nullable String key(Step<?, ?> step) {
        return step instanceof TraversalFilterStep<?> filter
                        && filter.getFilterTraversal().getSteps().size() == 1
                        && filter.getFilterTraversal().getStartStep()
                                instanceof PropertiesStep<?> properties
                        && properties.getPropertyKeys().length == 1
                ? properties.getPropertyKeys()[0]
                : null;
    }

    /** Takes a condition away; a step without any goes, and its labels go to the one before it. */
    private static void remove(
            HasStep<?> has, HasContainer container, Traversal.Admin<?, ?> traversal) {
        has.removeHasContainer(container);
        if (has.getHasContainers().isEmpty()) {
            TraversalHelper.copyLabels(has, has.getPreviousStep(), false);
            traversal.removeStep(has);
        }
    }
}
