/**
 * Backups of a store: its files, whole and checked, in another folder.
 *
 * <p>{@link sluice.backup.BackupFolder} is the main type. A backup is a catalogue, {@link
 * sluice.backup.Catalogue}, of files that it shares with other backups in the folder: a file of a
 * store is written once under its name, so that a later backup copies only new files. The catalogue
 * comes last, after all of its files are durable; a process that is killed at any moment leaves
 * every earlier backup as it was.
 *
 * <p>The module knows files alone. Its caller must hold the lock of the store, and hands over a
 * checkpoint of the hot store as a folder of files that do not change.
 *
 * <p>Called by {@code cli}.
 */
@NullMarked
package sluice.backup;

import org.jspecify.annotations.NullMarked;
