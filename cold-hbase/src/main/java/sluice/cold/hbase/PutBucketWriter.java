package sluice.cold.hbase;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Put;
import sluice.model.BucketStore;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.Visibility;

/**
 * Writes one bucket row by row through HBase's servers, their logs and their memory: the same rows
 * as {@link HBaseBucketWriter}, there to be compared with it. Belongs to one thread.
 *
 * <p>Rows are seen as they arrive, not first at the commit; what was not committed stays. A later
 * build of the bucket writes the same rows over it.
 */
final class PutBucketWriter implements BucketStore.BucketWriter {
    private static final byte[] NO_NAME = HConstants.EMPTY_BYTE_ARRAY;
    private static final int BATCH_PUTS = 2000;
    private static final int BATCHES_SENT_MAX = 2;

    private final Cluster cluster;
    private final AsyncTable<AdvancedScanResultConsumer> table;
    private final long load;
    private final byte[] part;
    private final Deque<CompletableFuture<Void>> sent = new ArrayDeque<>();
    private List<Put> puts = new ArrayList<>();
    private boolean isInList;
    private long id1;
    private long linkType;
    private long visible;
    private long bytes;

    PutBucketWriter(Cluster cluster, TableName table, long load, int bucket) {
        this.cluster = cluster;
        this.table = cluster.connection().getTable(table);
        this.load = load;
        this.part = Rows.part(load, bucket);
    }

    @Override
    public void node(Node node) throws IOException {
        endList();
        put(Rows.id(node.id()), Family.NODES, NO_NAME, Rows.value(node));
    }

    @Override
    public void link(Link link) throws IOException {
        if (!isInList || link.id1() != id1 || link.linkType() != linkType) {
            endList();
            isInList = true;
            id1 = link.id1();
            linkType = link.linkType();
        }
        boolean isVisible = link.visibility() == Visibility.VISIBLE;
        visible += isVisible ? 1 : 0;
        put(
                Rows.link(id1, linkType, link.time(), link.id2()),
                isVisible ? Family.LINKS : Family.HIDDEN,
                NO_NAME,
                Rows.value(link));
        put(Rows.point(id1, linkType, link.id2()), Family.POINTS, NO_NAME, Rows.pointValue(link));
    }

    private void endList() throws IOException {
        if (isInList && visible > 0) {
            put(Rows.list(id1, linkType), Family.NODES, part, Rows.count(visible));
        }
        visible = 0;
        isInList = false;
    }

    private void put(byte[] row, Family family, byte[] name, byte[] value) throws IOException {
        puts.add(new Put(row).addColumn(family.bytes(), name, load, value));
        bytes += row.length + value.length;
        if (puts.size() == BATCH_PUTS) {
            send();
        }
    }

    private void send() throws IOException {
        if (sent.size() == BATCHES_SENT_MAX) {
            cluster.await(sent.remove(), "putting rows");
        }
        sent.add(table.putAll(puts));
        puts = new ArrayList<>(BATCH_PUTS);
    }

    /** How many bytes the rows have; HBase keeps its own account of its files. */
    @Override
    public long commit() throws IOException {
        endList();
        if (!puts.isEmpty()) {
            send();
        }
        while (!sent.isEmpty()) {
            cluster.await(sent.remove(), "putting rows");
        }
        return bytes;
    }

    @Override
    public void close() {
        sent.forEach(batch -> batch.cancel(true));
    }
}
