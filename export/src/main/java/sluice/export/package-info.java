/**
 * The way out of a store: {@link sluice.export.Exporter} writes a store's nodes and links as text
 * files with the mapping that loads them again to the same hash. Stores with properties go out as
 * statements: {@link sluice.export.rdf.RdfExporter}.
 *
 * <p>One file a relation and part, written in order of ids by several threads within the memory of
 * their buffers. The quoting of fields and the words of mappings are those of {@code ingest}.
 *
 * <p>Called by {@code cli}.
 */
@NullMarked
package sluice.export;

import org.jspecify.annotations.NullMarked;
