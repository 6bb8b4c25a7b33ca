/**
 * The place of a store that several processes load into: files that are published once, and the
 * manifests of one driver at a time.
 *
 * <p>{@link sluice.cluster.load.place.StorePlace} is the entry; {@link
 * sluice.cluster.load.place.AttemptStorage} lets the code of an ordinary load write such files;
 * {@link sluice.cluster.load.place.ManifestCommit} is what fences a driver that was superseded.
 *
 * <p>Called by {@code cli}, {@code cluster.load}, {@code cluster.load.task} and {@code spark}.
 */
@NullMarked
package sluice.cluster.load.place;

import org.jspecify.annotations.NullMarked;
