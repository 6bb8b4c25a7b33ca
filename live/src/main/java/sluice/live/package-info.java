/**
 * One call opens a store for reads, writes and loads: {@link sluice.live.Live}, with the directory,
 * the hot store, remote stores, the coordinator and the server behind it.
 *
 * <p>{@link sluice.live.LiveSettings} says how. {@link sluice.live.RemoteStores} opens MySQL and
 * HBase by their addresses and binds them to the directory; {@link sluice.live.OwnHotStore} is the
 * hot store of a directory that knows whether it has one. A program that embeds Sluice needs this
 * package and {@code model}.
 *
 * <p>Called by {@code cli}, {@code experiments}, {@code gremlin} and {@code linkbench}.
 */
@NullMarked
package sluice.live;

import org.jspecify.annotations.NullMarked;
