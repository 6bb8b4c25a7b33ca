/**
 * The comparison of a store with its sources: what {@code verify --against} asks for, how it runs,
 * and how its differences are shown.
 *
 * <p>Called by {@code cli.verbs}.
 */
@NullMarked
package sluice.cli.proof;

import org.jspecify.annotations.NullMarked;
