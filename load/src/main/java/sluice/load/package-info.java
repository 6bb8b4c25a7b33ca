@NullMarked
package sluice.load;

import org.jspecify.annotations.NullMarked;
