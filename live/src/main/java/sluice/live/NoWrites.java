package sluice.live;

import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.HeldLists;
import sluice.model.HotHeader;
import sluice.model.HotIngest;
import sluice.model.HotLink;
import sluice.model.HotList;
import sluice.model.HotNode;
import sluice.model.HotPut;
import sluice.model.HotScan;
import sluice.model.HotStore;
import sluice.model.LinkList;
import sluice.model.SluiceException;

/** The hot store of a store that is only read: it has no rows, and refuses every write. */
final class NoWrites implements HotStore {
    private final String refusal;

    private NoWrites(String refusal) {
        this.refusal = refusal;
    }

    /** For the store with versions at {@code location}. */
    static NoWrites ofVersions(String location) {
        return new NoWrites(
                "%s has versions, which take no writes; put the rows into the next version: sluice load %s SOURCE… --new-version"
                        .formatted(location, location));
    }

    /** For the store in shared storage at {@code location}. */
    static NoWrites ofShared(String location) {
        return new NoWrites(
                "%s is in shared storage and takes no online writes; load the rows: sluice load %s SOURCE…"
                        .formatted(location, location));
    }

    /** Why no write is taken, and what to do. */
    String refusal() {
        return refusal;
    }

    private SluiceException refused() {
        return new SluiceException(ErrorCode.STORE, refusal);
    }

    /** A list without rows. */
    private record NoRows(long id1, long linkType) implements HotList {
        @Override
        public HotHeader header() {
            return HotHeader.EMPTY;
        }

        @Override
        public LinkList visible(long minTime, long maxTime, int limit) {
            return LinkList.of(id1, linkType, List.of());
        }

        @Override
        public long[] id2s() {
            return new long[0];
        }

        @Override
        public @Nullable HotLink link(long id2) {
            return null;
        }

        @Override
        public void close() {}
    }

    /** A scan that ends at once. */
    private record EmptyScan() implements HotScan {
        @Override
        public @Nullable HotLink nextLink() {
            return null;
        }

        @Override
        public @Nullable HotNode nextNode() {
            return null;
        }

        @Override
        public void close() {}
    }

    @Override
    public @Nullable HotLink link(long id1, long linkType, long id2) {
        return null;
    }

    @Override
    public HotHeader header(long id1, long linkType) {
        return HotHeader.EMPTY;
    }

    @Override
    public HotList list(long id1, long linkType) {
        return new NoRows(id1, linkType);
    }

    @Override
    public List<Long> types(long id1) {
        return List.of();
    }

    @Override
    public @Nullable HotNode node(long id) {
        return null;
    }

    @Override
    public HotScan scan() {
        return new EmptyScan();
    }

    @Override
    public long nextSequence() {
        throw refused();
    }

    @Override
    public void putLink(@Nullable HotLink before, HotLink row, HotHeader header) {
        throw refused();
    }

    @Override
    public void putBoth(HotPut first, HotPut second) {
        throw refused();
    }

    @Override
    public void putHeader(long id1, long linkType, HotHeader header) {
        throw refused();
    }

    @Override
    public void removeLinks(long id1, long linkType, List<HotLink> rows, HotHeader header) {
        throw refused();
    }

    @Override
    public void putNode(HotNode row) {
        throw refused();
    }

    @Override
    public void addNode(HotNode row, long nextNodeId) {
        throw refused();
    }

    @Override
    public void removeNode(long id) {
        throw refused();
    }

    @Override
    public OptionalLong nextNodeId() {
        return OptionalLong.empty();
    }

    @Override
    public HotIngest ingest() {
        throw refused();
    }

    @Override
    public HeldLists held() {
        throw refused();
    }

    @Override
    public void awaitDurable() {}

    @Override
    public long sizeBytes() {
        return 0;
    }

    @Override
    public void close() {}
}
