/**
 * Nodes and link lists as JSON for the page, for people who look into a graph: by id or name, a
 * page of a list at a time.
 *
 * <p>Begin at {@link sluice.server.look.GraphPages}. Requests go the way of all others, by the
 * {@link sluice.server.look.Answering} that the caller passes. docs/server.md describes the JSON.
 *
 * <p>Called by {@code server}.
 */
@NullMarked
package sluice.server.look;

import org.jspecify.annotations.NullMarked;
