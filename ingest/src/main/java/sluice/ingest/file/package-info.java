/**
 * Finds and opens the files of a source, and gives their text block by block.
 *
 * <p>{@code InputFinder} turns arguments into files, {@code PackedInput} unpacks, {@code
 * TextCoding} turns other encodings into UTF-8, and {@code Window} holds the part of a text that is
 * being parsed. {@code SourceFile} is a file with all that a load knows of it.
 *
 * <p>Called by {@code cli}, {@code cluster-load}, {@code coordinator}, {@code ingest}, {@code
 * ingest.layout}, {@code ingest.ledger}, {@code load}, {@code proof} and {@code spark}.
 */
@NullMarked
package sluice.ingest.file;

import org.jspecify.annotations.NullMarked;
