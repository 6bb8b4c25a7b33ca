/**
 * Decides how each file is read: by its mapping, its header, its shape or its first rows.
 *
 * <p>{@code FileHead} is the beginning of a file, {@code LayoutFinder} finds its columns, and
 * {@code RelationResolver} makes relations of them. {@code WrittenMapping} writes what was decided
 * as a mapping.
 *
 * <p>Called by {@code ingest} and {@code ingest.ledger}.
 */
@NullMarked
package sluice.ingest.layout;

import org.jspecify.annotations.NullMarked;
