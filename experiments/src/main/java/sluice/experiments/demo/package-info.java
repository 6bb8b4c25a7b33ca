/**
 * The demo: a load that is watched. {@link sluice.experiments.demo.Demo} generates a graph, copies
 * its file plainly, loads it while clients query, and proves at the end that all answers were
 * right; {@link sluice.experiments.demo.DemoView} is what there is to see at any moment.
 *
 * <p>Nothing here draws: {@code cli} does, and it alone calls this package.
 *
 * <p>Called by {@code cli}.
 */
@NullMarked
package sluice.experiments.demo;

import org.jspecify.annotations.NullMarked;
