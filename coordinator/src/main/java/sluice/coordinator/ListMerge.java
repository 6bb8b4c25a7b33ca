package sluice.coordinator;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import sluice.model.Answer;
import sluice.model.HotHeader;
import sluice.model.HotList;
import sluice.model.LinkList;
import sluice.model.LinkListBuilder;
import sluice.model.LinkQuery;

/**
 * Answers one query for a part of a list from its hot rows and the cold list below them. Belongs to
 * one thread.
 *
 * <p>A cold link is left out where there is a hot row of its key. The header says how many can be
 * at most, so that enough of the cold list is read at once, unless they are very many; then it is
 * read again, more and more of it.
 */
final class ListMerge {
    private static final int SHADOWED_AT_FIRST_MAX = 64;

    /** More than any list has. */
    private static final long OFFSET_MAX = 1L << 40;

    /** With so few hot rows, all their keys are read; else those that are asked for ... */
    private static final int ROWS_READ_WHOLE_MAX = 1024;

    /** ... at most so many at once, and no more than the answer still lacks. */
    private static final int ASKED_AT_ONCE_MAX = 1024;

    private final LinkQuery query;
    private final HotList list;
    private final ColdPart below;
    private final HotHeader header;

    /** Answers queries on the cold list. */
    interface ColdPart {
        Answer<LinkList> linkList(LinkQuery query) throws IOException;
    }

    /** The most cold links of the query that hot rows can be over. */
    private final long shadowedMax;

    /** The id2s of all hot rows in signed order; empty where they are not read whole. */
    private long[] id2s = {};

    ListMerge(LinkQuery query, HotList list, ColdPart below, long coldEpoch) throws IOException {
        this.query = query;
        this.list = list;
        this.below = below;
        this.header = list.header();
        this.shadowedMax = header.isOf(coldEpoch) ? header.shadowed() : header.rows();
    }

    Answer<LinkList> answer() throws IOException {
        if (shadowedMax == 0 && header.visible() == 0) {
            return below.linkList(query);
        }
        long wanted = Math.min(query.offset(), OFFSET_MAX) + query.limit();
        int hotLimit = Math.clamp(wanted, 0, Integer.MAX_VALUE);
        LinkList hot =
                header.visible() == 0
                        ? LinkList.of(query.id1(), query.linkType(), List.of())
                        : list.visible(query.minTime(), query.maxTime(), hotLimit);
        if (shadowedMax > 0 && header.rows() <= ROWS_READ_WHOLE_MAX) {
            id2s = list.id2s();
            Arrays.sort(id2s);
        }
        long more = Math.min(shadowedMax, SHADOWED_AT_FIRST_MAX);
        while (true) {
            int limit = Math.clamp(wanted + more, 0, Integer.MAX_VALUE);
            Answer<LinkList> cold = below.linkList(coldQuery(limit));
            boolean all = cold.value().size() < limit || limit == Integer.MAX_VALUE;
            Merge merge = new Merge(hot, cold.value(), all);
            if (merge.run() || all) {
                return new Answer<>(merge.links.build(), cold.complete());
            }
            more = 2 * (wanted + more);
        }
    }

    private LinkQuery coldQuery(int limit) {
        return new LinkQuery(
                query.id1(), query.linkType(), query.minTime(), query.maxTime(), 0, limit);
    }

    /** One pass over the hot links and a beginning of the cold ones. */
    private final class Merge {
        private final LinkList hot;
        private final LinkList cold;
        private final boolean allOfCold;
        private final LinkListBuilder links;
        private long skip = query.offset();

        /** Whether a hot row is over the cold links from {@code firstAsked} on. */
        private boolean[] shadowed = {};

        private int firstAsked;

        Merge(LinkList hot, LinkList cold, boolean allOfCold) {
            this.hot = hot;
            this.cold = cold;
            this.allOfCold = allOfCold;
            int most = (int) Math.min(query.limit(), (long) hot.size() + cold.size());
            links = new LinkListBuilder(query.id1(), query.linkType(), most);
        }

        /** Says whether the answer is full, so that no more cold links can change it. */
        boolean run() throws IOException {
            int nextHot = 0;
            int nextCold = 0;
            while (links.size() < query.limit()) {
                if (nextCold < cold.size() && isShadowed(nextCold)) {
                    nextCold++;
                } else if (nextCold == cold.size() && !allOfCold) {
                    // The next cold link, which was not read, may be newer than the next hot one.
                    return false;
                } else if (nextHot < hot.size()
                        && (nextCold == cold.size() || isBefore(nextHot, nextCold))) {
                    add(hot, nextHot++);
                } else if (nextCold < cold.size()) {
                    add(cold, nextCold++);
                } else {
                    return false;
                }
            }
            return true;
        }

        /** Asked in the order of the list. */
        private boolean isShadowed(int coldIndex) throws IOException {
            if (shadowedMax == 0) {
                return false;
            }
            if (id2s.length > 0) {
                return Arrays.binarySearch(id2s, cold.id2(coldIndex)) >= 0;
            }
            if (coldIndex - firstAsked >= shadowed.length) {
                ask(coldIndex);
            }
            return shadowed[coldIndex - firstAsked];
        }

        private void ask(int from) throws IOException {
            long lacking = Math.min(skip, OFFSET_MAX) + query.limit() - links.size();
            int count = Math.clamp(lacking, 1, Math.min(ASKED_AT_ONCE_MAX, cold.size() - from));
            long[] asked = new long[count];
            for (int index = 0; index < count; index++) {
                asked[index] = cold.id2(from + index);
            }
            shadowed = list.haveRows(asked);
            firstAsked = from;
        }

        private boolean isBefore(int hotIndex, int coldIndex) {
            long hotTime = hot.time(hotIndex);
            long coldTime = cold.time(coldIndex);
            return hotTime != coldTime
                    ? hotTime > coldTime
                    : Long.compareUnsigned(hot.id2(hotIndex), cold.id2(coldIndex)) < 0;
        }

        private void add(LinkList from, int index) {
            if (skip > 0) {
                skip--;
            } else {
                links.add(from, index);
            }
        }
    }
}
