/**
 * Measures loading and reading: the plain copy that a load is compared with, and the links to ask
 * for. The rival that is measured beside our store is in {@link sluice.bench.rival}.
 */
@NullMarked
package sluice.bench;

import org.jspecify.annotations.NullMarked;
