/** Tests of the cold store in HBase, on a real server that runs while they do. */
@NullMarked
package sluice.cold.hbase;

import org.jspecify.annotations.NullMarked;
