package sluice.cold.hbase;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import sluice.model.Answer;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.Node;
import sluice.model.TypeCount;
import sluice.model.Visibility;

/**
 * Reads the graph from the table. Each question is one get or one short scan, sent at once; the
 * caller waits, and no thread besides it. Safe for any number of threads.
 */
final class HBaseReader implements GraphReader {
    /** Scans of more rows than this read ahead; shorter ones share a file with all others. */
    private static final long SHORT_ROWS = 10_000;

    private static final int ROWS_A_CALL_MAX = 10_000;

    private final Cluster cluster;
    private final AsyncTable<AdvancedScanResultConsumer> table;

    HBaseReader(Cluster cluster, TableName table) {
        this.cluster = cluster;
        this.table = cluster.connection().getTable(table);
    }

    @Override
    public Answer<Optional<Node>> node(long id) throws IOException {
        Result result = cluster.await(table.get(get(Rows.id(id), Family.NODES)), "reading a node");
        return complete(first(result).map(Rows::node));
    }

    @Override
    public Answer<Optional<Link>> link(long id1, long linkType, long id2) throws IOException {
        Result result =
                cluster.await(
                        table.get(get(Rows.point(id1, linkType, id2), Family.POINTS)),
                        "reading a link");
        Optional<Cell> point = first(result);
        if (point.isEmpty() || Rows.isWhole(point.get())) {
            return complete(point.map(Rows::pointLink));
        }
        Link found = Rows.pointLink(point.get());
        Result whole = cluster.await(table.get(getWhole(found)), "reading a link");
        return complete(first(whole).map(cell -> Rows.link(cell, found.visibility())));
    }

    @Override
    public Answer<List<Link>> links(long id1, long linkType, long[] id2s) throws IOException {
        List<Get> gets = new ArrayList<>(id2s.length);
        for (long id2 : id2s) {
            gets.add(get(Rows.point(id1, linkType, id2), Family.POINTS));
        }
        List<Link> links = new ArrayList<>(gets.size());
        List<Get> getsOfWhole = new ArrayList<>();
        List<Integer> places = new ArrayList<>();
        for (Result result : cluster.await(table.getAll(gets), "reading links")) {
            Optional<Cell> point = first(result);
            if (point.isPresent()) {
                Link link = Rows.pointLink(point.get());
                if (!Rows.isWhole(point.get())) {
                    getsOfWhole.add(getWhole(link));
                    places.add(links.size());
                }
                links.add(link);
            }
        }
        if (!getsOfWhole.isEmpty()) {
            List<Result> wholes = cluster.await(table.getAll(getsOfWhole), "reading links");
            for (int index = 0; index < wholes.size(); index++) {
                int place = places.get(index);
                Visibility visibility = links.get(place).visibility();
                links.set(place, Rows.link(first(wholes.get(index)).orElseThrow(), visibility));
            }
        }
        return complete(List.copyOf(links));
    }

    @Override
    public Answer<LinkList> linkList(LinkQuery query) throws IOException {
        long id1 = query.id1();
        long linkType = query.linkType();
        if (query.limit() == 0 || query.minTime() > query.maxTime()) {
            return complete(LinkList.of(id1, linkType, List.of()));
        }
        Scan scan =
                scan(Family.LINKS)
                        .withStartRow(Rows.link(id1, linkType, query.maxTime(), 0))
                        .withStopRow(Rows.link(id1, linkType, query.minTime(), -1), true);
        long rows =
                query.offset() > Long.MAX_VALUE - query.limit()
                        ? Long.MAX_VALUE
                        : query.offset() + query.limit();
        scan.setCaching((int) Math.min(rows, ROWS_A_CALL_MAX));
        if (rows <= Integer.MAX_VALUE) {
            scan.setLimit((int) rows);
        }
        scan.setReadType(rows <= SHORT_ROWS ? Scan.ReadType.PREAD : Scan.ReadType.STREAM);
        ListGatherer gatherer = new ListGatherer(query);
        table.scan(scan, gatherer);
        return complete(cluster.await(gatherer.list(), "reading a link list", gatherer::parts));
    }

    @Override
    public Answer<Long> count(long id1, long linkType) throws IOException {
        Result result =
                cluster.await(
                        table.get(get(Rows.list(id1, linkType), Family.NODES)), "reading a count");
        return complete(sum(result));
    }

    @Override
    public Answer<List<TypeCount>> types(long id1) throws IOException {
        Scan scan =
                scan(Family.NODES)
                        .withStartRow(Rows.list(id1, 0))
                        .withStopRow(Rows.list(id1, -1), true)
                        .setReadType(Scan.ReadType.PREAD);
        CompletableFuture<List<Result>> results = table.scanAll(scan);
        List<TypeCount> types = new ArrayList<>();
        for (Result result : cluster.await(results, "reading the types of an id")) {
            long count = sum(result);
            if (count > 0) {
                types.add(new TypeCount(Rows.linkType(result.rawCells()[0]), count));
            }
        }
        return complete(List.copyOf(types));
    }

    /** Whether the table has no row of any family but the one that says whose it is. */
    boolean isEmpty() throws IOException {
        Scan scan = new Scan().withStartRow(Rows.CLAIM, false).setLimit(1);
        return cluster.await(table.scanAll(scan), "looking for rows").isEmpty();
    }

    @Override
    public boolean scan(Visitor visitor) throws IOException {
        try (FullScan scan = new FullScan(cluster, table, HBaseReader::scan)) {
            scan.run(visitor);
        }
        return true;
    }

    @Override
    public void close() {}

    private static Get getWhole(Link link) {
        return get(Rows.link(link), Family.of(link));
    }

    private static Get get(byte[] row, Family family) {
        return new Get(row).addFamily(family.bytes());
    }

    private static Scan scan(Family family) {
        return new Scan().addFamily(family.bytes());
    }

    private static Optional<Cell> first(Result result) {
        return result.isEmpty() ? Optional.empty() : Optional.of(result.rawCells()[0]);
    }

    private static long sum(Result result) {
        long count = 0;
        if (!result.isEmpty()) {
            for (Cell cell : result.rawCells()) {
                count += Rows.count(cell);
            }
        }
        return count;
    }

    private static <T> Answer<T> complete(T value) {
        return new Answer<>(value, true);
    }
}
