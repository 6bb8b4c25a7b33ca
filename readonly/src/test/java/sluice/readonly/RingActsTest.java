package sluice.readonly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.load.version.Versions;
import sluice.model.SluiceException;
import sluice.storage.DirectoryStorage;

/** Acts of operators. */
class RingActsTest {
    @TempDir Path directory;

    private final MemoryRegistry registry = new MemoryRegistry();

    private Ring ring() throws IOException {
        new SmallVersions(directory).next(DirectoryStorage.create(directory.resolve("graph")), 20);
        Ring ring = new Ring(registry);
        String source = directory.resolve("graph").toString();
        Topology topology = Topology.first(List.of(new Member("a", "z")), 1, 4);
        ring.create(new Definition(1, source, 1, 0, -1, 1, 1000), topology, 77);
        return ring;
    }

    @Test
    void aVersionThatTheStoreHasRolledBackIsPushedByItsNumberAlone() throws IOException {
        Ring ring = ring();
        DirectoryStorage store = DirectoryStorage.open(directory.resolve("graph"));
        Versions.publish(store, OptionalInt.empty(), 1);
        new SmallVersions(directory).next(store, 20);
        Versions.publish(store, OptionalInt.empty(), 2);
        Versions.rollback(store, OptionalInt.empty(), 3);
        SluiceException refused =
                assertThrows(SluiceException.class, () -> ring.push(OptionalInt.empty(), false));
        assertTrue(
                refused.getMessage().contains("version 2, its newest, was rolled back"),
                refused::toString);
        assertEquals(2, ring.push(OptionalInt.of(2), false).version());
    }

    @Test
    void ofSeveralPushersOneWinsAndTheOthersHearOfIt() throws Exception {
        Ring ring = ring();
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Future<String>> all = new ArrayList<>();
            Callable<String> push =
                    () -> {
                        try {
                            ring.push(OptionalInt.empty(), false);
                            return "";
                        } catch (SluiceException e) {
                            return String.valueOf(e.getMessage());
                        }
                    };
            for (int i = 0; i < 4; i++) {
                all.add(threads.submit(push));
            }
            int won = 0;
            for (Future<String> each : all) {
                won += each.get().isEmpty() ? 1 : 0;
                assertTrue(
                        each.get().isEmpty() || each.get().contains("sluice ring status"),
                        each.get());
            }
            assertEquals(1, won);
        }
    }

    @Test
    void aRingIsMadeOnceAndCountsItsDecisionsFromWhereItIsTold() throws IOException {
        Ring ring = ring();
        assertEquals(77, ring.view().decision().value().epoch());
        Definition definition = ring.view().definition().orElseThrow();
        Topology topology = ring.view().lastTopology();
        assertThrows(SluiceException.class, () -> ring.create(definition, topology, 78));
    }

    @Test
    void aVersionSaysWhichOneItWasLoadedOnTopOf() throws IOException {
        Ring ring = ring();
        assertEquals(OptionalInt.empty(), ring.base(1));
        assertEquals(
                2,
                new SmallVersions(directory)
                        .touched(DirectoryStorage.open(directory.resolve("graph")), 3));
        assertEquals(OptionalInt.of(1), ring.base(2));
    }

    /** A ring in its place would take back what its nodes serve. */
    @Test
    void aRingThatHasLostItsDefinitionIsNotMadeAgain() throws IOException {
        Ring ring = ring();
        Definition definition = ring.view().definition().orElseThrow();
        Topology topology = ring.view().lastTopology();
        RingRecords written = new RingRecords(registry);
        Decision served = Decision.startingAt(77).under(1).committed(3, Map.of(), 1, 5);
        written.decide(ring.view().decision().revision(), served);
        registry.delete("definition");
        SluiceException refusal =
                assertThrows(SluiceException.class, () -> ring.create(definition, topology, 78));
        assertTrue(
                String.valueOf(refusal.getMessage()).contains("serves version 3"),
                refusal::toString);
        assertEquals(3, written.view().decision().value().current());
    }

    /** As after a rollback from it. */
    @Test
    void aVersionThatIsKeptIsServedAgainByARollback() throws IOException {
        Ring ring = ring();
        Push push = ring.push(OptionalInt.empty(), false);
        RingRecords written = new RingRecords(registry);
        written.mark(
                ring.view().pushes().get(push.version()).revision(),
                push.in(Push.State.DONE, 0, ""));
        Decision kept =
                Decision.startingAt(77)
                        .under(1)
                        .committed(push.version(), Map.of(), 1, 5)
                        .committed(9, Map.of(), 1, 6);
        written.decide(ring.view().decision().revision(), kept);
        String refusal =
                assertThrows(
                                SluiceException.class,
                                () -> ring.push(OptionalInt.of(push.version()), false))
                        .getMessage();
        assertTrue(refusal.contains("sluice ring rollback"), refusal);
    }

    /** No node runs, so no leader does what the decision says. */
    @Test
    void aPushThatIsCancelledHasEndedAndMayBeginAgain() throws IOException {
        Ring ring = ring();
        int version = ring.push(OptionalInt.empty(), false).version();
        assertEquals(version, ring.cancel(OptionalInt.empty()));
        Push given = ring.view().pushes().get(version).value();
        assertEquals(Push.State.ABORTED, given.state());
        assertEquals("it was cancelled", given.reason());
        assertRefused(ring, OptionalInt.empty(), "no push has begun");
        assertRefused(ring, OptionalInt.of(version), "it has ended");
        assertRefused(ring, OptionalInt.of(99), "no push of version 99 has begun");

        Push again = ring.push(OptionalInt.empty(), false);
        assertEquals(2, again.attempt());
        assertEquals(Map.of(), ring.view().decision().value().aborted());
    }

    /** The decision has the commit, which the leader has not written into the push yet. */
    @Test
    void aPushThatIsCommittedIsNotCancelled() throws IOException {
        Ring ring = ring();
        int version = ring.push(OptionalInt.empty(), false).version();
        RingRecords written = new RingRecords(registry);
        Decision committed = Decision.startingAt(77).under(1).committed(version, Map.of(), 1, 5);
        written.decide(ring.view().decision().revision(), committed);
        assertRefused(ring, OptionalInt.of(version), "sluice ring rollback");
        assertRefused(ring, OptionalInt.empty(), "no push has begun");
        assertEquals(committed, ring.view().decision().value());
    }

    private static void assertRefused(Ring ring, OptionalInt number, String why) {
        String refusal =
                assertThrows(SluiceException.class, () -> ring.cancel(number)).getMessage();
        assertTrue(refusal.contains(why), refusal);
    }

    @Test
    void aRingThatServesNothingHasNoWayBack() throws IOException {
        Ring ring = ring();
        String refusal =
                assertThrows(SluiceException.class, () -> ring.rollback(OptionalInt.empty(), 1))
                        .getMessage();
        assertTrue(refusal.contains("no version was served before"), refusal);
        assertEquals(77, ring.view().decision().value().epoch());
    }

    /** A registry whose process is killed after some changes. */
    private static Registry killedAfter(Registry registry, int changes) {
        AtomicInteger left = new AtomicInteger(changes);
        return (Registry)
                Proxy.newProxyInstance(
                        Registry.class.getClassLoader(),
                        new Class<?>[] {Registry.class},
                        (_, method, arguments) -> {
                            boolean isChange =
                                    Set.of("compareAndSet", "put", "delete")
                                            .contains(method.getName());
                            if (isChange && left.getAndDecrement() <= 0) {
                                throw new IOException("killed");
                            }
                            try {
                                return method.invoke(registry, arguments);
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        });
    }

    @Test
    void aCreationThatWasKilledIsDoneAgain() throws IOException {
        Topology first = Topology.first(List.of(new Member("a", "z")), 1, 4);
        Topology second = Topology.first(List.of(new Member("b", "z")), 1, 4);
        Definition definition = new Definition(1, "/graph", 1, 0, -1, 1, 1000);
        int kills = 0;
        for (boolean isKilled = true; isKilled; kills++) {
            MemoryRegistry registry = new MemoryRegistry();
            Ring killed = new Ring(killedAfter(registry, kills));
            try {
                killed.create(definition, first, 5);
                isKilled = false;
            } catch (IOException _) {
                Ring ring = new Ring(registry);
                assertThrows(SluiceException.class, ring::view);
                ring.create(definition, second, 6);
                assertEquals(second, ring.view().lastTopology());
                assertEquals(6, ring.view().decision().value().epoch());
            }
        }
        assertTrue(kills > 3, "kills " + kills);
    }

    @Test
    void aFolderOfOtherFilesAndOneThatIsNotThereAreNoRings() throws IOException {
        Path typo = directory.resolve("typo");
        try (Registry registry = DirectoryRegistry.open(typo, System::nanoTime)) {
            String refusal =
                    assertThrows(SluiceException.class, () -> new Ring(registry).view())
                            .getMessage();
            assertTrue(refusal.contains("is not there"), refusal);
        }
        assertTrue(Files.notExists(typo), "it was made by a look");
        Path store = directory.resolve("store");
        DirectoryStorage.create(store).create("manifest").close();
        SluiceException refused =
                assertThrows(
                        SluiceException.class,
                        () -> DirectoryRegistry.create(store, System::nanoTime));
        assertTrue(refused.getMessage().contains("manifest"), refused::toString);
    }
}
