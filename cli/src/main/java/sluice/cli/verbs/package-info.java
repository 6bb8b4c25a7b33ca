/**
 * The verbs of the command, one class each: options, one call of a library, the output.
 *
 * <p>{@link sluice.cli.verbs.LoadCommand}, {@link sluice.cli.verbs.ServeCommand} and {@link
 * sluice.cli.verbs.QueryCommand} are the ones to read first. {@link sluice.cli.verbs.Conversation}
 * answers the lines of a shell and of a batch.
 *
 * <p>Called by {@code cli}.
 */
@NullMarked
package sluice.cli.verbs;

import org.jspecify.annotations.NullMarked;
