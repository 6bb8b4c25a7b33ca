/**
 * Files that appear whole or not at all, and if absent: what many processes need of a place that
 * they share, be it a directory or an object store.
 *
 * <p>{@link sluice.storage.publish.PublishedFiles} is the contract. {@link
 * sluice.storage.publish.SyncedFiles} keeps it over a {@link sluice.storage.Storage}; {@link
 * sluice.storage.publish.ObjectStoreTwin} is a simulated object store that answers late, loses
 * answers and refuses, for tests. {@link sluice.storage.publish.WholeFiles} publishes a small file
 * past such answers, and {@link sluice.storage.publish.PublishProbe} finds a place that does not
 * keep what it claims.
 *
 * <p>Called by {@code cluster-load}, {@code ingest}, {@code load}, {@code readonly}, {@code
 * storage-hadoop}, {@code storage.shared} and {@code store}.
 */
@NullMarked
package sluice.storage.publish;

import org.jspecify.annotations.NullMarked;
