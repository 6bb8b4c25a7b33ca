package sluice.gremlin;

import java.util.Collection;
import java.util.List;
import org.apache.tinkerpop.gremlin.process.traversal.Compare;
import org.apache.tinkerpop.gremlin.process.traversal.Contains;
import org.apache.tinkerpop.gremlin.process.traversal.Order;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.Step;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.TraversalStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.lambda.ValueTraversal;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.HasStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.RangeGlobalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.CountGlobalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.OrderGlobalStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.VertexStep;
import org.apache.tinkerpop.gremlin.process.traversal.step.util.HasContainer;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.AbstractTraversalStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.util.AndP;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalHelper;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.apache.tinkerpop.gremlin.structure.T;
import org.jspecify.annotations.Nullable;

/**
 * Has the store count links, read a range of times, read no more of a list than a limit lets
 * through, and look single links up. Apart from counts no step behind is taken away: reading less
 * of each list is enough.
 */
public final class SluiceLinkStepStrategy
        extends AbstractTraversalStrategy<TraversalStrategy.ProviderOptimizationStrategy>
        implements TraversalStrategy.ProviderOptimizationStrategy {
    private static final long serialVersionUID = 1L;

    /** The only one: it holds nothing. */
    public static final SluiceLinkStepStrategy INSTANCE = new SluiceLinkStepStrategy();

    private SluiceLinkStepStrategy() {}

    @Override
    public void apply(Traversal.Admin<?, ?> traversal) {
        if (!(traversal.getGraph().orElse(null) instanceof StoreGraph graph)) {
            return;
        }
        ElementSource source = graph.elements();
        for (VertexStep<?> step : TraversalHelper.getStepsOfClass(VertexStep.class, traversal)) {
            boolean isCounted =
                    step.getNextStep() instanceof CountGlobalStep && step.getLabels().isEmpty();
            if (isCounted) {
                count(step, source, traversal);
            } else {
                read(step, source, traversal);
            }
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static void count(
            VertexStep<?> step, ElementSource source, Traversal.Admin<?, ?> traversal) {
        Step<?, ?> counting = step.getNextStep();
        SluiceCountStep counted = new SluiceCountStep(step, source);
        counting.getLabels().forEach(counted::addLabel);
        traversal.removeStep(counting);
        TraversalHelper.replaceStep((Step) step, (Step) counted, traversal);
    }

    private static <E extends Element> void read(
            VertexStep<E> step, ElementSource source, Traversal.Admin<?, ?> traversal) {
        ListPart part = ListPart.ALL;
        List<Object> ends = List.of();
        boolean areAllTaken = true;
        Step<?, ?> next = step.getNextStep();
        while (next instanceof HasStep<?> has) {
            for (HasContainer container : has.getHasContainers()) {
                ListPart within = step.returnsEdge() ? within(part, container) : null;
                List<Object> wanted = canLookUp(step) ? ends(container) : List.of();
                part = within == null ? part : within;
                ends = wanted.isEmpty() ? ends : wanted;
                areAllTaken &= within != null;
            }
            next = has.getNextStep();
        }
        if (areAllTaken) {
            part = part.limited(limit(next, step.returnsEdge()));
        }
        if (!part.equals(ListPart.ALL) || !ends.isEmpty()) {
            TraversalHelper.replaceStep(
                    step, new SluiceLinkStep<>(step, source, part, ends), traversal);
        }
    }

    /** How many links of each list can come through the steps from {@code next} on. */
    private static long limit(Step<?, ?> next, boolean areEdges) {
        Step<?, ?> limiting =
                areEdges && next instanceof OrderGlobalStep<?, ?> order && isNewestFirst(order)
                        ? order.getNextStep()
                        : next;
        return limiting instanceof RangeGlobalStep<?> range && range.getHighRange() >= 0
                ? range.getHighRange()
                : Long.MAX_VALUE;
    }

    private static boolean isNewestFirst(OrderGlobalStep<?, ?> order) {
        if (order.getComparators().size() != 1) {
            return false;
        }
        var by = order.getComparators().getFirst();
        return Order.desc.equals(by.getValue1())
                && by.getValue0() instanceof ValueTraversal<?, ?> value
                && SluiceEdge.TIME.equals(value.getPropertyKey());
    }

    /** A list is one link each for the ids that are wanted. */
    private static boolean canLookUp(VertexStep<?> step) {
        return step.returnsVertex()
                && step.getDirection() == Direction.OUT
                && step.getEdgeLabels().length == 1;
    }

    private static List<Object> ends(HasContainer container) {
        if (!T.id.getAccessor().equals(container.getKey())) {
            return List.of();
        }
        Object value = container.getValue();
        if (container.getBiPredicate() == Compare.eq) {
            return value == null ? List.of() : List.of(value);
        }
        boolean isOneOf =
                container.getBiPredicate() == Contains.within && value instanceof Collection<?>;
        return isOneOf && !((Collection<?>) value).contains(null)
                ? List.copyOf((Collection<?>) value)
                : List.of();
    }

    /** {@code part} within the times of a condition; null if it is of something else. */
    private static @Nullable ListPart within(ListPart part, HasContainer container) {
        return SluiceEdge.TIME.equals(container.getKey())
                ? within(part, container.getPredicate())
                : null;
    }

    private static @Nullable ListPart within(ListPart part, P<?> wanted) {
        if (wanted instanceof AndP<?> and) {
            ListPart all = part;
            for (P<?> each : and.getPredicates()) {
                all = all == null ? null : within(all, each);
            }
            return all;
        }
        boolean isWhole = wanted.getValue() instanceof Long || wanted.getValue() instanceof Integer;
        if (!isWhole || !(wanted.getBiPredicate() instanceof Compare compare)) {
            return null;
        }
        long time = ((Number) wanted.getValue()).longValue();
        return switch (compare) {
            case eq -> part.within(time, time);
            case gte -> part.within(time, Long.MAX_VALUE);
            case lte -> part.within(Long.MIN_VALUE, time);
            case gt -> time == Long.MAX_VALUE ? null : part.within(time + 1, Long.MAX_VALUE);
            case lt -> time == Long.MIN_VALUE ? null : part.within(Long.MIN_VALUE, time - 1);
            default -> null;
        };
    }
}
