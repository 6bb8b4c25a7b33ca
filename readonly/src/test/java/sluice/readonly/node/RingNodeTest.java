package sluice.readonly.node;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.client.ClientOptions;
import sluice.client.SluiceClient;
import sluice.model.ErrorCode;
import sluice.model.GraphReader;
import sluice.model.LinkQuery;
import sluice.model.Patience;
import sluice.model.SluiceException;
import sluice.protocol.FilePart;
import sluice.readonly.Definition;
import sluice.readonly.DirectoryRegistry;
import sluice.readonly.Member;
import sluice.readonly.MemoryRegistry;
import sluice.readonly.Push;
import sluice.readonly.Registry;
import sluice.readonly.Ring;
import sluice.readonly.Topology;
import sluice.readonly.route.RingGraph;
import sluice.readonly.route.ServedState;
import sluice.server.ServerOptions;

/** Nodes of one process: pushes, rollbacks, restarts, a registry that is away. */
class RingNodeTest {
    private static final int IDS = 300;
    private static final int LOOKS_MAX = 600;
    private static final long LOOK_NANOS = 50_000_000;

    @TempDir Path directory;

    private TestRing nodesAndRecords;
    private MemoryRegistry registry;
    private Ring ring;
    private List<RingNode> nodes;

    @BeforeEach
    void makeAStore() throws IOException {
        nodesAndRecords = new TestRing(directory, IDS);
        nodesAndRecords.next();
        registry = nodesAndRecords.registry();
        ring = nodesAndRecords.ring();
        nodes = nodesAndRecords.nodes();
    }

    @AfterEach
    void stopNodes() throws IOException {
        nodesAndRecords.close();
    }

    private void create(int count, int replicas) throws IOException {
        nodesAndRecords.create(count, replicas);
    }

    private RingNode start(int number) throws IOException {
        return nodesAndRecords.start(number);
    }

    private void await(String what, BooleanSupplier isSo) {
        nodesAndRecords.await(what, isSo);
    }

    private void push() throws IOException {
        nodesAndRecords.push();
    }

    private boolean isServed(int version) {
        return nodesAndRecords.isServed(version);
    }

    private static SluiceClient client(RingNode node) {
        return TestRing.client(node);
    }

    @Test
    void aPushIsServedByAllAndARollbackGoesBack() throws IOException {
        create(3, 3);
        push();
        try (SluiceClient client = client(nodes.get(1))) {
            assertEquals(1, client.linkList(all(5, 0)).value().id2(1));
            nodesAndRecords.next();
            push();
            assertEquals(2, client.linkList(all(5, 0)).value().id2(1));
            ring.rollback(OptionalInt.empty(), 1);
            await("rollback", () -> isServed(1));
            assertEquals(1, client.linkList(all(5, 0)).value().id2(1));
            String twice =
                    assertThrows(SluiceException.class, () -> ring.rollback(OptionalInt.empty(), 1))
                            .getMessage();
            assertTrue(twice.contains("serves version 1 since a rollback from version 2"), twice);
            assertEquals(2, ring.rollback(OptionalInt.of(2), 1).current());
            assertThrows(SluiceException.class, () -> client.deleteNode(1, 0), "it takes a write");
        }
    }

    /** ZooKeeper's data may be lost while it is away; who keeps places then writes no records. */
    @Test
    void aNodeWhoseRecordWasLostSaysAgainWhereItListens() throws IOException {
        create(2, 2);
        push();
        registry.delete("lives/n1");
        await("the record", this::isThereAgain);
        assertTrue(ring.view().live().contains("n1"));
    }

    private boolean isThereAgain() {
        try {
            return ring.view().lives().containsKey("n1");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Each list of a version has one link to the number of the version, and one above it. */
    @Test
    void noReadIsMixedWhileVersionsChange() throws Exception {
        create(2, 2);
        push();
        AtomicBoolean isOver = new AtomicBoolean();
        try (ExecutorService threads = Executors.newFixedThreadPool(2);
                SluiceClient client = client(nodes.get(0))) {
            List<Future<Integer>> readers = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                readers.add(threads.submit(() -> readAll(client, isOver)));
            }
            for (int i = 0; i < 2; i++) {
                nodesAndRecords.next();
                push();
                ring.rollback(OptionalInt.empty(), 1);
                int previous = ring.view().decision().value().current();
                await("rollback", () -> isServed(previous));
            }
            isOver.set(true);
            for (Future<Integer> reader : readers) {
                assertTrue(reader.get() > 0, "reads");
            }
        }
    }

    private static LinkQuery all(long id1, long linkType) {
        return new LinkQuery(id1, linkType, Long.MIN_VALUE, Long.MAX_VALUE, 0, 1000);
    }

    private static int readAll(SluiceClient client, AtomicBoolean isOver) {
        int reads = 0;
        while (!isOver.get()) {
            var list = client.linkList(all(reads % IDS, 0)).value();
            assertEquals(2, list.size());
            long low = Math.min(list.id2(0), list.id2(1));
            assertEquals(low + 1000, Math.max(list.id2(0), list.id2(1)), "a mixed answer");
            reads++;
        }
        return reads;
    }

    /** Two replicas on three nodes: each node lacks a third, and one of them stops. */
    @Test
    void everyNodeAnswersForAllAlsoWhenOneIsGone() throws IOException {
        create(3, 2);
        push();
        for (RingNode node : nodes) {
            try (SluiceClient client = client(node)) {
                assertAllLists(client, 1);
            }
        }
        ClientOptions first = ClientOptions.of("127.0.0.1", nodes.get(0).server().port());
        ClientOptions second = ClientOptions.of("127.0.0.1", nodes.get(1).server().port());
        try (ServedState state = new ServedState(List.of(first, second), System::nanoTime);
                RingGraph graph = RingGraph.open(state, first.over(1, 64), "", System::nanoTime)) {
            assertAllLists(graph, 1);
            GraphReader pinned = graph.pin();
            nodesAndRecords.next();
            push();
            assertAllLists(pinned, 1);
            nodes.remove(0).close();
            assertAllLists(graph, graph.version());
            await("the version of the client", () -> version(graph) == 2);
            assertAllLists(graph, 2);
            assertAllLists(pinned, 1);
        }
    }

    private static int version(RingGraph graph) {
        try {
            return graph.version();
        } catch (IOException _) {
            return 0;
        }
    }

    private static void assertAllLists(GraphReader reader, int version) throws IOException {
        for (int id = 0; id < IDS; id += 7) {
            assertEquals(version, TestRing.version(reader, id), "version of " + id);
        }
    }

    @Test
    void aNodeThatStartsAgainServesWithoutTheRegistry() throws IOException {
        create(2, 2);
        push();
        nodesAndRecords.next();
        push();
        nodes.remove(1).close();
        registry.away(true);
        nodes.add(start(1));
        assertEquals(2, nodes.get(1).serving());
        try (SluiceClient client = client(nodes.get(1))) {
            assertEquals(2, client.count(5, 0).value());
            // Clients may read the version before, and a rollback may have come.
            assertEquals(Optional.empty(), code(client, 1, 5));
        }
        registry.away(false);
        nodesAndRecords.next();
        push();
    }

    /** It lacks half of the partitions, and knows from its folder where the other node was. */
    @Test
    void aNodeThatStartsAgainAsksTheOthersWithoutTheRegistry() throws IOException {
        create(2, 1);
        push();
        nodes.remove(1).close();
        registry.away(true);
        nodes.add(start(1));
        try (SluiceClient client = client(nodes.get(1))) {
            assertAllLists(client, 1);
        }
        registry.away(false);
    }

    @Test
    void aNodeMoreFetchesItsShareAndTheTopologyMovesOn() throws IOException {
        create(2, 1);
        push();
        ring.addNode(new Member("n2", "z"));
        nodes.add(start(2));
        await("the topology", () -> isServed(1) && topology() == 2);
        nodesAndRecords.next();
        push();
        ring.removeNode("n0");
        await("the topology", () -> topology() == 3);
        assertThrows(
                SluiceException.class,
                () ->
                        new NodeSettings("n9", directory, ServerOptions.LOCAL, null, 0, -1)
                                .check(registry));
    }

    /** As where the folder of the records is not mounted. */
    @Test
    void aNodeWithAVersionStartsWhereTheRecordsAreEmpty() throws IOException {
        create(1, 1);
        push();
        Path data = directory.resolve("data-0");
        NodeSettings known = new NodeSettings("n0", data, ServerOptions.LOCAL, null, 0, -1);
        known.check(new MemoryRegistry());
        NodeSettings fresh =
                new NodeSettings("n0", directory.resolve("new"), ServerOptions.LOCAL, null, 0, -1);
        Path missing = directory.resolve("missing");
        for (Registry none :
                List.of(new MemoryRegistry(), DirectoryRegistry.open(missing, System::nanoTime))) {
            known.check(none);
            String refusal =
                    assertThrows(SluiceException.class, () -> fresh.check(none)).getMessage();
            assertTrue(refusal.contains("is not a ring; make one with"), refusal);
        }
    }

    private long topology() {
        try {
            return ring.view().decision().value().topology();
        } catch (IOException _) {
            return 0;
        }
    }

    @Test
    void aDamagedVersionIsGivenUpAndTheOldOneStays() throws IOException {
        create(2, 2);
        push();
        int version = nodesAndRecords.next();
        Damage.flip(directory.resolve("graph"), version);
        ring.push(OptionalInt.of(version), false);
        await("the end of the push", () -> state(version) == Push.State.ABORTED);
        assertTrue(isServed(1));
        await(
                "deletion",
                () -> {
                    try {
                        return ring.view().report("n0").versions().size() == 1
                                && ring.view().report("n1").versions().size() == 1;
                    } catch (IOException _) {
                        return false;
                    }
                });
        Damage.flip(directory.resolve("graph"), version);
        push();
    }

    /** The code of a read that fails; a connection that is not there yet is waited for. */
    private static Optional<ErrorCode> code(SluiceClient client, int version, long id)
            throws IOException {
        for (int look = 0; ; look++) {
            try {
                client.with(Patience.of(version)).count(id, 0);
                return Optional.empty();
            } catch (SluiceException e) {
                if (e.code() != ErrorCode.RESOURCE || look == LOOKS_MAX) {
                    return Optional.of(e.code());
                }
                LockSupport.parkNanos(LOOK_NANOS);
            }
        }
    }

    @Test
    void aNodeSaysWhyItDoesNotAnswer() throws IOException {
        create(2, 1);
        push();
        try (SluiceClient client = client(nodes.get(0))) {
            assertEquals(Optional.of(ErrorCode.VERSION_GONE), code(client, 7, 5));
            Set<ErrorCode> codes = new HashSet<>();
            for (long id = 0; id < IDS; id++) {
                code(client, 1, id).ifPresent(codes::add);
            }
            assertEquals(Set.of(ErrorCode.MISROUTED), codes);
        }
    }

    @Test
    void aNodeGivesItsFilesToOthersAndNoOtherFile() throws IOException {
        create(2, 2);
        push();
        // The source of the ring is gone: the new node has what the others give.
        Files.move(directory.resolve("graph"), directory.resolve("elsewhere"));
        ring.addNode(new Member("n2", "z"));
        nodes.add(start(2));
        await("the topology", () -> isServed(1) && topology() == 2);
        try (SluiceClient client = client(nodes.get(2))) {
            assertAllLists(client, 1);
            for (String name : List.of("decision", "../data-0/decision", "node")) {
                assertThrows(
                        SluiceException.class,
                        () -> client.file(new FilePart.Ask(1, name, 0, 100)),
                        name);
            }
            FilePart part = client.file(new FilePart.Ask(1, "", 0, 8));
            assertEquals("SLUICEMF", new String(part.content(), US_ASCII));
            assertEquals(
                    0, client.file(new FilePart.Ask(1, "", Long.MAX_VALUE, 8)).content().length);
        }
    }

    /** The folder of the records is deleted under the nodes, and the ring made again. */
    @Test
    void nodesGoOnWhereTheirRecordsAreLostAndFollowTheRingThatIsMadeAgain() throws IOException {
        Path records = directory.resolve("records");
        String source = directory.resolve("graph").toString();
        Definition definition = new Definition(1, source, 1, 0, Definition.NO_QUOTA, 1, 3_600_000);
        Topology topology = Topology.first(List.of(new Member("n0", "z")), 1, 8);
        try (Registry folder = DirectoryRegistry.create(records, System::nanoTime)) {
            Ring first = new Ring(folder);
            first.create(definition, topology, 10);
            NodeSettings settings =
                    new NodeSettings(
                            "n0",
                            directory.resolve("data-0"),
                            ServerOptions.LOCAL.at("127.0.0.1", 0, ServerOptions.NO_HTTP),
                            null,
                            0,
                            -1);
            nodes.add(RingNode.start(settings, folder));
            first.push(OptionalInt.empty(), false);
            await("the first version", () -> isServed(1));
            await("the end of the push", () -> isDone(first, 1));
            // The node still writes reports: each is a file that gets another name.
            try (Stream<Path> files = Files.list(records)) {
                for (Path file : files.toList()) {
                    Files.deleteIfExists(file);
                }
            }
            nodesAndRecords.next();
            Ring again = new Ring(folder);
            again.create(definition, topology, 20);
            again.push(OptionalInt.empty(), false);
            assertTrue(isServed(1), "it stopped serving");
            await("the second version", () -> isServed(2));
            nodes.removeFirst().close();
        }
    }

    private static boolean isDone(Ring ring, int version) {
        try {
            return ring.view().pushes().get(version).value().state() == Push.State.DONE;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Push.State state(int version) {
        return nodesAndRecords.state(version);
    }
}
