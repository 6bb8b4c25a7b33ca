@NullMarked
package sluice.plan.run;

import org.jspecify.annotations.NullMarked;
