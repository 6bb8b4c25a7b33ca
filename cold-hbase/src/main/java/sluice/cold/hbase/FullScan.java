package sluice.cold.hbase;

import java.io.IOException;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;
import sluice.model.GraphReader.Visitor;
import sluice.model.Visibility;

/**
 * Reads the whole table: three families side by side, as nodes, visible and hidden links are each
 * in the order in which they are shown. Belongs to one thread.
 */
final class FullScan implements AutoCloseable {
    private static final int ROWS_A_CALL = 1000;

    /** Begins to describe a scan of a family. */
    interface Scans {
        Scan of(Family family) throws IOException;
    }

    private final Cluster cluster;
    private final Rest nodes;
    private final Rest links;
    private final Rest hidden;

    FullScan(Cluster cluster, AsyncTable<?> table, Scans scans) throws IOException {
        this.cluster = cluster;
        this.nodes = new Rest(table, scans.of(Family.NODES));
        this.links = new Rest(table, scans.of(Family.LINKS));
        this.hidden = new Rest(table, scans.of(Family.HIDDEN));
    }

    /** Shows all rows to the visitor, id by id. */
    void run(Visitor visitor) throws IOException {
        nodes.skipCounts();
        links.next();
        hidden.next();
        while (true) {
            Rest least = links.isBefore(hidden) ? links : hidden;
            // A row of 8 bytes is below all rows that begin with it: the node comes first.
            if (!least.isBefore(nodes)) {
                least = nodes;
            }
            Cell cell = least.cell;
            if (cell == null) {
                return;
            }
            if (least == nodes) {
                visitor.node(Rows.node(cell));
                nodes.skipCounts();
            } else {
                visitor.link(
                        Rows.link(cell, least == links ? Visibility.VISIBLE : Visibility.HIDDEN));
                least.next();
            }
        }
    }

    @Override
    public void close() {
        nodes.scanner.close();
        links.scanner.close();
        hidden.scanner.close();
    }

    /** What is left of one family. */
    private final class Rest {
        private final ResultScanner scanner;
        private @Nullable Cell cell;

        Rest(AsyncTable<?> table, Scan scan) {
            scan.setCaching(ROWS_A_CALL).setReadType(Scan.ReadType.STREAM).setCacheBlocks(false);
            this.scanner = table.getScanner(scan);
        }

        void next() throws IOException {
            try {
                Result result = scanner.next();
                cell = result == null ? null : result.rawCells()[0];
            } catch (IOException e) {
                throw cluster.failed("reading the whole table", e);
            }
        }

        /** Ends at the next node: counts and the claim of the table are no part of the graph. */
        void skipCounts() throws IOException {
            do {
                next();
            } while (cell != null && !Rows.isId(cell));
        }

        boolean isBefore(Rest other) {
            Cell mine = cell;
            Cell theirs = other.cell;
            if (mine == null || theirs == null) {
                return mine != null;
            }
            return Bytes.compareTo(CellUtil.cloneRow(mine), CellUtil.cloneRow(theirs)) < 0;
        }
    }
}
