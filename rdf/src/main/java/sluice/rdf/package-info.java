/**
 * Parses RDF: the statements of N-Triples and N-Quads, as the W3C and as Dgraph write them.
 *
 * <p>{@link sluice.rdf.StatementParser} is the main type: it takes bytes and fills one {@link
 * sluice.rdf.Statement} again and again. {@link sluice.rdf.RdfDialect} says which grammar holds,
 * and {@link sluice.rdf.LexicalCheck} which texts a typed literal may have. docs/rdf.md says what
 * is accepted. The package knows neither files nor stores; {@code ingest} may call it.
 *
 * <p>Called by {@code cli}, {@code export} and {@code ingest}.
 */
@NullMarked
package sluice.rdf;

import org.jspecify.annotations.NullMarked;
