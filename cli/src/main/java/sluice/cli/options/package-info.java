/**
 * Options that several verbs share, and the values they take.
 *
 * <p>{@link sluice.cli.options.LoadArguments}, {@link sluice.cli.options.ServeArguments} and {@link
 * sluice.cli.options.ServerArguments} are groups of options; {@link
 * sluice.cli.options.OptionValues} reads sizes, shares and durations. A default that a library has
 * is taken from the library.
 *
 * <p>Called by {@code cli}, {@code cli.ask}, {@code cli.backups}, {@code cli.bench}, {@code
 * cli.logs}, {@code cli.proof}, {@code cli.ring}, {@code cli.stores}, {@code cli.verbs} and {@code
 * cli.versions}.
 */
@NullMarked
package sluice.cli.options;

import org.jspecify.annotations.NullMarked;
