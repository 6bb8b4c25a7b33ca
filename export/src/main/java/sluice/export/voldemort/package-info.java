/**
 * Writes a store as two of Voldemort's read-only stores, {@code nodes} and {@code links}.
 *
 * <p>{@link sluice.export.voldemort.VoldemortExporter} is all of it.
 *
 * <p>Called by {@code cli}.
 */
@NullMarked
package sluice.export.voldemort;

import org.jspecify.annotations.NullMarked;
