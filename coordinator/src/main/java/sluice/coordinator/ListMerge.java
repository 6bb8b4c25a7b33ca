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
 * at most, so that enough of the cold list is read at once, unless they are very many or the offset
 * is large; then it is read part after part. Only one part is in memory, so an offset costs time
 * and no memory.
 */
final class ListMerge {
    private static final int SHADOWED_AT_FIRST_MAX = 64;

    /** More than any list has. */
    private static final long OFFSET_MAX = 1L << 40;

    /** So many cold links are read at once: some 3 MB. */
    private static final int PART_LINKS_MAX = 1 << 16;

    /** With so few hot rows, all their keys are read; else those that are asked for ... */
    private static final int ROWS_READ_WHOLE_MAX = 1024;

    /** ... at most so many at once, and no more than the answer still lacks. */
    private static final int ASKED_AT_ONCE_MAX = 1024;

    /** For how many links an answer has room to begin with. */
    private static final int ROOM_AT_FIRST = 64;

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
        long part = Math.clamp(wanted + more, 1, PART_LINKS_MAX);
        Merge merge = new Merge(hot);
        boolean complete = true;
        for (long from = 0; ; from += part, part = Math.min(2 * part, PART_LINKS_MAX)) {
            Answer<LinkList> cold = below.linkList(coldQuery(from, (int) part));
            complete &= cold.complete();
            boolean last = cold.value().size() < part;
            if (merge.isFullWith(cold.value(), last) || last) {
                return new Answer<>(merge.links.build(), complete);
            }
        }
    }

    private LinkQuery coldQuery(long from, int limit) {
        return new LinkQuery(
                query.id1(), query.linkType(), query.minTime(), query.maxTime(), from, limit);
    }

    /** One pass over the hot links and the cold ones, of which it is handed part after part. */
    private final class Merge {
        private final LinkList hot;
        private final LinkListBuilder links;
        private int nextHot;
        private long skip = query.offset();

        /** The part of the cold links that is merged now. */
        private LinkList cold = LinkList.of(query.id1(), query.linkType(), List.of());

        /** Whether a hot row is over the links of the part from {@code firstAsked} on. */
        private boolean[] shadowed = {};

        private int firstAsked;

        Merge(LinkList hot) {
            this.hot = hot;
            links =
                    new LinkListBuilder(
                            query.id1(), query.linkType(), Math.min(query.limit(), ROOM_AT_FIRST));
        }

        /**
         * Merges the next part of the cold links and says whether the answer is full, so that no
         * more of them can change it.
         */
        boolean isFullWith(LinkList part, boolean last) throws IOException {
            cold = part;
            shadowed = new boolean[0];
            firstAsked = 0;
            int nextCold = 0;
            while (links.size() < query.limit()) {
                if (nextCold < cold.size() && isShadowed(nextCold)) {
                    nextCold++;
                } else if (nextCold == cold.size() && !last) {
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
