/**
 * The terminal and the process around a verb: streams, colours, the stop signal, failures as
 * messages.
 *
 * <p>{@link sluice.cli.console.Invocation} is one run of the command as its verbs see it. {@link
 * sluice.cli.console.FailureReport} prints what a user can act on and picks the exit status. {@link
 * sluice.cli.console.StopSignal} turns Ctrl-C and SIGTERM into a request to end.
 *
 * <p>Called by most modules.
 */
@NullMarked
package sluice.cli.console;

import org.jspecify.annotations.NullMarked;
