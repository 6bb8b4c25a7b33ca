/**
 * What a graph is and what can be asked of it: nodes, links, link lists, and the operations as
 * interfaces, {@link sluice.model.GraphReader}, {@link sluice.model.GraphWriter} and both in one,
 * {@link sluice.model.GraphStore}, that every store, client and benchmark speaks.
 *
 * <p>Also the one kind of failure that a user can act on, {@link sluice.model.SluiceException}.
 * This package depends on nothing and anyone may call it.
 *
 * <p>Called by most modules.
 */
@NullMarked
package sluice.model;

import org.jspecify.annotations.NullMarked;
