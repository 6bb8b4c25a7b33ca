package sluice.load.plan;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sluice.ingest.row.NameResolver;
import sluice.model.PropertyTypes;

/**
 * Names without a dictionary, for a sample: each becomes its hash, so that equal names are equal
 * ids. Remembers the hashes, and the text of those that it is asked to. Belongs to one thread.
 */
public final class HashedNames implements NameResolver {
    private final List<String> groups = new ArrayList<>();
    private final Set<Long> wanted;
    private final Map<Long, String> texts = new HashMap<>();
    private final @Nullable Map<Long, String> types;
    private long[] hashes = new long[1 << 12];
    private int count;
    private long nameBytes;

    /** Keeps the text of the names whose hashes are {@code wanted}. */
    public HashedNames(Set<Long> wanted) {
        this(wanted, null);
    }

    private HashedNames(Set<Long> wanted, @Nullable Map<Long, String> types) {
        this.wanted = Set.copyOf(wanted);
        this.types = types;
    }

    /** Keeps the names of types, in {@code types} by their numbers. */
    static HashedNames keeping(Map<Long, String> types) {
        return new HashedNames(Set.of(), types);
    }

    @Override
    public int group(String name) {
        int known = groups.indexOf(name);
        if (known < 0) {
            groups.add(name);
        }
        return known < 0 ? groups.size() - 1 : known;
    }

    @Override
    public long id(int group, byte[] bytes, int offset, int length) {
        long hash = hash(group, bytes, offset, length);
        if (count == hashes.length) {
            hashes = Arrays.copyOf(hashes, 2 * count);
        }
        hashes[count++] = hash;
        nameBytes += length;
        if (wanted.contains(hash)) {
            texts.computeIfAbsent(hash, _ -> text(group, bytes, offset, length));
        }
        return hash;
    }

    @Override
    public long type(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        return type(bytes, 0, bytes.length);
    }

    @Override
    public long type(byte[] bytes, int offset, int length) {
        // A number that types with names get, from which those of properties can be told.
        long type =
                PropertyTypes.predicateOf(PropertyTypes.FIRST)
                        | hash(-1, bytes, offset, length) >>> 33;
        if (types != null && !types.containsKey(type)) {
            types.put(type, new String(bytes, offset, length, StandardCharsets.UTF_8));
        }
        return type;
    }

    /** The name whose hash is {@code id}, or the number itself where it was not asked for. */
    public String text(long id) {
        return texts.getOrDefault(id, Long.toUnsignedString(id));
    }

    /** How many bytes a name has on average. */
    double meanBytes() {
        return (double) nameBytes / Math.max(1, count);
    }

    /**
     * About how many different names the source has of which this is one part in {@code scale}: the
     * guaranteed-error estimator, √scale × the names seen once + those seen more often (Charikar et
     * al., "Towards estimation error guarantees for distinct values", PODS 2000).
     */
    double distinctEstimate(double scale) {
        long[] sorted = Arrays.copyOf(hashes, count);
        Arrays.sort(sorted);
        long once = 0;
        long more = 0;
        for (int from = 0; from < count; ) {
            int to = from;
            while (to < count && sorted[to] == sorted[from]) {
                to++;
            }
            once += to - from == 1 ? 1 : 0;
            more += to - from == 1 ? 0 : 1;
            from = to;
        }
        return Math.sqrt(scale) * once + more;
    }

    private String text(int group, byte[] bytes, int offset, int length) {
        String text = new String(bytes, offset, length, StandardCharsets.UTF_8);
        return groups.get(group).isEmpty() ? text : groups.get(group) + ":" + text;
    }

    private static long hash(int group, byte[] bytes, int offset, int length) {
        long hash = 0xCBF29CE484222325L ^ group;
        for (int i = 0; i < length; i++) {
            hash = (hash ^ bytes[offset + i]) * 0x100000001B3L;
        }
        // The low bits of the product above mix badly into the high ones, which buckets go by.
        hash = (hash ^ hash >>> 32) * 0x9E3779B97F4A7C15L;
        return hash ^ hash >>> 29;
    }
}
