package sluice.experiments.load;

import java.io.IOException;
import java.util.List;
import sluice.experiments.LinkSample;
import sluice.experiments.rival.RivalCursor;
import sluice.experiments.rival.RocksRival;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.store.StoreReader;

/** Asks one store for link lists; for one thread. */
sealed interface ListReader extends AutoCloseable {
    /**
     * Asks for the {@code limit} newest links and looks at the columns of each. Returns a number
     * that depends on them: equal lists, equal numbers.
     */
    long newest(long id1, long linkType, int limit) throws IOException;

    @Override
    void close();

    /** Lists of a store of ours; any number of readers share it. */
    record OfStore(StoreReader store) implements ListReader {
        @Override
        public long newest(long id1, long linkType, int limit) throws IOException {
            LinkList list = store.linkList(LinkQuery.newest(id1, linkType, limit)).value();
            long sum = list.size();
            for (int link = 0; link < list.size(); link++) {
                sum = sum * 31 + list.id2(link) + list.time(link);
            }
            return sum;
        }

        /** The store belongs to who opened it. */
        @Override
        public void close() {}
    }

    /** Lists of the rival, which copies the data of an answer as our store does. */
    record OfRival(RivalCursor cursor) implements ListReader {
        static OfRival open(RocksRival rival) {
            return new OfRival(rival.cursor());
        }

        @Override
        public long newest(long id1, long linkType, int limit) throws IOException {
            int size = cursor.list(id1, linkType, limit);
            long sum = size;
            for (int link = 0; link < size; link++) {
                sum = sum * 31 + cursor.id2(link) + cursor.time(link);
            }
            return sum;
        }

        @Override
        public void close() {
            cursor.close();
        }
    }

    /** Whether both give the same lists for all of {@code sample}; also warms both up. */
    static void requireSame(List<ListReader> readers, LinkSample sample, int limit)
            throws IOException {
        for (int i = 0; i < sample.count(); i++) {
            long first = readers.getFirst().newest(sample.id1(i), sample.linkType(i), limit);
            for (ListReader other : readers) {
                if (other.newest(sample.id1(i), sample.linkType(i), limit) != first) {
                    throw new IllegalStateException(
                            "stores differ on the list id1=%s type=%s limit=%d"
                                    .formatted(
                                            Long.toUnsignedString(sample.id1(i)),
                                            Long.toUnsignedString(sample.linkType(i)),
                                            limit));
                }
            }
        }
    }
}
