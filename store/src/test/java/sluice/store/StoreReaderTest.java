package sluice.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import sluice.model.Answer;
import sluice.model.ErrorCode;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.Node;
import sluice.model.SluiceException;
import sluice.segment.Borders;
import sluice.segment.Row;
import sluice.segment.TestFiles;
import sluice.storage.CorruptFileException;
import sluice.storage.FileEntry;
import sluice.storage.MemoryStorage;
import sluice.storage.OpenHandles;
import sluice.testkit.Seeds;

/** Every read of a store in every state equals what the reference says. */
class StoreReaderTest {

    @Test
    void answersAsTheReferenceWhileRowsAreStaged() {
        Seeds.each(10, random -> assertAnswers(random, Manifest.Phase.STAGING));
    }

    @Test
    void answersAsTheReferenceWhileSomeBucketsAreBuilt() {
        Seeds.each(15, random -> assertAnswers(random, Manifest.Phase.BUILDING));
    }

    @Test
    void answersAsTheReferenceWhenTheLoadIsComplete() {
        Seeds.each(15, random -> assertAnswers(random, Manifest.Phase.COMPLETE));
    }

    @Test
    void findsLinksBehindAnEmptyBucketThatEndsInsideTheirId() throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        FileEntry segment =
                TestFiles.writeSegment(
                        storage, "segment-1", List.of(Row.of(5, 1, 200, 7)), List.of());
        ManifestFile.publish(
                storage,
                new Manifest(
                        1,
                        false,
                        1,
                        Manifest.Phase.COMPLETE,
                        "",
                        List.of(
                                new Bucket(0, 0, Bucket.State.BUILT, null, 0),
                                new Bucket(5, 100, Bucket.State.BUILT, segment, 0)),
                        List.of(),
                        List.of()));
        try (StoreReader reader = StoreReader.open(storage)) {
            assertEquals(1, reader.count(5, 1).value());
            assertEquals(1, reader.linkList(LinkQuery.newest(5, 1, 10)).value().size());
            assertEquals(1, reader.types(5).value().size());
        }
    }

    @Test
    void opensEachFileOnceThatBucketsShareWithAnotherBetweenThem() throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        FileEntry shared =
                TestFiles.writeSegment(
                        storage,
                        "shared",
                        List.of(Row.of(1, 1, 1, 1), Row.of(9, 1, 1, 1)),
                        List.of());
        FileEntry own =
                TestFiles.writeSegment(storage, "own", List.of(Row.of(5, 1, 1, 1)), List.of());
        Manifest manifest =
                new Manifest(
                        1,
                        false,
                        2,
                        Manifest.Phase.COMPLETE,
                        "",
                        List.of(
                                new Bucket(0, 0, Bucket.State.BUILT, shared, 0),
                                new Bucket(4, 0, Bucket.State.BUILT, own, 0),
                                new Bucket(8, 0, Bucket.State.BUILT, shared, 0)),
                        List.of(),
                        List.of());
        ManifestFile.publish(storage, manifest);
        assertEquals(List.of(shared, own), manifest.files());
        try (StoreReader reader = StoreReader.open(storage)) {
            assertEquals(2, storage.openHandles().sources().size());
            assertEquals(1, reader.count(9, 1).value());
        }
        assertEquals(OpenHandles.NONE, storage.openHandles());
    }

    @Test
    void saysThatThereIsNoStoreOrThatAFileIsMissing() throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        SluiceException none = assertThrows(SluiceException.class, () -> StoreReader.open(storage));
        assertEquals(ErrorCode.STORE, none.code());

        RandomStore store =
                RandomStore.write(
                        storage,
                        new SplittableRandom(2),
                        Manifest.Phase.BUILDING,
                        RandomStore.Size.USUAL);
        String name = store.manifest().files().getLast().name();
        storage.delete(name);
        CorruptFileException missing =
                assertThrows(CorruptFileException.class, () -> StoreReader.open(storage));
        assertTrue(missing.file().endsWith(name), missing.getMessage());
        assertEquals(OpenHandles.NONE, storage.openHandles());
    }

    @Test
    void tellsTheDemandOfEveryQuery() throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        RandomStore.write(
                storage, new SplittableRandom(1), Manifest.Phase.BUILDING, RandomStore.Size.SMALL);
        List<Long> asked = new ArrayList<>();
        try (StoreReader reader = StoreReader.open(storage, asked::add)) {
            reader.node(1);
            reader.link(2, 0, 0);
            reader.links(3, 0, new long[] {1});
            reader.linkList(LinkQuery.newest(4, 0, 1));
            reader.count(5, 0);
            reader.types(6);
        }
        assertEquals(List.of(1L, 2L, 3L, 4L, 5L, 6L), asked);
    }

    private static void assertAnswers(SplittableRandom random, Manifest.Phase phase)
            throws IOException {
        MemoryStorage storage =
                MemoryStorage.create(
                        MemoryStorage.Options.DEFAULT.withShortCounts(random.nextLong()));
        RandomStore store = RandomStore.write(storage, random, phase, RandomStore.Size.USUAL);
        try (StoreReader reader = StoreReader.open(storage)) {
            assertEquals(store.manifest(), reader.manifest());
            assertQueries(random, store, reader, 150);
            assertEquals(scan(store.graph(), store.manifest().borders()), scan(reader));
            assertEquals(phase != Manifest.Phase.STAGING, reader.node(0).complete());
        }
        assertEquals(OpenHandles.NONE, storage.openHandles());
    }

    /** Asks for rows that are there, near misses and strangers, in all ways. */
    static void assertQueries(
            SplittableRandom random, RandomStore store, GraphReader reader, int count)
            throws IOException {
        ReferenceGraph graph = store.graph();
        List<Link> present = graph.allLinks();
        for (int i = 0; i < count; i++) {
            Row probe = store.rows().link(false);
            long id1 = probe.id1();
            long type = probe.type();
            long id2 = probe.id2();
            if (!present.isEmpty() && random.nextBoolean()) {
                Link link = present.get(random.nextInt(present.size()));
                id1 = link.id1();
                type = link.linkType();
                id2 = link.id2();
            }
            assertEquals(graph.node(id1), reader.node(id1));
            assertEquals(graph.link(id1, type, id2), reader.link(id1, type, id2));
            assertEquals(graph.link(id1, type, id2 + 1), reader.link(id1, type, id2 + 1));
            long[] id2s = {id2, probe.id2(), id2 + 1, id2, store.rows().link(false).id2()};
            assertEquals(graph.links(id1, type, id2s), reader.links(id1, type, id2s));
            assertEquals(graph.count(id1, type), reader.count(id1, type));
            assertEquals(graph.types(id1), reader.types(id1));
            LinkQuery query = query(random, id1, type, store);
            Answer<LinkList> answer = reader.linkList(query);
            assertEquals(graph.list(query), answer.value().links(), query::toString);
        }
    }

    private static LinkQuery query(
            SplittableRandom random, long id1, long type, RandomStore store) {
        long[] times = store.rows().times();
        long minTime = random.nextBoolean() ? Long.MIN_VALUE : times[random.nextInt(times.length)];
        long maxTime = random.nextBoolean() ? Long.MAX_VALUE : times[random.nextInt(times.length)];
        long offset =
                switch (random.nextInt(4)) {
                    case 0 -> random.nextInt(50);
                    case 1 -> Long.MAX_VALUE - random.nextInt(100);
                    default -> 0;
                };
        int limit =
                switch (random.nextInt(3)) {
                    case 0 -> random.nextInt(10);
                    case 1 -> 10_000;
                    default -> Integer.MAX_VALUE;
                };
        return new LinkQuery(id1, type, minTime, maxTime, offset, limit);
    }

    private static List<Object> scan(GraphReader reader) throws IOException {
        List<Object> found = new ArrayList<>();
        reader.scan(
                new GraphReader.Visitor() {
                    @Override
                    public void node(Node node) {
                        found.add(node);
                    }

                    @Override
                    public void link(Link link) {
                        found.add(link);
                    }
                });
        return found;
    }

    /** What a scan shows: bucket by bucket, in each the node of an id before its links. */
    private static List<Object> scan(ReferenceGraph graph, Borders borders) throws IOException {
        List<Object> all = scan(graph);
        Object[] sorted = all.toArray();
        Arrays.sort(
                sorted,
                Comparator.comparingInt(
                        each ->
                                switch (each) {
                                    case Node node -> borders.find(node.id(), 0);
                                    case Link link -> borders.find(link.id1(), link.id2());
                                    default -> throw new AssertionError(each);
                                }));
        return Arrays.asList(sorted);
    }
}
