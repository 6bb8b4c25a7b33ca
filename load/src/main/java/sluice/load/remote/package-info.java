/**
 * Building in a remote cold store: what the runs change in a bucket goes to another system, such as
 * HBase.
 *
 * <p>{@link sluice.load.remote.RemoteStore} is that system as a load sees it: its bucket store, its
 * build jobs and what it holds. {@link sluice.load.remote.RemoteBuilder} takes jobs and writes
 * buckets, on this machine or on another one.
 *
 * <p>Shown: the coordinator reads a remote store, and the command opens it.
 *
 * <p>Called by {@code cli}, {@code coordinator}, {@code experiments}, {@code live} and {@code
 * load}.
 */
@NullMarked
package sluice.load.remote;

import org.jspecify.annotations.NullMarked;
