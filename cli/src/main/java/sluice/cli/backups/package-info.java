/**
 * The verbs that copy whole stores: {@code backup} and {@code restore}.
 *
 * <p>Called by {@code cli}.
 */
@NullMarked
package sluice.cli.backups;

import org.jspecify.annotations.NullMarked;
