@NullMarked
package sluice.bench;

import org.jspecify.annotations.NullMarked;
