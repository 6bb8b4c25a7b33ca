package sluice.load.plan;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sluice.model.ByteHash;
import sluice.model.PropertyTypes;
import sluice.model.RowSink;
import sluice.segment.IndexKeys;
import sluice.store.StoreSchema;

/**
 * Counts the links and values of each predicate in a sample, and what their indexes take. Belongs
 * to one thread. Cost: a look-up a row, and the keys of indexed values.
 */
public final class PredicateSample {
    /** About what an id takes in an index: its difference from the one before. */
    private static final long ID_BYTES = 3;

    /** About what a key takes besides its token: lengths and the number of its ids. */
    private static final long KEY_BYTES = 3;

    private final Map<Long, String> names = new HashMap<>();
    private final Map<Long, Rows> rows = new HashMap<>();
    private final HashedNames hashed = HashedNames.keeping(names);
    private final @Nullable IndexKeys keys;

    /** Null if the rows before were of no predicate. */
    private @Nullable Rows last;

    private long lastType;

    /** The rows of one type. */
    private static final class Rows {
        private final Set<Long> keys = new HashSet<>();
        private long count;
        private long indexBytes;
    }

    /**
     * A predicate of a source.
     *
     * @param name {@code ~} in front for links backwards
     * @param indexBytes about what the indexes of the values take in segments, without counts
     */
    public record PredicateCount(String name, long links, long values, long indexBytes) {
        private PredicateCount with(long moreLinks, long moreValues, long moreBytes) {
            return new PredicateCount(
                    name, links + moreLinks, values + moreValues, indexBytes + moreBytes);
        }
    }

    /** For rows that become those of a store with {@code schema}. */
    public PredicateSample(StoreSchema schema) {
        IndexKeys.@Nullable Maker maker = schema.keys(name -> OptionalLong.of(hashed.type(name)));
        keys = maker == null ? null : maker.make();
    }

    /** The names of the sample's rows. */
    public HashedNames names() {
        return hashed;
    }

    /** Counts the rows that go to {@code next}. */
    public RowSink before(RowSink next) {
        return (id1, type, id2, time, version, flags, data, offset, length) -> {
            note(type, data, offset, length);
            next.append(id1, type, id2, time, version, flags, data, offset, length);
        };
    }

    private void note(long type, byte[] data, int offset, int length) {
        if (type != lastType || last == null) {
            lastType = type;
            last = rows.computeIfAbsent(type, _ -> new Rows());
        }
        Rows now = last;
        now.count++;
        if (keys != null && keys.isIndexed(type)) {
            try {
                keys.keys(
                        type, data, offset, length, (key, at, bytes) -> note(now, key, at, bytes));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static void note(Rows now, byte[] key, int offset, int length) {
        boolean isNew = now.keys.add(ByteHash.of(key, offset, length));
        now.indexBytes += ID_BYTES + (isNew ? KEY_BYTES + length - Integer.BYTES : 0);
    }

    /** About what the indexes of the sample's rows take. */
    public long indexBytes() {
        return rows.values().stream().mapToLong(each -> each.indexBytes).sum();
    }

    /** The predicates of {@code scale} times these rows, those with most rows first. */
    public List<PredicateCount> scaled(double scale) {
        Map<String, PredicateCount> predicates = new HashMap<>();
        rows.forEach(
                (type, found) -> {
                    boolean isProperty = PropertyTypes.isProperty(type);
                    String name = names.get(isProperty ? PropertyTypes.predicateOf(type) : type);
                    if (name != null) {
                        long count = Math.round(found.count * scale);
                        predicates.merge(
                                name,
                                new PredicateCount(
                                        name,
                                        isProperty ? 0 : count,
                                        isProperty ? count : 0,
                                        Math.round(found.indexBytes * scale)),
                                (a, b) -> a.with(b.links, b.values, b.indexBytes));
                    }
                });
        List<PredicateCount> sorted = new ArrayList<>(predicates.values());
        sorted.sort(
                Comparator.comparingLong((PredicateCount each) -> -each.links - each.values)
                        .thenComparing(PredicateCount::name));
        return sorted;
    }
}
