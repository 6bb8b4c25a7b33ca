/**
 * Opens what a verb works on: a directory, its hot store, remote stores, a server over them.
 *
 * <p>{@link sluice.cli.stores.Serving} is a directory with its hot store and a server; {@link
 * sluice.cli.stores.RemoteArguments} are the addresses of remote stores; {@link
 * sluice.cli.stores.StoreCheck} is what {@code verify} reads. {@link
 * sluice.cli.stores.UpgradeCommand} rewrites a directory's old files.
 *
 * <p>Called by {@code cli}, {@code cli.backups}, {@code cli.ring}, {@code cli.verbs} and {@code
 * cli.versions}.
 */
@NullMarked
package sluice.cli.stores;

import org.jspecify.annotations.NullMarked;
