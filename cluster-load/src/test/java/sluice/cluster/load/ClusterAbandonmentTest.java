package sluice.cluster.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.cluster.load.place.DriverName;
import sluice.cluster.load.place.StorePlace;
import sluice.cluster.load.plan.SourceRecipe;
import sluice.load.Abandoned;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.MemoryStorage;
import sluice.store.Manifest;
import sluice.store.commit.LogReader;

/** A load into a store that many machines share is given up, and others follow. */
class ClusterAbandonmentTest {
    @TempDir Path directory;

    private final MemoryStorage storage = MemoryStorage.create();
    private final StorePlace place = StorePlace.shared(storage, "p");

    private static LoadOptions options(ClusterInputs input) {
        return ClusterFixture.options(input).withChunkBytes(4096);
    }

    private static DriverName driver(String host) {
        return new DriverName(UUID.randomUUID(), host, System::currentTimeMillis);
    }

    private void stop(ClusterInputs input, int manifests) throws IOException {
        SluiceException stopped =
                assertThrows(
                        SluiceException.class,
                        () ->
                                ClusterLoad.run(
                                        place,
                                        input.write(directory, 1),
                                        new ThreadEngine(1, "stopped"),
                                        ClusterFixture.settings(
                                                options(input), 20, "stopped", after(manifests))));
        assertEquals(ErrorCode.INTERRUPTED, stopped.code());
    }

    private static LoadEvents after(int manifests) {
        return new LoadEvents() {
            private int left = manifests;

            @Override
            public void published(Manifest manifest) {
                left--;
            }

            @Override
            public boolean stopRequested() {
                return left <= 0;
            }
        };
    }

    private Manifest newest() throws IOException {
        return LogReader.newest(place.files()).orElseThrow().manifest();
    }

    private Set<String> files() throws IOException {
        Set<String> files = new TreeSet<>(storage.list());
        files.removeIf(name -> name.startsWith("manifest"));
        return files;
    }

    /** Names in the first load, numbers in the next one: nothing of the first one is left. */
    @Test
    void afterAFirstLoadAnyOtherFollows() throws IOException {
        stop(ClusterInputs.NAMES, 1);
        Abandoned abandoned = ClusterAbandonment.run(place, driver("other"));
        assertTrue(abandoned.loadGivenUp() && abandoned.storeEmptied());
        assertTrue(abandoned.filesDeleted() > 0);
        assertEquals(Set.of(), files());
        assertEquals(Manifest.Phase.COMPLETE, newest().phase());

        ClusterInputs next = ClusterInputs.NODES_AND_LINKS;
        SourceRecipe recipe = next.write(directory, 2);
        ClusterFixture.run(place, recipe, options(next), 5, 2);
        assertEquals(2, newest().loadNumber());
        TreeMap<String, String> expected =
                ClusterFixture.bytes(ClusterFixture.alone(recipe, options(next)));
        List<String> contents = new ArrayList<>();
        ClusterFixture.bytes(storage)
                .forEach(
                        (name, bytes) -> {
                            if (name.startsWith("segment-")) {
                                contents.add(bytes);
                            }
                        });
        List<String> wanted = new ArrayList<>();
        expected.forEach(
                (name, bytes) -> {
                    if (name.startsWith("segment-")) {
                        wanted.add(bytes);
                    }
                });
        assertEquals(wanted.size(), contents.size(), "cut as a new store");
    }

    @Test
    void aLaterLoadLeavesTheStoreAsItWas() throws IOException {
        ClusterInputs input = ClusterInputs.NODES_AND_LINKS;
        ClusterFixture.run(place, input.write(directory, 3), options(input), 5, 2);
        TreeMap<String, String> before = ClusterFixture.bytes(storage);
        stop(input, 1);
        Abandoned abandoned = ClusterAbandonment.run(place, driver("other"));
        assertTrue(abandoned.loadGivenUp() && !abandoned.storeEmptied());
        assertEquals(before, ClusterFixture.bytes(storage));
        assertEquals(2, newest().loadNumber());
        Abandoned again = ClusterAbandonment.run(place, driver("other"));
        assertEquals(new Abandoned(false, false, 0), again);
        assertEquals(before, ClusterFixture.bytes(storage));
    }

    @Test
    void theDriverOfALoadThatIsGivenUpStops() throws IOException {
        ClusterInputs input = ClusterInputs.NUMBERS;
        LoadEvents events =
                new LoadEvents() {
                    private int left = 1;

                    @Override
                    public void published(Manifest manifest) {
                        if (left-- == 1) {
                            try {
                                var unused = ClusterAbandonment.run(place, driver("other"));
                            } catch (IOException e) {
                                throw new AssertionError(e);
                            }
                        }
                    }
                };
        SluiceException stopped =
                assertThrows(
                        SluiceException.class,
                        () ->
                                ClusterLoad.run(
                                        place,
                                        input.write(directory, 4),
                                        new ThreadEngine(2, "first"),
                                        ClusterFixture.settings(
                                                options(input), 5, "first", events)));
        assertTrue(
                String.valueOf(stopped.getMessage()).contains("taken over by other"),
                stopped::getMessage);
    }

    @Test
    void afterUptimeALoadIsFinishedAndNotGivenUp() throws IOException {
        ClusterInputs input = ClusterInputs.NUMBERS;
        SluiceException refused = null;
        for (int manifests = 2; refused == null && manifests < 12; manifests++) {
            try {
                stop(input, manifests);
            } catch (AssertionError ended) {
                break;
            }
            if (newest().phase() == Manifest.Phase.BUILDING) {
                refused =
                        assertThrows(
                                SluiceException.class,
                                () -> ClusterAbandonment.run(place, driver("other")));
            }
        }
        assertTrue(
                refused != null
                        && String.valueOf(refused.getMessage()).contains("cannot be given up"),
                () -> "no load was stopped while it was built");
    }
}
