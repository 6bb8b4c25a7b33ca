package sluice.hot.rocksdb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.model.HeldList;
import sluice.model.HeldLists;
import sluice.model.HotHeader;
import sluice.model.WholeList;

/**
 * The lists of the cold store that a hot store holds, each as one value under a key of its own:
 * epoch 8, store 8, how many links 4, the bytes of {@link HeldList}. A program that does not know
 * that kind of key passes over it.
 */
final class RocksHeldLists implements HeldLists {
    private static final int SOURCE_BYTES = 16;
    private static final int HEAD_BYTES = 20;

    /** What is said of a value that is too short to say it: no content has this epoch. */
    private static final HeldList.Source NOT_KNOWN = new HeldList.Source(-1, 0);

    private final RocksHotStore store;

    RocksHeldLists(RocksHotStore store) {
        this.store = store;
    }

    @Override
    public List<Held> all() throws IOException {
        List<Held> all = new ArrayList<>();
        try (RowIterator rows = store.iterator()) {
            byte[] key = new byte[HotKeys.HEADER_BYTES];
            byte[] head = new byte[HEAD_BYTES];
            for (boolean on = rows.seek(new byte[] {HotKeys.HELD}, key);
                    on && key[0] == HotKeys.HELD;
                    on = rows.next(key)) {
                int bytes = rows.value(head, 0);
                HeldList.Source source = source(head, bytes);
                long id1 = HotKeys.number(key, HotKeys.ID1);
                all.add(new Held(id1, HotKeys.number(key, HotKeys.TYPE), source, bytes));
            }
        }
        return all;
    }

    private static HeldList.Source source(byte[] head, int lengthBytes) {
        if (lengthBytes < HEAD_BYTES) {
            return NOT_KNOWN;
        }
        ByteBuffer value = ByteBuffer.wrap(head);
        return new HeldList.Source(value.getLong(), value.getLong());
    }

    @Override
    public void put(HeldList list) throws IOException {
        byte[] links = list.bytes();
        byte[] value =
                ByteBuffer.allocate(HEAD_BYTES + links.length)
                        .putLong(list.source().epoch())
                        .putLong(list.source().store())
                        .putInt(list.links().size())
                        .put(links)
                        .array();
        store.put(HotKeys.held(list.links().id1(), list.links().linkType()), value);
    }

    @Override
    public void remove(long id1, long linkType, HeldList.Source source) throws IOException {
        byte[] key = HotKeys.held(id1, linkType);
        byte[] value = store.value(key);
        if (value != null && source(value, value.length).equals(source)) {
            store.delete(key);
        }
    }

    @Override
    public WholeList list(long id1, long linkType) throws IOException {
        // The rows come last: they are to be closed.
        HeldList held = held(id1, linkType);
        return new WholeList(store.list(id1, linkType), held);
    }

    @Override
    public @Nullable HeldList held(long id1, long linkType) throws IOException {
        byte[] value = store.value(HotKeys.held(id1, linkType));
        if (value == null || value.length < HEAD_BYTES) {
            return null;
        }
        byte[] links = Arrays.copyOfRange(value, HEAD_BYTES, value.length);
        return HeldList.of(id1, linkType, source(value, value.length), links).orElse(null);
    }

    @Override
    public Count count(long id1, long linkType) throws IOException {
        HotHeader header = store.header(id1, linkType);
        byte[] value = store.value(HotKeys.held(id1, linkType));
        return value == null || value.length < HEAD_BYTES
                ? new Count(header, 0, null)
                : new Count(
                        header,
                        ByteBuffer.wrap(value).getInt(SOURCE_BYTES),
                        source(value, value.length));
    }
}
