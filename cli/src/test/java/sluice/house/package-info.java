/**
 * The rules of the house that no compiler checks: how sources are laid out, which module may use
 * which, and which calls are made at the edges only. They stand in the highest module, since from
 * here all others can be seen.
 */
@NullMarked
package sluice.house;

import org.jspecify.annotations.NullMarked;
