/**
 * Pieces of files that are far away, kept in a local storage within a number of bytes.
 *
 * <p>{@link sluice.storage.cache.PieceCache} keeps pieces in files that it only appends to, so that
 * a process that is killed leaves whole pieces, and each is compared with its checksum when it is
 * read; {@link sluice.storage.cache.PieceSource} reads a file through it, and asks for more at once
 * where it is read onward. A cache that cannot be written to costs requests, and no answer.
 *
 * <p>Called by {@code store}.
 */
@NullMarked
package sluice.storage.cache;

import org.jspecify.annotations.NullMarked;
