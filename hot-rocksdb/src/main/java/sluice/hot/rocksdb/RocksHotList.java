package sluice.hot.rocksdb;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.model.HotHeader;
import sluice.model.HotLink;
import sluice.model.HotList;
import sluice.model.LinkList;
import sluice.model.LinkListBuilder;

/** One list, read with one iterator, which keeps to the moment at which it was made. */
final class RocksHotList implements HotList {
    private static final int ROWS_TO_BEGIN_WITH = 16;
    private static final int VALUE_BYTES_TO_BEGIN_WITH = 256;

    private final RowIterator rows;
    private final long id1;
    private final long linkType;
    private final byte[] key = new byte[HotKeys.TIME_BYTES];
    private byte[] value = new byte[VALUE_BYTES_TO_BEGIN_WITH];

    RocksHotList(RowIterator rows, long id1, long linkType) {
        this.rows = rows;
        this.id1 = id1;
        this.linkType = linkType;
    }

    @Override
    public HotHeader header() throws IOException {
        boolean found =
                rows.seek(HotKeys.header(id1, linkType), key)
                        && HotKeys.isOf(key, HotKeys.HEADER, id1, linkType);
        return found ? HotRows.toHeader(rows.value()) : HotHeader.EMPTY;
    }

    @Override
    public LinkList visible(long minTime, long maxTime, int limit) throws IOException {
        LinkListBuilder links =
                new LinkListBuilder(id1, linkType, Math.min(limit, ROWS_TO_BEGIN_WITH));
        boolean on = limit > 0 && rows.seek(HotKeys.time(id1, linkType, maxTime, 0), key);
        while (on && HotKeys.isOf(key, HotKeys.TIME, id1, linkType)) {
            long time = HotKeys.timeOf(key);
            if (time < minTime) {
                break;
            }
            int length = rows.value(value, 0);
            if (length > value.length) {
                value = new byte[2 * length];
                length = rows.value(value, 0);
            }
            links.add(
                    HotKeys.number(key, HotKeys.TIME_ID2),
                    time,
                    HotKeys.number(value, 0),
                    value,
                    HotRows.TIME_DATA,
                    length - HotRows.TIME_DATA);
            on = links.size() < limit && rows.next(key);
        }
        return links.build();
    }

    @Override
    public long[] id2s() throws IOException {
        long[] id2s = new long[ROWS_TO_BEGIN_WITH];
        int size = 0;
        boolean on = rows.seek(HotKeys.link(id1, linkType, 0), key);
        while (on && HotKeys.isOf(key, HotKeys.LINK, id1, linkType)) {
            if (size == id2s.length) {
                id2s = Arrays.copyOf(id2s, Math.multiplyExact(2, size));
            }
            id2s[size++] = HotKeys.number(key, HotKeys.LINK_ID2);
            on = rows.next(key);
        }
        return Arrays.copyOf(id2s, size);
    }

    /** All rows, in unsigned order of id2. */
    HotLink[] rows() throws IOException {
        List<HotLink> found = new ArrayList<>();
        boolean on = rows.seek(HotKeys.link(id1, linkType, 0), key);
        while (on && HotKeys.isOf(key, HotKeys.LINK, id1, linkType)) {
            long id2 = HotKeys.number(key, HotKeys.LINK_ID2);
            found.add(HotRows.toLink(id1, linkType, id2, rows.value()));
            on = rows.next(key);
        }
        return found.toArray(HotLink[]::new);
    }

    @Override
    public @Nullable HotLink link(long id2) throws IOException {
        boolean found =
                rows.seek(HotKeys.link(id1, linkType, id2), key)
                        && HotKeys.isOf(key, HotKeys.LINK, id1, linkType)
                        && HotKeys.number(key, HotKeys.LINK_ID2) == id2;
        return found ? HotRows.toLink(id1, linkType, id2, rows.value()) : null;
    }

    @Override
    public void close() {
        rows.close();
    }
}
