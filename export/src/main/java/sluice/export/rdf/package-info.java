/**
 * A store as statements of RDF, with the schema beside them: {@link sluice.export.rdf.RdfExporter}
 * writes links, properties and facets in the dialect of the W3C or of Dgraph.
 *
 * <p>Each statement is read back by the parser of {@code rdf} before it is kept, so a store that
 * RDF cannot hold is refused by name and never written wrong. docs/rdf.md says what is written.
 *
 * <p>Called by {@code cli}.
 */
@NullMarked
package sluice.export.rdf;

import org.jspecify.annotations.NullMarked;
