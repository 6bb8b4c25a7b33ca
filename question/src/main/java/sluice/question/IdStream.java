package sluice.question;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import sluice.model.IndexedIds;
import sluice.model.LinkList;

/** Ids in unsigned order, each once, read page by page. Belongs to one thread. */
abstract class IdStream {
    private long id;
    private boolean isEnded;

    /** Goes to the next id; false behind the last one. */
    final boolean next() throws IOException {
        isEnded = isEnded || !advance();
        return !isEnded;
    }

    /** Goes on; calls {@link #at}. */
    abstract boolean advance() throws IOException;

    final void at(long found) {
        id = found;
    }

    final long id() {
        return id;
    }

    /** Whether the id has a visible row under one of the tokens that the stream is of. */
    boolean isProven() {
        return false;
    }

    /** Ids of some tokens of an index. */
    static final class OfIndex extends IdStream {
        private static final int FIRST_PAGE_IDS = 64;
        private static final int PAGE_IDS_MAX = 4096;

        private final TokenRange range;
        private final Reading reading;
        private int limit = FIRST_PAGE_IDS;
        private IndexedIds page = new IndexedIds(new long[0], true);
        private int place;
        private long nextId;

        OfIndex(TokenRange range, long firstId, Reading reading) {
            this.range = range;
            this.reading = reading;
            this.nextId = firstId;
        }

        @Override
        boolean advance() throws IOException {
            while (place == page.ids().length) {
                if (!page.more()) {
                    return false;
                }
                page = reading.indexed(range.query(nextId, limit));
                limit = Math.min(PAGE_IDS_MAX, 4 * limit);
                place = 0;
                int found = page.ids().length;
                if (found > 0) {
                    // Behind the highest id of all there is no other.
                    nextId = page.ids()[found - 1] + 1;
                    if (nextId == 0) {
                        page = new IndexedIds(page.ids(), false);
                    }
                } else if (page.more()) {
                    throw new IllegalStateException("a page without ids that is not the last");
                }
            }
            at(page.ids()[place++]);
            return true;
        }

        @Override
        boolean isProven() {
            return page.proven();
        }
    }

    /** The ids of several streams. */
    static final class OfSeveral extends IdStream {
        private final List<IdStream> streams;
        private final boolean[] isOpen;
        private boolean hasBegun;
        private boolean isProven;

        OfSeveral(List<IdStream> streams) {
            this.streams = streams;
            this.isOpen = new boolean[streams.size()];
        }

        @Override
        boolean advance() throws IOException {
            long before = id();
            int lowest = -1;
            for (int i = 0; i < isOpen.length; i++) {
                IdStream stream = streams.get(i);
                if (!hasBegun || (isOpen[i] && stream.id() == before)) {
                    isOpen[i] = stream.next();
                }
                if (isOpen[i]
                        && (lowest < 0
                                || Long.compareUnsigned(stream.id(), streams.get(lowest).id())
                                        < 0)) {
                    lowest = i;
                }
            }
            hasBegun = true;
            if (lowest < 0) {
                return false;
            }
            at(streams.get(lowest).id());
            isProven = streams.get(lowest).isProven();
            return true;
        }

        @Override
        boolean isProven() {
            return isProven;
        }
    }

    /** Ids that are known already. */
    static final class OfArray extends IdStream {
        private final long[] ids;
        private int place;

        /** {@code ids} are in unsigned order, each once. */
        OfArray(long[] ids) {
            this.ids = ids;
        }

        @Override
        boolean advance() {
            if (place == ids.length) {
                return false;
            }
            at(ids[place++]);
            return true;
        }
    }

    /** The ends of all links of one type that some nodes have, from {@code firstId} on. */
    static IdStream ofEnds(List<Long> ids, long type, long firstId, Reading reading)
            throws IOException {
        long[] ends = new long[16];
        int count = 0;
        for (long id : ids) {
            long offset = 0;
            LinkList list;
            do {
                list = reading.list(id, type, offset, Reading.PAGE_ROWS);
                offset += list.size();
                for (int i = 0; i < list.size(); i++) {
                    if (Long.compareUnsigned(list.id2(i), firstId) >= 0) {
                        if (count == ends.length) {
                            reading.holds(2L * Long.BYTES * count);
                            ends = Arrays.copyOf(ends, 2 * count);
                        }
                        // In the order of unsigned numbers once the highest bit is turned.
                        ends[count++] = list.id2(i) ^ Long.MIN_VALUE;
                    }
                }
            } while (list.size() == Reading.PAGE_ROWS);
        }
        Arrays.sort(ends, 0, count);
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (kept == 0 || ends[i] != ends[kept - 1]) {
                ends[kept++] = ends[i];
            }
        }
        long[] distinct = Arrays.copyOf(ends, kept);
        for (int i = 0; i < kept; i++) {
            distinct[i] ^= Long.MIN_VALUE;
        }
        return new OfArray(distinct);
    }
}
