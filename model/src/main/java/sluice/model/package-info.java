/**
 * What a graph is and what can be asked of it: nodes, links, link lists, and the read operations as
 * one interface, {@link sluice.model.GraphReader}, that every store, client and benchmark speaks.
 *
 * <p>Also the one kind of failure that a user can act on, {@link sluice.model.SluiceException}.
 * This package depends on nothing and anyone may call it.
 */
@NullMarked
package sluice.model;

import org.jspecify.annotations.NullMarked;
