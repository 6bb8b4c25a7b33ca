package sluice.hot.mysql;

import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sluice.model.HotHeader;
import sluice.model.HotLink;
import sluice.model.HotList;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.Visibility;

/** One list of any length, read on a connection of its own at the moment at which it was made. */
final class SnapshotList implements HotList {
    private static final int ID2S_TO_BEGIN_WITH = 1024;
    private static final int ID2S_AT_ONCE_MAX = 1024;

    private final ConsistentReads snapshot;
    private final long id1;
    private final long linkType;

    private SnapshotList(ConsistentReads snapshot, long id1, long linkType) {
        this.snapshot = snapshot;
        this.id1 = id1;
        this.linkType = linkType;
    }

    static SnapshotList open(Database database, long id1, long linkType) throws IOException {
        return new SnapshotList(ConsistentReads.open(database), id1, linkType);
    }

    @Override
    public HotHeader header() throws IOException {
        return snapshot.read(session -> LinkTable.header(session, id1, linkType));
    }

    @Override
    public @Nullable HotLink link(long id2) throws IOException {
        Optional<HotLink> found =
                snapshot.read(
                        session ->
                                Optional.ofNullable(LinkTable.link(session, id1, linkType, id2)));
        return found.orElse(null);
    }

    @Override
    public boolean[] haveRows(long[] id2s) throws IOException {
        Set<Long> found = new HashSet<>();
        for (int from = 0; from < id2s.length; from += ID2S_AT_ONCE_MAX) {
            int to = Math.min(id2s.length, from + ID2S_AT_ONCE_MAX);
            long[] part = Arrays.copyOfRange(id2s, from, to);
            snapshot.read(session -> found.addAll(among(session, part)));
        }
        boolean[] have = new boolean[id2s.length];
        for (int index = 0; index < id2s.length; index++) {
            have[index] = found.contains(id2s[index]);
        }
        return have;
    }

    private List<Long> among(Session session, long[] id2s) throws SQLException {
        // Powers of two only, so that there are few texts to be kept.
        int places = id2s.length == 1 ? 1 : 2 * Integer.highestOneBit(id2s.length - 1);
        Query query = session.query(LinkSql.id2sAmong(places));
        for (int table = 0; table < 2; table++) {
            query.id(linkType).id(id1);
            for (int place = 0; place < places; place++) {
                query.id(id2s[Math.min(place, id2s.length - 1)]);
            }
        }
        List<Long> found = new ArrayList<>();
        try (ResultSet row = query.rows()) {
            while (row.next()) {
                found.add(Query.bits(row, 1));
            }
        }
        return found;
    }

    /**
     * The index has links of one time in the other order than a list has them. So it is read
     * backwards, one link further than wanted: where the last time goes on beyond the limit, its
     * first links are asked for again.
     */
    @Override
    public LinkList visible(long minTime, long maxTime, int limit) throws IOException {
        if (limit == 0) {
            return LinkList.of(id1, linkType, List.of());
        }
        List<Link> links = snapshot.read(session -> newest(session, minTime, maxTime, limit + 1L));
        List<Link> sorted = new ArrayList<>();
        int size = Math.min(links.size(), limit);
        boolean goesOn =
                links.size() > limit && links.get(limit).time() == links.get(limit - 1).time();
        int from = 0;
        while (from < size) {
            int to = from + 1;
            long time = links.get(from).time();
            while (to < size && links.get(to).time() == time) {
                to++;
            }
            if (to == size && goesOn) {
                int count = to - from;
                sorted.addAll(snapshot.read(session -> ofTime(session, time, count)));
            } else {
                for (int index = to - 1; index >= from; index--) {
                    sorted.add(links.get(index));
                }
            }
            from = to;
        }
        return LinkList.of(id1, linkType, sorted);
    }

    private List<Link> newest(Session session, long minTime, long maxTime, long limit)
            throws SQLException {
        boolean fromBeginning = minTime == Long.MIN_VALUE;
        Query query = session.query(fromBeginning ? LinkSql.NEWEST : LinkSql.NEWEST_FROM);
        query.id(id1).id(linkType).number(maxTime);
        if (!fromBeginning) {
            query.number(minTime);
        }
        return links(query.number(limit));
    }

    private List<Link> ofTime(Session session, long time, int limit) throws SQLException {
        Query query = session.query(LinkSql.OF_TIME);
        return links(query.id(id1).id(linkType).number(time).number(limit));
    }

    private List<Link> links(Query query) throws SQLException {
        List<Link> links = new ArrayList<>();
        try (ResultSet row = query.rows()) {
            while (row.next()) {
                links.add(
                        new Link(
                                id1,
                                linkType,
                                Query.bits(row, 1),
                                Visibility.VISIBLE,
                                Query.bits(row, 3),
                                Query.bits(row, 2),
                                row.getBytes(4)));
            }
        }
        return links;
    }

    @Override
    public long[] id2s() throws IOException {
        return snapshot.read(
                session -> {
                    Query query = session.query(LinkSql.ID2S);
                    query.id(id1).id(linkType).id(id1).id(linkType);
                    long[] id2s = new long[ID2S_TO_BEGIN_WITH];
                    int size = 0;
                    try (ResultSet row = query.rows()) {
                        while (row.next()) {
                            if (size == id2s.length) {
                                id2s = Arrays.copyOf(id2s, Math.multiplyExact(2, size));
                            }
                            // Signed order of what has its first bit turned is unsigned order.
                            id2s[size++] = Query.bits(row, 1) ^ Long.MIN_VALUE;
                        }
                    }
                    long[] sorted = Arrays.copyOf(id2s, size);
                    Arrays.sort(sorted);
                    for (int index = 0; index < size; index++) {
                        sorted[index] ^= Long.MIN_VALUE;
                    }
                    return sorted;
                });
    }

    @Override
    public void close() {
        snapshot.close();
    }
}
