/**
 * What LinkBench asks: settings, degrees, how ids are drawn, and the stream of requests.
 *
 * <p>A {@link sluice.linkbench.workload.Configuration} is read from properties files of the
 * original; a {@link sluice.linkbench.workload.Workload} is what it says about requests; a {@link
 * sluice.linkbench.workload.RequestStream} draws them, the same ones for the same seed.
 *
 * <p>Called by {@code cli}, {@code experiments}, {@code linkbench.run} and {@code
 * linkbench.stores}.
 */
@NullMarked
package sluice.linkbench.workload;

import org.jspecify.annotations.NullMarked;
