/**
 * What the tests of several modules share: an {@link sluice.testkit.Experiment} of
 * docs/reliability.md with its sizes and its record, seeds that a failure prints and a command line
 * replays, a fuzzer's run and its edits of good files, the bytes that a document shows, stores of
 * earlier releases, the command line of a Java process of a test's own, and {@link
 * sluice.testkit.Pauses} of such processes.
 *
 * <p>Modules depend on this package in test scope only. It depends on JUnit and on no module.
 *
 * <p>Called by no main code.
 */
@NullMarked
package sluice.testkit;

import org.jspecify.annotations.NullMarked;
