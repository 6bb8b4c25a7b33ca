/**
 * The {@code sluice} command: every verb is a few lines over a library call.
 *
 * <p>{@link sluice.cli.Main} is where a process begins and the only place where one is ended;
 * {@link sluice.cli.Failures} turns what was thrown into a message and an exit status. A verb is a
 * class with picocli's annotations, named in the list of {@link sluice.cli.Main}. Nobody calls this
 * package.
 */
@NullMarked
package sluice.cli;

import org.jspecify.annotations.NullMarked;
