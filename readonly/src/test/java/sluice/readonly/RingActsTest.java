package sluice.readonly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.model.SluiceException;
import sluice.storage.DirectoryStorage;

/** Acts of operators. */
class RingActsTest {
    @TempDir Path directory;

    private Ring ring() throws IOException {
        new SmallVersions(directory).next(DirectoryStorage.create(directory.resolve("graph")), 20);
        Ring ring = new Ring(new MemoryRegistry());
        String source = directory.resolve("graph").toString();
        Topology topology = Topology.first(List.of(new Member("a", "z")), 1, 4);
        ring.create(new Definition(1, source, 1, 0, -1, 1, 1000), topology, 77);
        return ring;
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
}
