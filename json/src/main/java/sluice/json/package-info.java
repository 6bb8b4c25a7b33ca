/**
 * Parses graphs in Dgraph's JSON, whose objects are nodes, and JSON Lines, whose objects are rows.
 *
 * <p>{@link sluice.json.ObjectParser} is the main type: it takes bytes, finds one top-level object
 * after the other, in an array, one a line or one behind the other, and fills {@link
 * sluice.json.ObjectFacts}. {@link sluice.json.ObjectEnds} finds where objects end without reading
 * them. {@link sluice.json.ObjectLine} turns an object that is a row into a line of delimited text.
 * docs/json.md says what is accepted. The package knows neither files nor stores.
 *
 * <p>Called by {@code ingest}.
 */
@NullMarked
package sluice.json;

import org.jspecify.annotations.NullMarked;
