/**
 * Options that several verbs share, and the values they take.
 *
 * <p>{@link sluice.cli.options.LoadArguments}, {@link sluice.cli.options.ServeArguments} and {@link
 * sluice.cli.options.ServerArguments} are groups of options; {@link
 * sluice.cli.options.OptionValues} reads sizes, shares and durations. A default that a library has
 * is taken from the library.
 *
 * <p>Called by most modules.
 */
@NullMarked
package sluice.cli.options;

import org.jspecify.annotations.NullMarked;
