/**
 * Reads files of RDF: the statements of N-Triples and N-Quads become facts, line by line.
 *
 * <p>{@link sluice.ingest.rdf.RdfLines} is the main type: it takes the bytes of a file window by
 * window and has the parser of the module {@code rdf} read them. {@link
 * sluice.ingest.rdf.RdfContent} tells from the first bytes of a file what it is. docs/rdf.md says
 * what is accepted and what becomes of it.
 *
 * <p>Called by {@code ingest.layout} and {@code ingest.row}.
 */
@NullMarked
package sluice.ingest.rdf;

import org.jspecify.annotations.NullMarked;
