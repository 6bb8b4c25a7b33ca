package sluice.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertIterableEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.RowKind;
import sluice.model.RowSink;
import sluice.model.Visibility;
import sluice.storage.MemoryStorage;
import sluice.store.scan.LongRanges;
import sluice.store.scan.RowWish;
import sluice.testkit.Seeds;

/** The rows of all buckets together are those of the reference, whatever is asked of them. */
class BucketRowsTest {

    @Test
    void rowsAreThoseOfTheReferenceInEveryPhase() {
        for (Manifest.Phase phase : Manifest.Phase.values()) {
            if (phase != Manifest.Phase.ABSORBING) {
                Seeds.each(12, random -> assertRows(random, phase));
            }
        }
    }

    /** Which absorbed rows win is what a scan answers, which tests of absorption compare. */
    @Test
    void rowsAreThoseOfAScanWhereAbsorbedRowsWin() {
        Seeds.each(12, BucketRowsTest::assertAbsorbing);
    }

    @Test
    void rangesAreSetsOfNumbers() {
        LongRanges some = LongRanges.in(5, 4, 9, 5).or(LongRanges.of(-3, -1));
        assertEquals("-3 to -1, 4 to 5, 9", some.toString());
        assertEquals("4 to 5", some.and(LongRanges.of(0, 8)).toString());
        assertEquals(some, some.not().not());
        assertTrue(LongRanges.of(2, 1).isEmpty());
        assertTrue(LongRanges.NONE.not().isAll());
        assertTrue(LongRanges.ALL.not().isEmpty());
        for (long number = -5; number < 12; number++) {
            assertEquals(!some.has(number), some.not().has(number), "number " + number);
        }
        assertTrue(LongRanges.of(Long.MIN_VALUE, 0).or(LongRanges.of(1, Long.MAX_VALUE)).isAll());
    }

    private static void assertRows(SplittableRandom random, Manifest.Phase phase)
            throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        RandomStore store = RandomStore.write(storage, random, phase, RandomStore.Size.USUAL);
        try (StoreReader reader = StoreReader.open(storage);
                PinnedReader pinned = reader.pin()) {
            List<String> links = store.graph().allLinks().stream().map(BucketRowsTest::of).toList();
            List<String> nodes = store.graph().allNodes().stream().map(BucketRowsTest::of).toList();
            assertSame(links, rows(pinned, RowKind.LINK, RowWish.ALL), "links");
            assertSame(nodes, rows(pinned, RowKind.NODE, RowWish.ALL), "nodes");
            assertAsScanned(pinned);
            for (int i = 0; i < 8; i++) {
                assertWished(random, store, pinned);
            }
        }
    }

    private static void assertWished(
            SplittableRandom random, RandomStore store, PinnedReader pinned) throws IOException {
        List<Link> all = store.graph().allLinks();
        if (all.isEmpty()) {
            return;
        }
        Link one = all.get(random.nextInt(all.size()));
        Link two = all.get(random.nextInt(all.size()));
        RowWish wish =
                new RowWish(
                        wish(random, one.id1(), two.id1()),
                        wish(random, one.linkType(), two.linkType()),
                        wish(random, one.id2(), two.id2()),
                        wish(random, one.time(), two.time()),
                        wish(random, one.version(), two.version()),
                        random.nextBoolean() ? LongRanges.ALL : LongRanges.in(random.nextInt(2)),
                        true);
        List<String> links =
                all.stream()
                        .filter(
                                link ->
                                        wish.id1().has(link.id1())
                                                && wish.type().has(link.linkType())
                                                && wish.id2().has(link.id2())
                                                && wish.time().has(link.time())
                                                && wish.version().has(link.version())
                                                && wish.flags().has(flags(link)))
                        .map(BucketRowsTest::of)
                        .toList();
        assertSame(links, rows(pinned, RowKind.LINK, wish), wish.toString());
        RowWish ofNodes = RowWish.of(wish.id1(), LongRanges.ALL);
        List<String> nodes =
                store.graph().allNodes().stream()
                        .filter(node -> wish.id1().has(node.id()))
                        .map(BucketRowsTest::of)
                        .toList();
        assertSame(nodes, rows(pinned, RowKind.NODE, ofNodes), ofNodes.toString());
    }

    private static LongRanges wish(SplittableRandom random, long one, long two) {
        return switch (random.nextInt(6)) {
            case 0 -> LongRanges.of(Math.min(one, two), Math.max(one, two));
            case 1 -> LongRanges.in(one, two);
            case 2 -> LongRanges.in(one).not();
            default -> LongRanges.ALL;
        };
    }

    private static void assertAbsorbing(SplittableRandom random) throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        RandomStore.Size size = RandomStore.Size.USUAL;
        Manifest manifest =
                RandomStore.write(storage, random, Manifest.Phase.BUILDING, size).manifest();
        ManifestFile.publish(
                storage,
                new Manifest(
                        manifest.version() + 1,
                        false,
                        manifest.loadNumber(),
                        Manifest.Phase.ABSORBING,
                        manifest.loadIdentity(),
                        manifest.buckets(),
                        manifest.runs(),
                        List.of()));
        try (StoreReader reader = StoreReader.open(storage);
                PinnedReader pinned = reader.pin()) {
            assertAsScanned(pinned);
        }
    }

    /** In the order of a scan, too. */
    private static void assertAsScanned(PinnedReader pinned) throws IOException {
        List<String> links = new ArrayList<>();
        List<String> nodes = new ArrayList<>();
        pinned.scan(
                new GraphReader.Visitor() {
                    @Override
                    public void node(Node node) {
                        nodes.add(of(node));
                    }

                    @Override
                    public void link(Link link) {
                        links.add(of(link));
                    }
                });
        assertIterableEquals(links, rows(pinned, RowKind.LINK, RowWish.ALL));
        assertIterableEquals(nodes, rows(pinned, RowKind.NODE, RowWish.ALL));
    }

    /** In any order: a list that is cut by its id2s comes bucket by bucket. */
    private static void assertSame(List<String> expected, List<String> found, String what) {
        assertIterableEquals(
                expected.stream().sorted().toList(), found.stream().sorted().toList(), what);
    }

    /** The rows of all buckets, whose known counts are those of their rows. */
    private static List<String> rows(PinnedReader reader, RowKind kind, RowWish wish)
            throws IOException {
        List<String> rows = new ArrayList<>();
        RowSink sink =
                (id1, type, id2, time, version, flags, data, offset, length) ->
                        rows.add(
                                "%s %d %d %d %d %d %s"
                                        .formatted(
                                                Long.toUnsignedString(id1),
                                                type,
                                                id2,
                                                time,
                                                version,
                                                flags,
                                                Arrays.toString(
                                                        Arrays.copyOfRange(
                                                                data, offset, offset + length))));
        for (int bucket = 0; bucket < reader.manifest().buckets().size(); bucket++) {
            int before = rows.size();
            reader.bucket(bucket, kind).rows(wish).all(sink);
            OptionalLong known = reader.bucket(bucket, kind).knownRows(wish);
            assertEquals(rows.size() - before, known.orElse(rows.size() - before));
        }
        return rows;
    }

    private static long flags(Link link) {
        return link.visibility() == Visibility.VISIBLE ? 0 : RowSink.HIDDEN;
    }

    private static String of(Link link) {
        return "%s %d %d %d %d %d %s"
                .formatted(
                        Long.toUnsignedString(link.id1()),
                        link.linkType(),
                        link.id2(),
                        link.time(),
                        link.version(),
                        flags(link),
                        Arrays.toString(link.data()));
    }

    private static String of(Node node) {
        return "%s %d 0 %d %d 0 %s"
                .formatted(
                        Long.toUnsignedString(node.id()),
                        node.type(),
                        node.time(),
                        node.version(),
                        Arrays.toString(node.data()));
    }
}
