/**
 * The rows that win among the parts of a list or of a bucket, for readers of whole buckets.
 *
 * <p>{@link sluice.store.scan.BucketRows} hands over all rows of one bucket, of one kind, as {@link
 * sluice.store.scan.RowWish} asks: straight from the blocks of a segment, or merged from runs.
 * {@link sluice.store.scan.WinningRows} are those of one list. Files are opened elsewhere, by a
 * snapshot or by a task that has their entries.
 *
 * <p>Called by {@code spark} and {@code store}.
 */
@NullMarked
package sluice.store.scan;

import org.jspecify.annotations.NullMarked;
