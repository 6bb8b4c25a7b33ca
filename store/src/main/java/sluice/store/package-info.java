@NullMarked
package sluice.store;

import org.jspecify.annotations.NullMarked;
