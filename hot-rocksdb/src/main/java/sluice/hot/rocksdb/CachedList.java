package sluice.hot.rocksdb;

import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;
import sluice.model.HotHeader;
import sluice.model.HotLink;
import sluice.model.HotList;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkListBuilder;

/**
 * All of one list, on the heap. Never changes, so that whoever reads it sees one moment: a write
 * makes another one, which costs two copies of arrays of references.
 */
final class CachedList implements HotList {
    private static final HotLink[] NONE = {};
    private static final long OBJECT_BYTES = 160;
    private static final long ROW_BYTES = 120;

    private static final Comparator<HotLink> BY_ID2 =
            (one, other) -> Long.compareUnsigned(one.link().id2(), other.link().id2());

    private static final Comparator<HotLink> NEWEST_FIRST =
            Comparator.<HotLink>comparingLong(row -> row.link().time())
                    .reversed()
                    .thenComparing(BY_ID2);

    private final long id1;
    private final long linkType;
    private final HotHeader header;

    /** Every row, in unsigned order of id2. */
    private final HotLink[] rows;

    /** The visible ones among them, in the order of a list. */
    private final HotLink[] visible;

    private final long bytes;

    private CachedList(
            long id1,
            long linkType,
            HotHeader header,
            HotLink[] rows,
            HotLink[] visible,
            long bytes) {
        this.id1 = id1;
        this.linkType = linkType;
        this.header = header;
        this.rows = rows;
        this.visible = visible;
        this.bytes = bytes;
    }

    /** A list without rows. */
    static CachedList empty(long id1, long linkType) {
        return new CachedList(id1, linkType, HotHeader.EMPTY, NONE, NONE, OBJECT_BYTES);
    }

    /** A list of these rows, which are in unsigned order of id2. */
    static CachedList of(long id1, long linkType, HotHeader header, HotLink[] rows) {
        HotLink[] visible =
                Arrays.stream(rows)
                        .filter(HotLink::isVisible)
                        .sorted(NEWEST_FIRST)
                        .toArray(HotLink[]::new);
        long bytes = OBJECT_BYTES;
        for (HotLink row : rows) {
            bytes += bytes(row);
        }
        return new CachedList(id1, linkType, header, rows, visible, bytes);
    }

    /** This list once {@code row} stands where {@code before} did, or where there was none. */
    CachedList with(@Nullable HotLink before, HotLink row, HotHeader newHeader) {
        int place = Arrays.binarySearch(rows, row, BY_ID2);
        HotLink[] newRows = place < 0 ? inserted(rows, ~place, row) : replaced(rows, place, row);
        HotLink[] newVisible = visible;
        if (before != null && before.isVisible()) {
            newVisible = removed(newVisible, Arrays.binarySearch(newVisible, before, NEWEST_FIRST));
        }
        if (row.isVisible()) {
            int at = ~Arrays.binarySearch(newVisible, row, NEWEST_FIRST);
            newVisible = inserted(newVisible, at, row);
        }
        long newBytes = bytes + bytes(row) - (place < 0 ? 0 : bytes(rows[place]));
        return new CachedList(id1, linkType, newHeader, newRows, newVisible, newBytes);
    }

    /** This list with another header and the same rows. */
    CachedList with(HotHeader newHeader) {
        return new CachedList(id1, linkType, newHeader, rows, visible, bytes);
    }

    private static HotLink[] inserted(HotLink[] from, int at, HotLink row) {
        HotLink[] longer = new HotLink[from.length + 1];
        System.arraycopy(from, 0, longer, 0, at);
        longer[at] = row;
        System.arraycopy(from, at, longer, at + 1, from.length - at);
        return longer;
    }

    private static HotLink[] replaced(HotLink[] from, int at, HotLink row) {
        HotLink[] other = from.clone();
        other[at] = row;
        return other;
    }

    private static HotLink[] removed(HotLink[] from, int at) {
        HotLink[] shorter = new HotLink[from.length - 1];
        System.arraycopy(from, 0, shorter, 0, at);
        System.arraycopy(from, at + 1, shorter, at, shorter.length - at);
        return shorter;
    }

    private static long bytes(HotLink row) {
        return ROW_BYTES + row.link().data().length;
    }

    /** What this takes of the heap, about. */
    long bytes() {
        return bytes;
    }

    int size() {
        return rows.length;
    }

    @Override
    public HotHeader header() {
        return header;
    }

    @Override
    public LinkList visible(long minTime, long maxTime, int limit) {
        int begin = firstNotAfter(maxTime);
        int end = begin;
        while (end < visible.length
                && end - begin < limit
                && visible[end].link().time() >= minTime) {
            end++;
        }
        LinkListBuilder links = new LinkListBuilder(id1, linkType, end - begin);
        for (int i = begin; i < end; i++) {
            Link link = visible[i].link();
            links.add(link.id2(), link.time(), link.version(), link.data(), 0, link.data().length);
        }
        return links.build();
    }

    /** The first visible link whose time is not above {@code time}. */
    private int firstNotAfter(long time) {
        int low = 0;
        int high = visible.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (visible[middle].link().time() > time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    @Override
    public long[] id2s() {
        long[] id2s = new long[rows.length];
        for (int i = 0; i < id2s.length; i++) {
            id2s[i] = rows[i].link().id2();
        }
        return id2s;
    }

    @Override
    public @Nullable HotLink link(long id2) {
        int low = 0;
        int high = rows.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = Long.compareUnsigned(rows[middle].link().id2(), id2);
            if (order == 0) {
                return rows[middle];
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return null;
    }

    @Override
    public void close() {}
}
