/**
 * Questions to a store: in a directory or behind a server, by id or by name, with the answers as a
 * table, CSV or JSON.
 *
 * <p>{@link sluice.cli.ask.AskedGraph} is the store that is asked; {@link
 * sluice.cli.ask.FindingsPrinter} prints answers; {@link sluice.cli.ask.OnlineWrites} tells what a
 * directory alone cannot answer.
 *
 * <p>Called by {@code cli.proof} and {@code cli.verbs}.
 */
@NullMarked
package sluice.cli.ask;

import org.jspecify.annotations.NullMarked;
