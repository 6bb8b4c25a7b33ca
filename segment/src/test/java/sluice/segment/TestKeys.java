package sluice.segment;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;
import sluice.model.RowKind;

/**
 * Indexes of test rows: of two types in three each pair of neighbouring bytes of the data is a
 * token, and all of it; of every second type the lists are counted. The n-th type has the numbers
 * 2n + 1 and 2n + 2.
 */
final class TestKeys implements IndexKeys {
    private final Map<Long, Integer> places = new HashMap<>();
    private final int numbersEnd;

    TestKeys(long[] types) {
        for (long type : types) {
            places.putIfAbsent(type, places.size());
        }
        this.numbersEnd = 1 + 2 * places.size();
    }

    @Override
    public int numbersEnd() {
        return numbersEnd;
    }

    @Override
    public boolean isIndexed(long linkType) {
        return places.containsKey(linkType) && places.get(linkType) % 3 != 2;
    }

    @Override
    public int countIndex(long linkType) {
        boolean isCounted = places.containsKey(linkType) && places.get(linkType) % 2 == 0;
        return isCounted ? 2 + 2 * places.get(linkType) : 0;
    }

    @Override
    public void keys(long linkType, byte[] data, int offset, int length, Sink sink)
            throws IOException {
        int index = 1 + 2 * places.get(linkType);
        byte[] key = key(index, "  ");
        BitSet pairs = pairs(data, offset, length);
        for (int pair = pairs.nextSetBit(0); pair >= 0; pair = pairs.nextSetBit(pair + 1)) {
            key[4] = (byte) (pair >> 8);
            key[5] = (byte) pair;
            sink.key(key, 0, key.length);
        }
        // All of two bytes is a pair.
        if (length != 2) {
            byte[] whole = key(index, whole(data, offset, length));
            sink.key(whole, 0, whole.length);
        }
    }

    private static TreeSet<String> tokens(byte[] data, int offset, int length) {
        TreeSet<String> tokens = new TreeSet<>();
        pairs(data, offset, length).stream()
                .mapToObj(pair -> "" + (char) (pair >> 8) + (char) (pair & 0xff))
                .forEach(tokens::add);
        tokens.add(whole(data, offset, length));
        return tokens;
    }

    /** The different pairs: data may be long. */
    private static BitSet pairs(byte[] data, int offset, int length) {
        BitSet pairs = new BitSet();
        for (int i = 0; i + 2 <= length; i++) {
            pairs.set((data[offset + i] & 0xff) << 8 | data[offset + i + 1] & 0xff);
        }
        return pairs;
    }

    private static String whole(byte[] data, int offset, int length) {
        return new String(data, offset, Math.min(length, 255), StandardCharsets.ISO_8859_1);
    }

    static byte[] key(int index, String token) {
        byte[] bytes = token.getBytes(StandardCharsets.ISO_8859_1);
        return ByteBuffer.allocate(4 + bytes.length).putInt(index).put(bytes).array();
    }

    /** The entries of an index section of all visible rows of {@code links}; no counts. */
    NavigableMap<String, TreeSet<Long>> entries(List<Row> links) {
        NavigableMap<String, TreeSet<Long>> entries = new TreeMap<>();
        for (Row row : links) {
            if (row.flags() == 0 && isIndexed(row.type())) {
                for (String token : tokens(row.data(), 0, row.data().length)) {
                    add(entries, key(1 + 2 * places.get(row.type()), token), row.id1());
                }
            }
        }
        return entries;
    }

    /** The same of a segment of {@code range}, whose rows are those of {@code links} that win. */
    NavigableMap<String, TreeSet<Long>> segmentEntries(List<Row> links, KeyRange range) {
        List<Row> winners =
                RandomRows.winners(links, RowKind.LINK).stream()
                        .filter(row -> range.holds(row.id1(), row.id2()))
                        .toList();
        NavigableMap<String, TreeSet<Long>> entries = entries(winners);
        record ListKey(long id1, long type) {}
        Map<ListKey, Integer> counts = new HashMap<>();
        for (Row row : winners) {
            if (row.flags() == 0 && countIndex(row.type()) != 0 && range.holdsAll(row.id1())) {
                counts.merge(new ListKey(row.id1(), row.type()), 1, Integer::sum);
            }
        }
        counts.forEach(
                (list, count) ->
                        add(
                                entries,
                                ByteBuffer.allocate(8)
                                        .putInt(countIndex(list.type))
                                        .putInt(count)
                                        .array(),
                                list.id1));
        return entries;
    }

    private static void add(NavigableMap<String, TreeSet<Long>> to, byte[] key, long id) {
        to.computeIfAbsent(
                        new String(key, StandardCharsets.ISO_8859_1),
                        _ -> new TreeSet<>(Long::compareUnsigned))
                .add(id);
    }
}
