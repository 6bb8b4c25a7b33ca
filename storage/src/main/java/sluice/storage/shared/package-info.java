/**
 * Files that many machines share, by their addresses: what a source or a store needs of HDFS or of
 * an object store.
 *
 * <p>{@link sluice.storage.shared.SharedFiles} is the contract, and {@link
 * sluice.storage.shared.SharedFilesProvider} opens it for the schemes of one library, which is not
 * on the class path of those who do not use it.
 *
 * <p>Called by {@code cli}, {@code cluster-load}, {@code ingest}, {@code spark}, {@code
 * storage-hadoop} and {@code store}.
 */
@NullMarked
package sluice.storage.shared;

import org.jspecify.annotations.NullMarked;
