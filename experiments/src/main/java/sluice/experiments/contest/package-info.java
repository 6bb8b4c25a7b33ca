/**
 * The benchmark {@code bench serve}: LinkBench's requests on Sluice and on MariaDB in one run, with
 * as many requesters as suit each, and what queries feel while a store loads.
 *
 * <p>{@link sluice.experiments.contest.Contest} runs it all and makes a {@link
 * sluice.experiments.contest.ContestReport}.
 *
 * <p>Called by {@code cli}.
 */
@NullMarked
package sluice.experiments.contest;

import org.jspecify.annotations.NullMarked;
