/**
 * The verbs that make graphs and measure stores: {@code generate}, {@code demo} and {@code bench}.
 *
 * <p>A benchmark is a call of {@link sluice.experiments} or {@link sluice.linkbench}; here are its
 * options, and where its reports go.
 *
 * <p>Called by {@code cli}.
 */
@NullMarked
package sluice.cli.bench;

import org.jspecify.annotations.NullMarked;
