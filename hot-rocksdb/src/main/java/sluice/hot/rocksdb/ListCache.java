package sluice.hot.rocksdb;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import org.jspecify.annotations.Nullable;

/**
 * The lists that were written last, and short enough to be made anew with each write. Reading one
 * needs no call into native code.
 *
 * <p>A list comes in, and changes, by its one writer alone, after its rows were written: what
 * stands here is never older than what anybody has read from the database.
 */
final class ListCache {
    /** Above it, copying a list costs more than reading its rows one by one saves. */
    static final int ROWS_MAX = 2048;

    /**
     * So many rows are read at once when a list comes in that is not written for the first time.
     */
    static final int ROWS_READ_MAX = 256;

    private record Key(long id1, long linkType) {}

    private final Cache<Key, CachedList> lists;

    ListCache(long bytesMax) {
        lists =
                Caffeine.newBuilder()
                        .maximumWeight(bytesMax)
                        .weigher((Key _, CachedList list) -> (int) list.bytes())
                        .executor(Runnable::run)
                        .build();
    }

    @Nullable CachedList get(long id1, long linkType) {
        return lists.getIfPresent(new Key(id1, linkType));
    }

    void put(long id1, long linkType, CachedList list) {
        if (list.size() > ROWS_MAX) {
            remove(id1, linkType);
        } else {
            lists.put(new Key(id1, linkType), list);
        }
    }

    void remove(long id1, long linkType) {
        lists.invalidate(new Key(id1, linkType));
    }
}
