package sluice.readonly.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import sluice.client.ClientOptions;
import sluice.client.SluiceClient;
import sluice.model.GraphReader;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.readonly.Definition;
import sluice.readonly.Member;
import sluice.readonly.MemoryRegistry;
import sluice.readonly.Push;
import sluice.readonly.Ring;
import sluice.readonly.SmallVersions;
import sluice.readonly.Topology;
import sluice.readonly.route.RingGraph;
import sluice.readonly.route.ServedState;
import sluice.server.ServerOptions;
import sluice.storage.DirectoryStorage;
import sluice.storage.Storage;

/** A ring whose nodes and records are in this process; its source is the folder {@code graph}. */
final class TestRing implements AutoCloseable {
    static final int PARTITIONS = 8;

    private static final ServerOptions LOCAL =
            ServerOptions.LOCAL.at("127.0.0.1", 0, ServerOptions.NO_HTTP);
    private static final int LOOKS_MAX = 600;
    private static final long LOOK_NANOS = 50_000_000;

    private final Path directory;
    private final MemoryRegistry registry = new MemoryRegistry();
    private final Ring ring = new Ring(registry);
    private final List<RingNode> nodes = new ArrayList<>();
    private final SmallVersions versions;
    private final Storage store;
    private final int ids;

    /** A ring of two nodes, with two replicas, that serves its first version. */
    static TestRing ofTwo(Path directory, int ids) throws IOException {
        TestRing ring = new TestRing(directory, ids);
        ring.next();
        ring.create(2, 2);
        ring.push();
        return ring;
    }

    /** Of {@code ids} ids, in each version that {@link #next} makes. */
    TestRing(Path directory, int ids) throws IOException {
        this.directory = directory;
        this.ids = ids;
        versions = new SmallVersions(directory);
        store = DirectoryStorage.create(directory.resolve("graph"));
    }

    /** Makes the next version of the source; {@link #version} tells it from others. */
    int next() throws IOException {
        return versions.next(store, ids);
    }

    /** As above, of people: their ages tell it. */
    int nextPeople() throws IOException {
        return versions.nextPeople(store, ids);
    }

    /** The source. */
    Storage store() {
        return store;
    }

    /** The version that the list of {@code id} belongs to. */
    static long version(GraphReader reader, long id) throws IOException {
        LinkQuery query = new LinkQuery(id, 0, Long.MIN_VALUE, Long.MAX_VALUE, 0, 1000);
        LinkList list = reader.linkList(query).value();
        assertEquals(2, list.size(), "links of " + id);
        return Math.min(list.id2(0), list.id2(1));
    }

    Ring ring() {
        return ring;
    }

    MemoryRegistry registry() {
        return registry;
    }

    /** Those that run; the caller may change the list. */
    List<RingNode> nodes() {
        return nodes;
    }

    void create(int count, int replicas) throws IOException {
        List<Member> members =
                IntStream.range(0, count).mapToObj(i -> new Member("n" + i, "z")).toList();
        String source = directory.resolve("graph").toString();
        Definition definition = new Definition(1, source, 1, 0, Definition.NO_QUOTA, 1, 3_600_000);
        ring.create(definition, Topology.first(members, replicas, PARTITIONS));
        for (int i = 0; i < count; i++) {
            nodes.add(start(i));
        }
    }

    /** Starts the node {@code number}, which is not added to {@link #nodes}. */
    RingNode start(int number) throws IOException {
        return RingNode.start(settings(number), registry);
    }

    /** As above, with its files in {@code storage}. */
    RingNode start(int number, Storage storage) throws IOException {
        return RingNode.start(settings(number), registry, storage);
    }

    /** As above, where clients and other nodes must show the token in {@code tokenFile}. */
    RingNode startWithToken(int number, Path tokenFile) throws IOException {
        return RingNode.start(settings(number, LOCAL.secured(null, null, tokenFile)), registry);
    }

    private NodeSettings settings(int number) {
        return settings(number, LOCAL);
    }

    private NodeSettings settings(int number, ServerOptions server) {
        Path folder = directory.resolve("data-" + number);
        return new NodeSettings("n" + number, folder, server, null, 0, -1);
    }

    /** Stops the node at {@code place} of {@link #nodes}. */
    void stop(int place) throws IOException {
        nodes.remove(place).close();
    }

    void await(String what, BooleanSupplier isSo) {
        for (int look = 0; !isSo.getAsBoolean(); look++) {
            assertTrue(look < LOOKS_MAX, () -> what + ": " + describe());
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private String describe() {
        try {
            return ring.view().toString();
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Pushes the newest version and waits until all nodes serve it. */
    void push() throws IOException {
        awaitServed(ring.push(OptionalInt.empty(), false).version());
    }

    void awaitServed(int version) {
        await("version " + version, () -> isServed(version));
    }

    boolean isServed(int version) {
        return nodes.stream().allMatch(node -> node.serving() == version);
    }

    Push.State state(int version) {
        try {
            return ring.view().pushes().get(version).value().state();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    static SluiceClient client(RingNode node) {
        return SluiceClient.open(ClientOptions.of("127.0.0.1", node.server().port()).over(1, 64));
    }

    /** A client that knows the routes. */
    RingClient client() {
        List<ClientOptions> servers =
                nodes.stream()
                        .map(node -> ClientOptions.of("127.0.0.1", node.server().port()))
                        .toList();
        ServedState state = new ServedState(servers, System::nanoTime);
        return new RingClient(
                state, RingGraph.open(state, servers.getFirst().over(1, 64), "", System::nanoTime));
    }

    /** A graph, and the state that it asks for routes. */
    record RingClient(ServedState state, RingGraph graph) implements AutoCloseable {
        @Override
        public void close() {
            graph.close();
            state.close();
        }
    }

    @Override
    public void close() throws IOException {
        for (RingNode node : nodes) {
            node.close();
        }
    }
}
