/**
 * LinkBench: loads its graph into a store, sends it LinkBench's requests, and tells how fast the
 * answers were.
 *
 * <p>A {@link sluice.bench.linkbench.Configuration} is read from properties files of the original;
 * a {@link sluice.bench.linkbench.Workload} is what it says about requests; a {@code RequestStream}
 * draws them, the same ones for the same seed. Called by the command line.
 */
@NullMarked
package sluice.bench.linkbench;

import org.jspecify.annotations.NullMarked;
