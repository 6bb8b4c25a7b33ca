package sluice.cold.hbase;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.jspecify.annotations.Nullable;
import sluice.model.BucketStore;
import sluice.model.Link;
import sluice.model.Node;

/**
 * Writes one bucket row by row through HBase's servers, their logs and their memory: the same rows
 * as {@link HBaseBucketWriter}, there to be compared with it. Belongs to one thread.
 *
 * <p>Rows are seen as they arrive, not first at the commit; what was not committed stays. A later
 * build of the bucket writes the same rows over it.
 */
final class PutBucketWriter implements BucketStore.BucketWriter {
    private static final byte[] NO_NAME = HConstants.EMPTY_BYTE_ARRAY;
    private static final int BATCH_ROWS = 2000;
    private static final int BATCHES_SENT_MAX = 2;

    private final Cluster cluster;
    private final AsyncTable<AdvancedScanResultConsumer> table;
    private final long load;
    private final Deque<CompletableFuture<Void>> sent = new ArrayDeque<>();
    private List<Row> rows = new ArrayList<>();
    private boolean isInList;
    private long id1;
    private long linkType;

    /** Of the present list; a link that is in both has moved, and its point row stays. */
    private final Set<Long> comeId2s = new HashSet<>();

    private final Set<Long> goneId2s = new HashSet<>();
    private final RowPace.@Nullable Writer pace;
    private int batchRows = BATCH_ROWS;
    private long bytes;

    /** As fast as HBase takes rows, or at {@code pace}. */
    PutBucketWriter(Cluster cluster, TableName table, long load, @Nullable RowPace pace) {
        this.pace = pace == null ? null : pace.new Writer(row -> cluster.locate(table, row));
        this.cluster = cluster;
        this.table = cluster.connection().getTable(table);
        this.load = load;
    }

    @Override
    public void node(Node node) throws IOException {
        endList();
        keepPace(Rows.id(node.id()));
        put(Rows.id(node.id()), Family.NODES, NO_NAME, Rows.value(node));
    }

    @Override
    public void gone(Node node) throws IOException {
        endList();
        keepPace(Rows.id(node.id()));
        delete(Rows.id(node.id()), Family.NODES);
    }

    @Override
    public void link(Link link) throws IOException {
        beginList(link);
        keepPace(Rows.link(link));
        put(Rows.link(link), Family.of(link), NO_NAME, Rows.value(link));
        put(Rows.point(id1, linkType, link.id2()), Family.POINTS, NO_NAME, Rows.pointValue(link));
        if (load > 1) {
            comeId2s.add(link.id2());
        }
    }

    @Override
    public void gone(Link link) throws IOException {
        beginList(link);
        keepPace(Rows.link(link));
        delete(Rows.link(link), Family.of(link));
        goneId2s.add(link.id2());
    }

    @Override
    public void count(long countedId1, long countedType, long part, long counted)
            throws IOException {
        endList();
        byte[] list = Rows.list(countedId1, countedType);
        put(list, Family.NODES, Rows.part(part), Rows.count(counted));
    }

    private void keepPace(byte[] row) throws IOException {
        if (pace != null) {
            batchRows = pace.await(row, BATCH_ROWS);
        }
    }

    private void beginList(Link link) throws IOException {
        if (!isInList || link.id1() != id1 || link.linkType() != linkType) {
            endList();
            isInList = true;
            id1 = link.id1();
            linkType = link.linkType();
        }
    }

    private void endList() throws IOException {
        goneId2s.removeAll(comeId2s);
        for (long id2 : goneId2s) {
            delete(Rows.point(id1, linkType, id2), Family.POINTS);
        }
        comeId2s.clear();
        goneId2s.clear();
        isInList = false;
    }

    private void put(byte[] row, Family family, byte[] name, byte[] value) throws IOException {
        add(new Put(row).addColumn(family.bytes(), name, load, value));
        bytes += row.length + value.length;
    }

    /** In one load no column is both put and deleted: a deletion would win. */
    private void delete(byte[] row, Family family) throws IOException {
        add(new Delete(row).addColumns(family.bytes(), NO_NAME, load));
        bytes += row.length;
    }

    private void add(Row row) throws IOException {
        rows.add(row);
        if (rows.size() >= batchRows) {
            send();
        }
    }

    private void send() throws IOException {
        if (sent.size() == BATCHES_SENT_MAX) {
            cluster.await(sent.remove(), "putting rows");
        }
        sent.add(table.batchAll(rows).thenAccept(_ -> {}));
        rows = new ArrayList<>(BATCH_ROWS);
    }

    /** How many bytes the rows have; HBase keeps its own account of its files. */
    @Override
    public long commit() throws IOException {
        endList();
        if (!rows.isEmpty()) {
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
