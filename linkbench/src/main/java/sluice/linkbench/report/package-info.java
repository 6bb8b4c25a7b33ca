/**
 * Shows results of LinkBench, one or two beside each other: as a table for a terminal and as a page
 * that holds all that it needs.
 *
 * <p>{@link sluice.linkbench.report.ResultDocument} is a result as its file of JSON has it, which
 * is all that {@link sluice.linkbench.report.TextReport} and {@link
 * sluice.linkbench.report.HtmlReport} know.
 *
 * <p>Called by {@code cli}.
 */
@NullMarked
package sluice.linkbench.report;

import org.jspecify.annotations.NullMarked;
