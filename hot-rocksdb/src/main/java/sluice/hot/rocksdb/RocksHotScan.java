package sluice.hot.rocksdb;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.Snapshot;
import sluice.model.HotLink;
import sluice.model.HotNode;
import sluice.model.HotScan;

/** All rows, links with one iterator and nodes with another. */
final class RocksHotScan implements HotScan {
    private final RocksDB database;
    private final Snapshot moment;
    private final ReadOptions read;
    private final RowIterator links;
    private final RowIterator nodes;
    private final byte[] linkKey = new byte[HotKeys.LINK_BYTES];
    private final byte[] nodeKey = new byte[HotKeys.NODE_BYTES];
    private final UseCount uses;
    private boolean linksBegun;
    private boolean nodesBegun;

    /** Ends one of {@code uses}, which its maker has begun, when it is closed. */
    RocksHotScan(Path directory, RocksDB database, UseCount uses) {
        this.database = database;
        this.uses = uses;
        moment = database.getSnapshot();
        read = new ReadOptions().setSnapshot(moment).setFillCache(false);
        links = new RowIterator(directory, database.newIterator(read));
        nodes = new RowIterator(directory, database.newIterator(read));
    }

    @Override
    public @Nullable HotLink nextLink() throws IOException {
        boolean on = linksBegun ? links.next(linkKey) : links.seek(HotKeys.link(0, 0, 0), linkKey);
        linksBegun = true;
        if (!on || linkKey[0] != HotKeys.LINK) {
            return null;
        }
        return HotRows.toLink(
                HotKeys.number(linkKey, HotKeys.ID1),
                HotKeys.number(linkKey, HotKeys.TYPE),
                HotKeys.number(linkKey, HotKeys.LINK_ID2),
                links.value());
    }

    @Override
    public @Nullable HotNode nextNode() throws IOException {
        boolean on = nodesBegun ? nodes.next(nodeKey) : nodes.seek(HotKeys.node(0), nodeKey);
        nodesBegun = true;
        if (!on || nodeKey[0] != HotKeys.NODE) {
            return null;
        }
        return HotRows.toNode(HotKeys.number(nodeKey, HotKeys.ID1), nodes.value());
    }

    @Override
    public void close() {
        if (!read.isOwningHandle()) {
            return;
        }
        links.close();
        nodes.close();
        read.close();
        database.releaseSnapshot(moment);
        moment.close();
        uses.end();
    }
}
