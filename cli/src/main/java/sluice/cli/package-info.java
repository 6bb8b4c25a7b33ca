@NullMarked
package sluice.cli;

import org.jspecify.annotations.NullMarked;
