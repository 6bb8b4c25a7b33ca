@NullMarked
package sluice.ingest;

import org.jspecify.annotations.NullMarked;
