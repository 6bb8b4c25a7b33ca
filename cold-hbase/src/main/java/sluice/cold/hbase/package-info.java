/**
 * A cold store in HBase that Sluice builds bucket by bucket: rows become HBase's own files, aligned
 * with the table's regions, and are taken in by bulk load. {@link sluice.cold.hbase.HBaseColdStore}
 * is the main type; how rows lie in the table is in {@link sluice.cold.hbase.Rows} and drawn in
 * docs/cold-hbase.md.
 *
 * <p>The only package that sees HBase. Its libraries are not on the command's class path: it is
 * reached through {@link sluice.model.BucketStoreProvider} alone.
 *
 * <p>Called by no main code.
 */
@NullMarked
package sluice.cold.hbase;

import org.jspecify.annotations.NullMarked;
