/**
 * Texts that are made from the declarations of verbs and options: the script by which shells
 * complete them, and the pages of the manual.
 *
 * <p>Called by {@code cli} and {@code cli.verbs}.
 */
@NullMarked
package sluice.cli.help;

import org.jspecify.annotations.NullMarked;
