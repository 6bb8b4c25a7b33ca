@NullMarked
package sluice.storage.cache;

import org.jspecify.annotations.NullMarked;
