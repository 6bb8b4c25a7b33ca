/**
 * Serves any {@link sluice.model.GraphStore} over the network: gRPC for its operations, and beside
 * it HTTP with health, metrics, the state of the load as JSON, and a page that shows it.
 *
 * <p>Begin at {@link sluice.server.SluiceServer}. Who starts one hands it a store and a {@link
 * sluice.server.ServerStatus}; the server knows neither loads nor coordinators. How it is used,
 * secured and watched is in docs/server.md.
 */
@NullMarked
package sluice.server;

import org.jspecify.annotations.NullMarked;
