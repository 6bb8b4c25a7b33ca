/**
 * The files of a store that no manifest lists, and the names of those that it lists.
 *
 * <p>{@link sluice.load.files.StoreFiles} has all names. The small files with a checksum of their
 * own are the store's name, the addresses of remote stores, build jobs and the mark of a hot store;
 * a load keeps the notes of its runs ({@link sluice.load.files.RunMeta}) and its rejected rows here
 * until it ends. {@link sluice.load.files.LoadLock} keeps a second load away.
 *
 * <p>Shown: the command and the coordinator read these files too. Nothing here knows the steps of a
 * load.
 *
 * <p>Called by most modules.
 */
@NullMarked
package sluice.load.files;

import org.jspecify.annotations.NullMarked;
