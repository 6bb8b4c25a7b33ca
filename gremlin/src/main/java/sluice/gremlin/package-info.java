/**
 * Answers Gremlin over a store: Apache TinkerPop's graph, vertices and edges on nodes, links and
 * properties, so that the tools of that world ask a store without a copy of it.
 *
 * <p>{@link sluice.gremlin.SluiceGraph} is opened first. Its strategies replace steps that a store
 * answers by an index, one list or one count: {@link sluice.gremlin.SluiceGraphStepStrategy} and
 * {@link sluice.gremlin.SluiceLinkStepStrategy}. See docs/gremlin.md. Called by no main code.
 */
@NullMarked
package sluice.gremlin;

import org.jspecify.annotations.NullMarked;
