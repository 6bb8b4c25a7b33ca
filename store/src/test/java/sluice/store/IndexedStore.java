package sluice.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import sluice.model.PropertyTypes;
import sluice.model.RowSink;
import sluice.schema.SchemaReader;
import sluice.segment.Borders;
import sluice.segment.IndexKeys;
import sluice.segment.KeyRange;
import sluice.segment.Row;
import sluice.segment.RowIndex;
import sluice.segment.RowPool;
import sluice.segment.SegmentBuild;
import sluice.segment.TestFiles;
import sluice.storage.FileEntry;
import sluice.storage.MemoryStorage;

/**
 * A store with properties and indexes at any moment of a load: buckets that are built, others that
 * are in runs, on segments of earlier loads that know fewer indexes; and its rows as a plain map.
 */
final class IndexedStore {
    static final long NAME = PropertyTypes.ofPredicate(1L << 52);
    static final long AGE = NAME + 1;
    static final long FRIEND = (1L << 52) + 2;
    static final long NICK = NAME + 3;
    static final long[] TYPES = {NAME, AGE, FRIEND, NICK};

    /** At first there is an index of names alone. */
    static final StoreSchema FIRST =
            StoreSchema.EMPTY.with(
                    SchemaReader.read("first", "name: string @index(exact) .\n"), _ -> false);

    static final StoreSchema LATER =
            FIRST.with(
                    SchemaReader.read(
                            "later",
                            """
                            name: string @index(exact, term) .
                            age: int @index(int) .
                            friend: [uid] @count .
                            nick: [string] @index(hash) @count .
                            """),
                    _ -> true);

    private static final Map<String, Long> NUMBERS =
            Map.of(
                    "name",
                    PropertyTypes.predicateOf(NAME),
                    "age",
                    PropertyTypes.predicateOf(AGE),
                    "friend",
                    FRIEND,
                    "nick",
                    PropertyTypes.predicateOf(NICK));

    private static final String[] WORDS = {"ann", "bob", "carl", "dora", "eve lee", "ann lee"};

    /** The key of a row. */
    record Key(long id1, long type, long id2) {}

    final MemoryStorage storage = MemoryStorage.create();
    final Map<Key, Row> winners = new HashMap<>();
    final TreeSet<Long> ids = new TreeSet<>(Long::compareUnsigned);
    private final SplittableRandom random;
    private final long[] someIds;
    private long clock;
    private Manifest manifest;

    private IndexedStore(SplittableRandom random) {
        this.random = random;
        this.someIds = new long[1 + random.nextInt(60)];
        for (int i = 0; i < someIds.length; i++) {
            someIds[i] = random.nextInt(8) == 0 ? random.nextLong() : random.nextInt(80);
        }
        this.manifest =
                new Manifest(
                        1,
                        false,
                        1,
                        Manifest.Phase.COMPLETE,
                        "",
                        List.of(new Bucket(0, 0, Bucket.State.BUILT, null, 0)),
                        List.of(),
                        List.of());
    }

    /** One that several loads have written, the last of which may be under way. */
    static IndexedStore write(SplittableRandom random) throws IOException {
        IndexedStore store = new IndexedStore(random);
        int loads = 1 + random.nextInt(3);
        for (int load = 1; load <= loads; load++) {
            boolean knowsAll = load > 1 || random.nextBoolean();
            store.load(load, knowsAll ? LATER : FIRST, load == loads);
        }
        ManifestFile.publish(store.storage, store.manifest);
        return store;
    }

    Manifest manifest() {
        return manifest;
    }

    static IndexKeys keys(StoreSchema schema) {
        return SchemaKeys.maker(
                        schema,
                        name ->
                                NUMBERS.containsKey(name)
                                        ? OptionalLong.of(NUMBERS.get(name))
                                        : OptionalLong.empty())
                .make();
    }

    private void load(int number, StoreSchema schema, boolean isLast) throws IOException {
        IndexKeys keys = keys(schema);
        Borders borders = borders();
        List<FileEntry> runs = new ArrayList<>();
        List<List<Row>> parts = new ArrayList<>();
        for (int run = random.nextInt(4); run >= 0; run--) {
            List<Row> rows = rows(random.nextInt(random.nextInt(4) == 0 ? 6 : 250));
            parts.add(rows);
            runs.add(
                    TestFiles.writeRun(
                            storage,
                            "run-%06d-000000-%06d-000".formatted(number, runs.size()),
                            borders,
                            rows,
                            keys,
                            1 << 20));
        }
        List<Bucket> buckets = new ArrayList<>();
        boolean touchesAll = random.nextBoolean();
        boolean buildsAll = !isLast || random.nextInt(3) == 0;
        for (int i = 0; i < borders.count(); i++) {
            KeyRange range = KeyRange.of(borders, i, i);
            int old = manifest.borders().find(borders.id1(i), borders.id2(i));
            FileEntry segment = manifest.buckets().get(old).segment();
            boolean isTouched =
                    touchesAll
                            || parts.stream()
                                    .flatMap(List::stream)
                                    .anyMatch(row -> range.holds(row.id1(), row.id2()));
            boolean isBuilt = !isTouched || buildsAll || random.nextBoolean();
            if (isTouched && isBuilt) {
                segment = build(number, i, segment, runs, range, keys);
            }
            Bucket.State state = isBuilt ? Bucket.State.BUILT : Bucket.State.STAGED;
            buckets.add(new Bucket(borders.id1(i), borders.id2(i), state, segment, 0));
        }
        boolean isComplete =
                buckets.stream().allMatch(bucket -> bucket.state() == Bucket.State.BUILT);
        parts.forEach(rows -> rows.forEach(this::note));
        manifest =
                new Manifest(
                        number,
                        false,
                        number,
                        isComplete ? Manifest.Phase.COMPLETE : Manifest.Phase.BUILDING,
                        "",
                        buckets,
                        isComplete ? List.of() : runs,
                        List.of(),
                        schema.write(storage, number));
    }

    private @Nullable FileEntry build(
            int number,
            int bucket,
            @Nullable FileEntry earlier,
            List<FileEntry> runs,
            KeyRange range,
            IndexKeys keys)
            throws IOException {
        List<FileEntry> files = new ArrayList<>();
        if (earlier != null) {
            files.add(earlier);
        }
        files.addAll(runs);
        SegmentBuild build =
                new SegmentBuild(new RowPool(1 << 20, _ -> {}), false, new RowIndex(keys, 1 << 20));
        return TestFiles.buildSegment(
                storage, "segment-%06d-%06d".formatted(number, bucket), files, range, build);
    }

    /** Those of the load before, and more. */
    private Borders borders() {
        Borders before = manifest.borders();
        Borders more = TestFiles.borders(random, someIds, new long[] {0, 3, 7, -1}, 5);
        TreeSet<long[]> all =
                new TreeSet<>(
                        Comparator.<long[]>comparingInt(_ -> 0)
                                .thenComparing((a, b) -> Long.compareUnsigned(a[0], b[0]))
                                .thenComparing((a, b) -> Long.compareUnsigned(a[1], b[1])));
        for (Borders each : List.of(before, more)) {
            for (int i = 0; i < each.count(); i++) {
                all.add(new long[] {each.id1(i), each.id2(i)});
            }
        }
        return new Borders(
                all.stream().mapToLong(cut -> cut[0]).toArray(),
                all.stream().mapToLong(cut -> cut[1]).toArray());
    }

    private List<Row> rows(int count) {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long id1 = someIds[random.nextInt(someIds.length)];
            long type = TYPES[random.nextInt(TYPES.length)];
            boolean isList = type == FRIEND || type == NICK;
            long id2 = isList ? random.nextInt(9) : 0;
            int flags =
                    switch (random.nextInt(8)) {
                        case 0 -> RowSink.TOMBSTONE;
                        case 1 -> RowSink.HIDDEN;
                        default -> 0;
                    };
            byte[] data = flags == RowSink.TOMBSTONE ? new byte[0] : data(type);
            rows.add(new Row(id1, type, id2, clock++, 0, flags, data));
        }
        return rows;
    }

    private byte[] data(long type) {
        if (type == FRIEND) {
            return new byte[0];
        }
        if (type == AGE) {
            int age = random.nextInt(9) - 4;
            return age == 0 ? new byte[] {2} : new byte[] {2, (byte) age};
        }
        String word = random.nextInt(20) == 0 ? "x".repeat(300) : WORDS[random.nextInt(6)];
        byte[] text = word.getBytes(StandardCharsets.UTF_8);
        byte[] data = new byte[1 + text.length];
        data[0] = random.nextInt(30) == 0 ? (byte) 0x4F : 9;
        System.arraycopy(text, 0, data, 1, text.length);
        return data;
    }

    private void note(Row row) {
        winners.put(new Key(row.id1(), row.type(), row.id2()), row);
        ids.add(row.id1());
    }

    /** The ids that have a visible row of {@code type} for which {@code isMeant} holds. */
    TreeSet<Long> idsWith(long type, Predicate<byte[]> isMeant) {
        TreeSet<Long> found = new TreeSet<>(Long::compareUnsigned);
        winners.forEach(
                (key, row) -> {
                    if (key.type() == type && row.flags() == 0 && isMeant.test(row.data())) {
                        found.add(key.id1());
                    }
                });
        return found;
    }

    /** The ids that have {@code count} visible rows of {@code type}. */
    TreeSet<Long> idsWithCount(long type, int least, int most) {
        Map<Long, Integer> counts = new HashMap<>();
        winners.forEach(
                (key, row) -> {
                    if (key.type() == type && row.flags() == 0) {
                        counts.merge(key.id1(), 1, Integer::sum);
                    }
                });
        TreeSet<Long> found = new TreeSet<>(Long::compareUnsigned);
        counts.forEach(
                (id, count) -> {
                    if (count >= least && count <= most) {
                        found.add(id);
                    }
                });
        return found;
    }
}
