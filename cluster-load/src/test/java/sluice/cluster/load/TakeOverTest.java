package sluice.cluster.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.cluster.load.place.StorePlace;
import sluice.cluster.load.plan.SourceRecipe;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.MemoryStorage;
import sluice.store.Manifest;
import sluice.store.ManifestFile;

/** Drivers that are stopped, and drivers that take a load over while another still runs it. */
class TakeOverTest {
    private static final int MOMENTS = 12;

    @TempDir Path directory;

    @Test
    void anotherDriverGoesOnAndTheFirstOneCannotCommit() throws IOException {
        ClusterInputs input = ClusterInputs.NODES_AND_LINKS;
        SourceRecipe recipe = input.write(directory, 1);
        LoadOptions options = ClusterFixture.options(input).withChunkBytes(4096);
        TreeMap<String, String> expected =
                ClusterFixture.bytes(ClusterFixture.alone(recipe, options));
        int tookOver = 0;
        for (int moment = 1; moment <= MOMENTS; moment++) {
            MemoryStorage storage = MemoryStorage.create();
            StorePlace place = StorePlace.shared(storage, "p");
            AtomicReference<@Nullable IOException> failure = new AtomicReference<>();
            LoadEvents events =
                    afterManifests(
                            moment,
                            () -> run(place, recipe, options, "second", LoadEvents.NONE, failure));
            try {
                run(place, recipe, options, "first", events);
            } catch (SluiceException stopped) {
                assertEquals(ErrorCode.STORE, stopped.code(), stopped::toString);
                assertTrue(
                        String.valueOf(stopped.getMessage()).contains("taken over by second"),
                        stopped::getMessage);
                tookOver++;
            }
            assertEquals(null, failure.get());
            // Tasks of the first driver may publish runs once the second one has deleted its own.
            TreeMap<String, String> left = ClusterFixture.bytes(storage);
            left.keySet().removeIf(name -> !expected.containsKey(name));
            assertEquals(expected, left, "moment " + moment);
        }
        assertTrue(tookOver >= 3, tookOver + " loads were taken over");
    }

    @Test
    void aLoadThatWasStoppedGoesOnAndMakesNothingAgain() throws IOException {
        for (ClusterInputs input : ClusterInputs.values()) {
            SourceRecipe recipe = input.write(directory, 2);
            LoadOptions options = ClusterFixture.options(input).withChunkBytes(4096);
            TreeMap<String, String> expected =
                    ClusterFixture.bytes(ClusterFixture.alone(recipe, options));
            for (int moment = 1; moment <= 3; moment += 2) {
                MemoryStorage storage = MemoryStorage.create();
                StorePlace place = StorePlace.directory(storage, "p");
                try {
                    run(place, recipe, options, "first", stoppedAfter(moment));
                } catch (SluiceException stopped) {
                    assertEquals(ErrorCode.INTERRUPTED, stopped.code());
                }
                TreeMap<String, String> before = ClusterFixture.bytes(storage);
                run(place, recipe, options, "second", LoadEvents.NONE);
                assertEquals(expected, ClusterFixture.bytes(storage), input + " " + moment);
                before.keySet().removeIf(name -> !name.startsWith("segment-"));
                before.forEach((name, bytes) -> assertEquals(bytes, expected.get(name)));
            }
        }
    }

    @Test
    void aSecondDriverOfADirectoryIsRefusedWhileTheFirstOneLives() throws IOException {
        ClusterInputs input = ClusterInputs.NUMBERS;
        SourceRecipe recipe = input.write(directory, 3);
        LoadOptions options = ClusterFixture.options(input);
        MemoryStorage storage = MemoryStorage.create();
        StorePlace place = StorePlace.directory(storage, "p");
        AtomicInteger refused = new AtomicInteger();
        LoadEvents events =
                afterManifests(
                        2,
                        () -> {
                            SluiceException refusal =
                                    assertThrows(
                                            SluiceException.class,
                                            () ->
                                                    run(
                                                            place,
                                                            recipe,
                                                            options,
                                                            "second",
                                                            LoadEvents.NONE));
                            assertTrue(
                                    String.valueOf(refusal.getMessage())
                                            .contains(
                                                    "another load, absorption or backup is at work"));
                            refused.incrementAndGet();
                        });
        run(place, recipe, options, "first", events);
        assertEquals(1, refused.get());
        assertEquals(Manifest.Phase.COMPLETE, ManifestFile.read(storage).orElseThrow().phase());
    }

    @Test
    void anOrdinaryLoadFinishesWhatTasksBegan() throws IOException {
        ClusterInputs input = ClusterInputs.QUOTED;
        SourceRecipe recipe = input.write(directory, 4);
        LoadOptions options = ClusterFixture.options(input).withChunkBytes(4096);
        MemoryStorage storage = MemoryStorage.create();
        StorePlace place = StorePlace.directory(storage, "p");
        assertThrows(
                SluiceException.class, () -> run(place, recipe, options, "first", stoppedAfter(2)));
        ClusterFixture.finishAlone(storage, recipe, options);
        assertEquals(
                ClusterFixture.bytes(ClusterFixture.alone(recipe, options)),
                ClusterFixture.bytes(storage));
    }

    @Test
    void tasksFinishWhatAnOrdinaryLoadBegan() throws IOException {
        for (ClusterInputs input : ClusterInputs.values()) {
            SourceRecipe recipe = input.write(directory, 5);
            LoadOptions options = ClusterFixture.options(input).withChunkBytes(4096);
            TreeMap<String, String> expected =
                    ClusterFixture.bytes(ClusterFixture.alone(recipe, options));
            for (int moment = 1; moment <= 7; moment += 3) {
                MemoryStorage storage = MemoryStorage.create();
                try {
                    ClusterFixture.finishAlone(storage, recipe, options, stoppedAfter(moment));
                } catch (SluiceException stopped) {
                    assertEquals(ErrorCode.INTERRUPTED, stopped.code());
                }
                StorePlace place = StorePlace.directory(storage, "p");
                run(place, recipe, options, "first", LoadEvents.NONE);
                assertEquals(expected, ClusterFixture.bytes(storage), input + " " + moment);
            }
        }
    }

    private static void run(
            StorePlace place,
            SourceRecipe recipe,
            LoadOptions options,
            String host,
            LoadEvents events,
            AtomicReference<@Nullable IOException> failure) {
        try {
            run(place, recipe, options, host, events);
        } catch (IOException e) {
            failure.set(e);
        }
    }

    private static void run(
            StorePlace place,
            SourceRecipe recipe,
            LoadOptions options,
            String host,
            LoadEvents events)
            throws IOException {
        ClusterLoad.run(
                place,
                recipe,
                new ThreadEngine(2, host),
                ClusterFixture.settings(options, 5, host, events));
    }

    /** Does {@code what} in the midst of a load, once it has published so many manifests. */
    private static LoadEvents afterManifests(int manifests, Runnable what) {
        return new LoadEvents() {
            private int left = manifests;

            @Override
            public void published(Manifest manifest) {
                if (--left == 0) {
                    what.run();
                }
            }
        };
    }

    private static LoadEvents stoppedAfter(int manifests) {
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
}
