/** Tests against real servers, which are processes of their own. */
@NullMarked
package sluice.storage.hadoop;

import org.jspecify.annotations.NullMarked;
