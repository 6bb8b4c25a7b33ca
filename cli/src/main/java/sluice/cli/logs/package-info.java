/**
 * The log of {@code serve} and {@code load}: its formats, and the place it goes to. The modules
 * below write records by {@link java.lang.System.Logger}, which reach {@link java.util.logging}
 * here.
 *
 * <p>Called by {@code cli}, {@code cli.bench}, {@code cli.ring}, {@code cli.show}, {@code
 * cli.stores} and {@code cli.verbs}.
 */
@NullMarked
package sluice.cli.logs;

import org.jspecify.annotations.NullMarked;
