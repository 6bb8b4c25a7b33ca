/**
 * The RDF benchmark, {@code sluice bench rdf}: {@link sluice.experiments.rdf.RdfBench} loads the
 * same people as RDF in several forms, beside Dgraph's bulk loader where there is one, and asks
 * questions by name and walks in two steps.
 *
 * <p>Called by {@code cli}.
 */
@NullMarked
package sluice.experiments.rdf;

import org.jspecify.annotations.NullMarked;
