package sluice.gremlin;

import org.apache.tinkerpop.gremlin.AbstractGremlinSuite;
import org.apache.tinkerpop.gremlin.process.traversal.TraversalEngine;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.HasTest;
import org.apache.tinkerpop.gremlin.process.traversal.step.filter.RangeTest;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.CountTest;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.OrderTest;
import org.apache.tinkerpop.gremlin.process.traversal.step.map.VertexTest;
import org.apache.tinkerpop.gremlin.structure.EdgeTest;
import org.apache.tinkerpop.gremlin.structure.PropertyTest;
import org.junit.runner.RunWith;
import org.junit.runners.model.InitializationError;
import org.junit.runners.model.RunnerBuilder;

/** Some classes of both suites, for each build. */
public final class SuiteChoice extends AbstractGremlinSuite {
    static final String NAME = "sluice.gremlin.SuiteChoice";

    /** Made by {@link RunWith}. */
    public SuiteChoice(Class<?> type, RunnerBuilder builder) throws InitializationError {
        super(
                type,
                builder,
                new Class<?>[] {
                    EdgeTest.class,
                    PropertyTest.class,
                    HasTest.Traversals.class,
                    RangeTest.Traversals.class,
                    CountTest.Traversals.class,
                    OrderTest.Traversals.class,
                    VertexTest.Traversals.class
                },
                null,
                false,
                TraversalEngine.Type.STANDARD);
    }
}
