/**
 * The rules of the house that no compiler checks: how sources are laid out, which module may use
 * which and which rooms are shown, which calls are made at the edges only, what pages name, and
 * measures that may only fall. Also the bugs that are planted to try the tests.
 *
 * <p>A module of its own above all others, since from here they can all be seen. {@link
 * sluice.house.HouseReport} prints the house in numbers.
 */
@NullMarked
package sluice.house;

import org.jspecify.annotations.NullMarked;
