/**
 * The files of an export on their way to a directory: {@link sluice.export.files.TargetFiles} gives
 * them their names when all are whole and durable, and deletes them after a failure.
 *
 * <p>Called by {@code export} and {@code export.rdf}.
 */
@NullMarked
package sluice.export.files;

import org.jspecify.annotations.NullMarked;
