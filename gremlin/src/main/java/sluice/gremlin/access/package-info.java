/**
 * Opens what a Gremlin graph is read from and written to: a store directory, or a server.
 *
 * <p>{@link sluice.gremlin.access.GraphAccess} is the one interface; its users do not know which of
 * the two is behind it.
 *
 * <p>Called by {@code gremlin}.
 */
@NullMarked
package sluice.gremlin.access;

import org.jspecify.annotations.NullMarked;
