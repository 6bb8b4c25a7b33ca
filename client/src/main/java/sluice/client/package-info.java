/**
 * A Java client of a Sluice server, usable as any {@link sluice.model.GraphStore}: {@link
 * sluice.client.SluiceClient}.
 *
 * <p>Calls of many threads share a few streams. Each call ends by its deadline and says whether it
 * was done. Code that uses the model can use a server instead, with nothing else of this package
 * but {@link sluice.client.ClientOptions}.
 *
 * <p>Called by {@code cli}, {@code experiments}, {@code gremlin}, {@code linkbench} and {@code
 * readonly}.
 */
@NullMarked
package sluice.client;

import org.jspecify.annotations.NullMarked;
