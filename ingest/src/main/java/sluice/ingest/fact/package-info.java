/**
 * Turns facts into rows: a subject, a predicate and a node or a value become a link or a property.
 *
 * <p>{@link sluice.ingest.fact.FactRows} is the main type. Each reader of facts fills it: RDF, JSON
 * and the columns of delimited text that become properties. {@link sluice.ingest.fact.FactRules}
 * says by which schema values are converted and how blank nodes are named. docs/rdf.md says what
 * becomes of a statement.
 *
 * <p>Called by most modules.
 */
@NullMarked
package sluice.ingest.fact;

import org.jspecify.annotations.NullMarked;
