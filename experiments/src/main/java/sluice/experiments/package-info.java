/**
 * What all benchmarks share: the plain copy that a load is compared with, the links to ask for, and
 * the verdict over a figure. The rival that is measured beside our store is in {@link
 * sluice.experiments.rival}.
 *
 * <p>Called by {@code cli}.
 */
@NullMarked
package sluice.experiments;

import org.jspecify.annotations.NullMarked;
