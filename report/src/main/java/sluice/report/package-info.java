/**
 * How Sluice shows what it measured or counted, on a terminal and as pages.
 *
 * <p>{@link sluice.report.Amounts} turns counts, sizes and times into text; {@link
 * sluice.report.TextTable} aligns cells in columns, as text or as Markdown; {@link
 * sluice.report.RedrawnLine} is a line of a terminal that is drawn over and over; {@link
 * sluice.report.Plot} and {@link sluice.report.Page} make pages that need no network; {@link
 * sluice.report.Machine} says what figures were measured on.
 *
 * <p>Called by {@code cli}, {@code experiments} and {@code linkbench}.
 */
@NullMarked
package sluice.report;

import org.jspecify.annotations.NullMarked;
