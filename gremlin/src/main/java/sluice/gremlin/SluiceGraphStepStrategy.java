package sluice.gremlin;

import java.util.ArrayList;
import java.util.List;
import org.apache.tinkerpop.gremlin.process.traversal.Step;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.TraversalStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.HasStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.GraphStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.HasContainer;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.AbstractTraversalStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalHelper;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;

/**
 * Replaces {@code V().has(…)} by a question that indexes of the store answer, and {@code
 * V().hasId(…)} by ids. A condition that no index answers stays a step behind it.
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
        for (HasStep<?> has : behind(step)) {
            for (HasContainer container : List.copyOf(has.getHasContainers())) {
                boolean isId = T.id.getAccessor().equals(container.getKey());
                if (isId && GraphStep.processHasContainerIds(step, container)) {
                    remove(has, container, traversal);
                    return;
                }
            }
        }
    }

    private static <S> void takeConditions(
            GraphStep<S, ?> step, ElementSource source, Traversal.Admin<?, ?> traversal) {
        IndexConditions indexes = new IndexConditions(source.parts().types());
        List<sluice.question.Condition> conditions = new ArrayList<>();
        List<HasStep<?>> all = behind(step);
        for (HasStep<?> has : all) {
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
        if (!conditions.isEmpty()) {
            @SuppressWarnings("unchecked")
            GraphStep<S, Vertex> vertices = (GraphStep<S, Vertex>) step;
            TraversalHelper.replaceStep(
                    vertices, new SluiceGraphStep<>(vertices, source, conditions), traversal);
        }
    }

    /** The has-steps right behind {@code step}. */
    private static List<HasStep<?>> behind(Step<?, ?> step) {
        List<HasStep<?>> found = new ArrayList<>();
        Step<?, ?> next = step.getNextStep();
        while (next instanceof HasStep<?> has) {
            found.add(has);
            next = has.getNextStep();
        }
        return found;
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
