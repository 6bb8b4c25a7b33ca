package sluice.cold.hbase;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import sluice.model.BucketStore.Owner;

/**
 * The one row of a table that says whose loads it takes. A row and not a setting of the table: two
 * that change settings at once both succeed, while HBase can write a row only once.
 */
final class TableClaim {
    private static final byte[] COLUMN = Bytes.toBytes("owner");

    private final Cluster cluster;
    private final AsyncTable<AdvancedScanResultConsumer> table;

    TableClaim(Cluster cluster, TableName table) {
        this.cluster = cluster;
        this.table = cluster.connection().getTable(table);
    }

    /** The directory that has the table; empty where none has claimed it. */
    Optional<Owner> owner() throws IOException {
        Get claim = new Get(Rows.CLAIM).addColumn(Family.NODES.bytes(), COLUMN);
        byte[] value =
                cluster.await(table.get(claim), "reading whose table it is")
                        .getValue(Family.NODES.bytes(), COLUMN);
        return value == null
                ? Optional.empty()
                : Optional.of(
                        new Owner(
                                Bytes.toLong(value),
                                new String(
                                        value,
                                        Long.BYTES,
                                        value.length - Long.BYTES,
                                        StandardCharsets.UTF_8)));
    }

    /** Writes {@code owner} down where nobody is; returns who is then. */
    Owner claim(Owner owner) throws IOException {
        byte[] value =
                Bytes.add(
                        Bytes.toBytes(owner.store()),
                        owner.directory().getBytes(StandardCharsets.UTF_8));
        CheckAndMutate write =
                CheckAndMutate.newBuilder(Rows.CLAIM)
                        .ifNotExists(Family.NODES.bytes(), COLUMN)
                        .build(new Put(Rows.CLAIM).addColumn(Family.NODES.bytes(), COLUMN, value));
        CheckAndMutateResult written =
                cluster.await(table.checkAndMutate(write), "writing whose table it is");
        if (written.isSuccess()) {
            return owner;
        }
        return owner().orElseThrow(
                        () ->
                                new IOException(
                                        cluster.location()
                                                + " was emptied by another program just now;"
                                                + " repeat the command"));
    }
}
