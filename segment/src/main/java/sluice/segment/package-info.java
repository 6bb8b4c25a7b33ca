@NullMarked
package sluice.segment;

import org.jspecify.annotations.NullMarked;
