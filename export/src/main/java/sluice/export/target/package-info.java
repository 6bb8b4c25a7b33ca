/**
 * The files of an export on their way to a directory: {@link sluice.export.target.TargetFiles}
 * gives them their names when all are whole and durable, and deletes them after a failure.
 *
 * <p>Called by {@code export}.
 */
@NullMarked
package sluice.export.target;

import org.jspecify.annotations.NullMarked;
