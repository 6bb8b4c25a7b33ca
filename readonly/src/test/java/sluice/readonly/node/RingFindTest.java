package sluice.readonly.node;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.client.RemoteQuestions;
import sluice.client.SluiceClient;
import sluice.model.Answer;
import sluice.model.ErrorCode;
import sluice.model.GraphReader;
import sluice.model.IndexQuery;
import sluice.model.IndexedIds;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.Patience;
import sluice.model.SluiceException;
import sluice.protocol.IndexPart;
import sluice.protocol.ScanAsk;
import sluice.protocol.question.AskedCondition;
import sluice.protocol.question.FindAsk;
import sluice.protocol.question.WalkAsk;
import sluice.store.ManifestFile;
import sluice.store.PinnedReader;
import sluice.store.VersionFiles;

/** Questions by value and scans that no node can answer alone, with all nodes and without some. */
class RingFindTest {
    private static final int IDS = 300;
    private static final int AGE_INDEX = 1;
    private static final int ALL = 1000;

    @TempDir Path directory;

    private TestRing ring;

    @BeforeEach
    void makeAStore() throws IOException {
        ring = new TestRing(directory, IDS);
        ring.nextPeople();
    }

    @AfterEach
    void stopNodes() throws IOException {
        ring.close();
    }

    private static List<AskedCondition> age(String operator, int age) {
        return List.of(new AskedCondition("age", operator, List.of(String.valueOf(age))));
    }

    private static long[] ids(RemoteQuestions.Found found) {
        return found.nodes().stream().mapToLong(each -> each.node().id()).toArray();
    }

    private static long[] idsOfAge(int last) {
        return IntStream.range(0, IDS).filter(id -> id % 10 == last).asLongStream().toArray();
    }

    @Test
    void everyNodeFindsInAllPartitions() throws IOException {
        ring.create(3, 2);
        ring.push();
        for (RingNode node : ring.nodes()) {
            try (SluiceClient client = TestRing.client(node)) {
                RemoteQuestions questions = client.questions();
                RemoteQuestions.Found all =
                        questions.find(FindAsk.of(age("eq", 1003), List.of(), ALL));
                assertArrayEquals(idsOfAge(3), ids(all));
                assertTrue(all.complete() && !all.more());
                assertArrayEquals(
                        idsOfAge(9), pages(questions, FindAsk.of(age("ge", 1009), List.of(), 7)));
                // The list of each is counted where it is.
                AskedCondition one = new AskedCondition("count(knows)", "eq", List.of("1"));
                assertEquals(
                        IDS - 1,
                        ids(questions.find(FindAsk.of(List.of(one), List.of(), ALL))).length);
                RemoteQuestions.Found walked =
                        questions.walk(
                                new WalkAsk(
                                        new long[0],
                                        age("eq", 1003),
                                        List.of("knows", "knows"),
                                        List.of(),
                                        List.of(),
                                        ALL,
                                        0));
                assertTrue(walked.complete());
                assertArrayEquals(idsOfAge(5), ids(walked));
            }
        }
    }

    private static long[] pages(RemoteQuestions questions, FindAsk first) {
        List<Long> all = new ArrayList<>();
        @Nullable FindAsk ask = first;
        while (ask != null) {
            RemoteQuestions.Found page = questions.find(ask);
            assertTrue(page.complete());
            for (long id : ids(page)) {
                all.add(id);
            }
            ask = page.more() ? ask.behind(all.getLast()) : null;
        }
        return all.stream().mapToLong(id -> id).toArray();
    }

    /** A client of the ring asks all nodes and joins what they find. */
    @Test
    void aClientOfTheRingFindsAndScansAsOneReaderDoes() throws IOException {
        ring.create(3, 1);
        ring.push();
        try (TestRing.RingClient client = ring.client();
                PinnedReader whole = whole(1)) {
            Rows expected = new Rows();
            whole.scan(expected);
            Rows scanned = new Rows();
            assertTrue(client.graph().scan(scanned));
            assertEquals(expected.shown, scanned.shown);
            for (int limit : new int[] {1, 7, 100_000}) {
                assertArrayEquals(candidates(whole, limit), candidates(client.graph(), limit));
            }
        }
    }

    private PinnedReader whole(int version) throws IOException {
        return PinnedReader.open(
                ring.store(),
                ManifestFile.read(ring.store(), VersionFiles.version(version)).orElseThrow());
    }

    private static long[] candidates(GraphReader reader, int limit) throws IOException {
        List<Long> all = new ArrayList<>();
        boolean more = true;
        while (more) {
            long first = all.isEmpty() ? 0 : all.getLast() + 1;
            Answer<IndexedIds> page =
                    reader.indexed(IndexQuery.prefix(AGE_INDEX, 0, new byte[0], first, limit));
            assertTrue(page.complete());
            for (long id : page.value().ids()) {
                all.add(id);
            }
            more = page.value().more();
        }
        return all.stream().mapToLong(id -> id).toArray();
    }

    /** Rows as text, in their order. */
    private static final class Rows implements GraphReader.Visitor {
        private final List<String> shown = new ArrayList<>();

        @Override
        public void node(Node node) throws IOException {
            add("node " + node.id());
        }

        @Override
        public void link(Link link) throws IOException {
            add("%d %d %d".formatted(link.id1(), link.linkType(), link.id2()));
        }

        private void add(String row) throws IOException {
            shown.add(row);
            after(shown.size());
        }

        void after(int count) throws IOException {}
    }

    @Test
    void aNodeThatIsGoneIsReplacedByTheOther() throws IOException {
        ring.create(3, 2);
        ring.push();
        try (TestRing.RingClient client = ring.client()) {
            Rows before = new Rows();
            assertTrue(client.graph().scan(before));
            List<String> shown = new ArrayList<>();
            AtomicBoolean isStopped = new AtomicBoolean();
            GraphReader.Visitor stopping =
                    new GraphReader.Visitor() {
                        @Override
                        public void node(Node node) throws IOException {
                            shown.add("node " + node.id());
                        }

                        @Override
                        public void link(Link link) throws IOException {
                            shown.add(
                                    "%d %d %d".formatted(link.id1(), link.linkType(), link.id2()));
                            if (shown.size() > 100 && isStopped.compareAndSet(false, true)) {
                                ring.stop(1);
                            }
                        }
                    };
            assertTrue(client.graph().scan(stopping));
            assertTrue(isStopped.get());
            assertEquals(before.shown, shown);
            for (RingNode node : ring.nodes()) {
                try (SluiceClient one = TestRing.client(node)) {
                    RemoteQuestions.Found found =
                            one.questions().find(FindAsk.of(age("eq", 1003), List.of(), ALL));
                    assertTrue(found.complete());
                    assertArrayEquals(idsOfAge(3), ids(found));
                }
            }
        }
    }

    /** With one replica, a node that is gone takes ids with it, and every answer says so. */
    @Test
    void whatNobodyHasIsNotLeftOutWithoutAWord() throws IOException {
        ring.create(3, 1);
        ring.push();
        ring.stop(2);
        for (RingNode node : ring.nodes()) {
            try (SluiceClient client = TestRing.client(node)) {
                FindAsk all = FindAsk.of(age("ge", 0), List.of(), ALL);
                RemoteQuestions.Found found = client.questions().find(all);
                assertFalse(found.complete());
                assertTrue(found.nodes().size() > 20 && found.nodes().size() < IDS);
                SluiceException refused =
                        assertThrows(
                                SluiceException.class,
                                () ->
                                        client.questions()
                                                .with(new Patience(Patience.WhenPartial.FAIL, 0))
                                                .find(all));
                assertEquals(ErrorCode.INCOMPLETE, refused.code());
                Rows rows = new Rows();
                assertFalse(client.scan(rows));
                assertTrue(rows.shown.size() > 20 && rows.shown.size() < 2 * IDS);
            }
        }
    }

    @Test
    void aNodeAnswersForWhatItHoldsAlone() throws IOException {
        ring.create(2, 1);
        ring.push();
        IndexQuery query = IndexQuery.prefix(AGE_INDEX, 0, new byte[0], 0, ALL);
        Set<ErrorCode> codes = new HashSet<>();
        Set<Long> ids = new HashSet<>();
        for (RingNode node : ring.nodes()) {
            try (SluiceClient client = TestRing.client(node)) {
                client.count(1, 0);
                for (int partition = 0; partition < TestRing.PARTITIONS; partition++) {
                    try {
                        IndexPart part =
                                client.indexed(new IndexPart.Ask(1, query, List.of(partition)));
                        assertFalse(part.ids().more());
                        for (long id : part.ids().ids()) {
                            assertTrue(ids.add(id), "twice: " + id);
                        }
                    } catch (SluiceException e) {
                        codes.add(e.code());
                    }
                    int wanted = partition;
                    assertThrows(
                            SluiceException.class,
                            () -> client.scan(new ScanAsk.Part(9, wanted), new Rows()));
                }
                assertEquals(
                        ErrorCode.VERSION_GONE,
                        assertThrows(
                                        SluiceException.class,
                                        () ->
                                                client.indexed(
                                                        new IndexPart.Ask(9, query, List.of(0))))
                                .code());
            }
        }
        assertEquals(Set.of(ErrorCode.MISROUTED), codes);
        assertEquals(IDS, ids.size());
    }

    /** Rows on other nodes are of it too, though these serve the next version by then. */
    @Test
    void aReaderKeepsItsVersion() throws IOException {
        ring.create(2, 1);
        ring.push();
        Data expected = new Data();
        try (PinnedReader whole = whole(1)) {
            whole.scan(expected);
        }
        GraphReader reader = ring.nodes().getFirst().graph().with(Patience.NONE);
        ring.nextPeople();
        ring.push();
        Data scanned = new Data();
        assertTrue(reader.scan(scanned));
        assertEquals(expected.ofLinks, scanned.ofLinks);
    }

    /** The data of links, and of values: an age tells its version. */
    private static final class Data implements GraphReader.Visitor {
        private final List<String> ofLinks = new ArrayList<>();

        @Override
        public void node(Node node) {}

        @Override
        public void link(Link link) {
            ofLinks.add(link.id1() + " " + HexFormat.of().formatHex(link.data()));
        }
    }

    /** An age tells its version: a question whose reads are of two versions shows both. */
    @Test
    void noQuestionIsOfTwoVersions() throws Exception {
        ring.create(2, 1);
        ring.push();
        AtomicBoolean isOver = new AtomicBoolean();
        try (ExecutorService threads = Executors.newFixedThreadPool(1);
                SluiceClient client = TestRing.client(ring.nodes().getFirst())) {
            Future<Integer> asking = threads.submit(() -> askAll(client.questions(), isOver));
            for (int i = 0; i < 2; i++) {
                ring.nextPeople();
                ring.push();
                ring.ring().rollback(OptionalInt.empty(), 1);
                ring.awaitServed(ring.ring().view().decision().value().current());
            }
            isOver.set(true);
            assertTrue(asking.get() > 0, "questions");
        } finally {
            isOver.set(true);
        }
    }

    private static int askAll(RemoteQuestions questions, AtomicBoolean isOver) {
        int asked = 0;
        while (!isOver.get()) {
            RemoteQuestions.Found found =
                    questions.find(FindAsk.of(age("ge", 0), List.of("age"), ALL));
            assertTrue(found.complete());
            assertEquals(IDS, found.nodes().size());
            Set<Integer> seen = new HashSet<>();
            for (RemoteQuestions.NamedFound each : found.nodes()) {
                assertNotNull(each.node());
                String age = each.node().columns().getFirst().values().getFirst().text();
                seen.add(Integer.parseInt(age) / 1000);
            }
            assertEquals(1, seen.size(), () -> "versions " + seen);
            asked++;
        }
        return asked;
    }
}
