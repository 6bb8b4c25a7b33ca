/**
 * What verbs print: progress, reports, forecasts and pictures, as text and as JSON.
 *
 * <p>{@link sluice.cli.show.ProgressView} is a load's progress as a bar, as lines or as JSON;
 * {@link sluice.cli.show.LoadReport} and {@link sluice.cli.show.DryRunReport} are what a load and
 * its forecast end with. {@link sluice.cli.show.ShownText} keeps control characters of foreign text
 * from a terminal.
 *
 * <p>Called by {@code cli.ask}, {@code cli.backups}, {@code cli.bench}, {@code cli.proof}, {@code
 * cli.ring}, {@code cli.stores} and {@code cli.verbs}.
 */
@NullMarked
package sluice.cli.show;

import org.jspecify.annotations.NullMarked;
