/**
 * Shows results of LinkBench, one or two beside each other: as a table for a terminal and as a page
 * that holds all that it needs.
 *
 * <p>{@link sluice.bench.linkbench.report.ResultDocument} is a result as its file of JSON has it,
 * which is all that {@link sluice.bench.linkbench.report.TextReport} and {@link
 * sluice.bench.linkbench.report.HtmlReport} know. Called by the command line.
 */
@NullMarked
package sluice.bench.linkbench.report;

import org.jspecify.annotations.NullMarked;
