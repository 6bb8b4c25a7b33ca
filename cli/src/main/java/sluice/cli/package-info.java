/**
 * The command {@code sluice}: {@link sluice.cli.Main} picks the verb and turns failures into
 * messages and exit statuses.
 *
 * <p>Rooms, lowest first: {@code console} for the terminal and the process, {@code options} for
 * what several verbs are given, {@code show} for what they print, {@code help} for the manual and
 * completion, {@code stores} for opening what they work on, {@code ask} for questions, {@code
 * verbs}, and two rooms of further verbs: {@code backups}, and {@code bench} for all that measures.
 * Nobody calls this package.
 *
 * <p>Called by no main code.
 */
@NullMarked
package sluice.cli;

import org.jspecify.annotations.NullMarked;
