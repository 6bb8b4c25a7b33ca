/**
 * Sources and their chunks: the input of a load, and the pieces in which it is parsed.
 *
 * <p>{@link sluice.ingest.Source} is the input of a load, {@link sluice.ingest.ChunkQueue} cuts it
 * into chunks, and {@code Sampler} parses a sample of it. The rooms, each of which uses only those
 * before it: {@code fact} makes rows of facts, {@code rdf} and {@code json} read these, {@code row}
 * parses rows, {@code file} opens files, {@code mapping} reads what users say of files, {@code
 * layout} decides how files are read, and {@code ledger} reads rejected rows.
 *
 * <p>Called by {@code cli}, {@code cluster-load}, {@code coordinator}, {@code experiments}, {@code
 * linkbench}, {@code live}, {@code load} and {@code proof}.
 */
@NullMarked
package sluice.ingest;

import org.jspecify.annotations.NullMarked;
