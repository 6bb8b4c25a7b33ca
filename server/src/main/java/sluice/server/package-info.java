/**
 * Serves any {@link sluice.model.GraphStore} over the network: gRPC for its operations, and HTTP
 * with health, metrics, the state of the load as JSON, and a page that shows it.
 *
 * <p>Begin at {@link sluice.server.SluiceServer}. The caller that starts a server passes a store
 * and a {@link sluice.server.ServerStatus}; the server knows neither loads nor coordinators.
 * docs/server.md describes its use, security and metrics.
 *
 * <p>Called by {@code cli}, {@code experiments}, {@code linkbench}, {@code live} and {@code
 * readonly}.
 */
@NullMarked
package sluice.server;

import org.jspecify.annotations.NullMarked;
