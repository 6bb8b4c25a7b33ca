package sluice.coordinator;

import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import sluice.model.HotHeader;
import sluice.model.HotIngest;
import sluice.model.HotLink;
import sluice.model.HotList;
import sluice.model.HotNode;
import sluice.model.HotScan;
import sluice.model.HotStore;

/**
 * A hot store that cannot be asked for its size, as one in a database that is away.
 *
 * @param asked is counted down each time when it is
 */
record UnweighedHotStore(HotStore store, CountDownLatch asked) implements HotStore {
    @Override
    public long sizeBytes() throws IOException {
        asked.countDown();
        throw new IOException("no connection");
    }

    @Override
    public @Nullable HotLink link(long id1, long linkType, long id2) throws IOException {
        return store.link(id1, linkType, id2);
    }

    @Override
    public HotHeader header(long id1, long linkType) throws IOException {
        return store.header(id1, linkType);
    }

    @Override
    public HotList list(long id1, long linkType) throws IOException {
        return store.list(id1, linkType);
    }

    @Override
    public List<Long> types(long id1) throws IOException {
        return store.types(id1);
    }

    @Override
    public @Nullable HotNode node(long id) throws IOException {
        return store.node(id);
    }

    @Override
    public HotScan scan() throws IOException {
        return store.scan();
    }

    @Override
    public long nextSequence() {
        return store.nextSequence();
    }

    @Override
    public void putLink(@Nullable HotLink before, HotLink row, HotHeader header)
            throws IOException {
        store.putLink(before, row, header);
    }

    @Override
    public void putHeader(long id1, long linkType, HotHeader header) throws IOException {
        store.putHeader(id1, linkType, header);
    }

    @Override
    public void removeLinks(long id1, long linkType, List<HotLink> rows, HotHeader header)
            throws IOException {
        store.removeLinks(id1, linkType, rows, header);
    }

    @Override
    public void putNode(HotNode row) throws IOException {
        store.putNode(row);
    }

    @Override
    public void addNode(HotNode row, long nextNodeId) throws IOException {
        store.addNode(row, nextNodeId);
    }

    @Override
    public void removeNode(long id) throws IOException {
        store.removeNode(id);
    }

    @Override
    public OptionalLong nextNodeId() throws IOException {
        return store.nextNodeId();
    }

    @Override
    public HotIngest ingest() throws IOException {
        return store.ingest();
    }

    @Override
    public void awaitDurable() throws IOException {
        store.awaitDurable();
    }

    @Override
    public void close() throws IOException {
        store.close();
    }
}
