/**
 * The verbs that show the versions of a store and change which one is served: {@link
 * sluice.cli.versions.VersionsCommand}, {@link sluice.cli.versions.PublishCommand}, {@link
 * sluice.cli.versions.RollbackCommand}. Each is a few lines over {@link
 * sluice.load.version.Versions}.
 *
 * <p>Called by {@code cli}.
 */
@NullMarked
package sluice.cli.versions;

import org.jspecify.annotations.NullMarked;
