/**
 * Options of {@code serve} and {@code load} from a file and from environment variables.
 *
 * <p>{@link sluice.cli.config.GivenOptions} is the picocli default provider of one verb: the
 * command line counts before a variable, a variable before the file, the file before the default.
 * {@link sluice.cli.config.OptionsFile} reads the file strictly; {@link
 * sluice.cli.config.ConfigCommand} prints a file of options to begin with, or the options in force.
 * docs/configuration.md describes the rules.
 *
 * <p>Called by {@code cli}, {@code cli.doctor} and {@code cli.verbs}.
 */
@NullMarked
package sluice.cli.config;

import org.jspecify.annotations.NullMarked;
