package sluice.hot.mysql;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.model.HotHeader;
import sluice.model.HotLink;
import sluice.model.HotList;
import sluice.model.Link;
import sluice.model.LinkList;

/** A list of few rows, all of which were read at once; holds no connection. */
final class SmallList implements HotList {
    private static final Comparator<Link> NEWEST_FIRST =
            Comparator.comparingLong(Link::time)
                    .reversed()
                    .thenComparing(Link::id2, Long::compareUnsigned);

    private final long id1;
    private final long linkType;
    private final HotHeader header;

    /** In unsigned order of id2. */
    private final List<HotLink> rows;

    SmallList(long id1, long linkType, HotHeader header, List<HotLink> rows) {
        this.id1 = id1;
        this.linkType = linkType;
        this.header = header;
        this.rows =
                rows.stream()
                        .sorted(
                                Comparator.comparing(
                                        row -> row.link().id2(), Long::compareUnsigned))
                        .toList();
    }

    @Override
    public HotHeader header() {
        return header;
    }

    @Override
    public LinkList visible(long minTime, long maxTime, int limit) {
        List<Link> links = new ArrayList<>();
        for (HotLink row : rows) {
            long time = row.link().time();
            if (row.isVisible() && time >= minTime && time <= maxTime) {
                links.add(row.link());
            }
        }
        links.sort(NEWEST_FIRST);
        return LinkList.of(id1, linkType, links.subList(0, Math.min(limit, links.size())));
    }

    @Override
    public long[] id2s() {
        return rows.stream().mapToLong(row -> row.link().id2()).toArray();
    }

    @Override
    public @Nullable HotLink link(long id2) {
        for (HotLink row : rows) {
            if (row.link().id2() == id2) {
                return row;
            }
        }
        return null;
    }

    @Override
    public void close() {}
}
