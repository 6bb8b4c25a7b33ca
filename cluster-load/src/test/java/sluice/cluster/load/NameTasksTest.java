package sluice.cluster.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.cluster.load.place.StorePlace;
import sluice.cluster.load.plan.SourceRecipe;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.MemoryStorage;
import sluice.storage.OpenHandles;
import sluice.storage.publish.ObjectStoreTwin;
import sluice.store.shared.SharedStorage;

/**
 * N1: tasks that collect names leave the dictionary of a load on one machine, byte by byte, into
 * however many tasks the source is cut, also beside an earlier generation of names.
 */
class NameTasksTest {
    private static final int[] TASKS = {1, 7, 64};
    private static final int NAME_BYTES_MAX = 4096;

    @TempDir Path directory;

    /** Two sources, the second with some names of the first. */
    private List<SourceRecipe> sources() throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        List<SourceRecipe> sources = new ArrayList<>();
        for (int generation = 0; generation < 2; generation++) {
            Path folder = Files.createDirectories(directory.resolve("source-" + generation));
            StringBuilder people = new StringBuilder("name:ID(person),data\n");
            StringBuilder knows =
                    new StringBuilder(":START_ID(person),:END_ID(person),:TYPE,data\n");
            for (int row = 0; row < 1000; row++) {
                String name = name(random, generation);
                people.append(name).append(",x\n");
                knows.append(name).append(',').append(name(random, generation));
                knows.append(row % 3 == 0 ? ",knows" : ",likes").append(generation);
                knows.append(",\"a \"\"line\"\"\nwith an end\"\n");
            }
            // Names of one byte, and of as many as a name can have.
            people.append("a,x\n").append("n".repeat(NAME_BYTES_MAX)).append(",x\n");
            Files.writeString(folder.resolve("people.csv"), people);
            Files.writeString(folder.resolve("knows.csv"), knows);
            sources.add(SourceRecipe.of(List.of(folder.toString())));
        }
        return sources;
    }

    private static String name(SplittableRandom random, int generation) {
        int number = random.nextInt(900) + generation * 400;
        return number % 50 == 0 ? "long " + "y".repeat(number) + number : "person " + number;
    }

    private static LoadOptions options() {
        return ClusterFixture.options(ClusterInputs.NAMES).withChunkBytes(4096);
    }

    @Test
    void dictionaryIsTheSameIntoHoweverManyTasksTheSourceIsCut() throws IOException {
        List<SourceRecipe> sources = sources();
        MemoryStorage alone = MemoryStorage.create();
        for (SourceRecipe source : sources) {
            ClusterFixture.finishAlone(alone, source, options());
        }
        TreeMap<String, String> expected = ClusterFixture.bytes(alone);
        assertTrue(expected.containsKey("dict-1") && expected.containsKey("dict-2"));
        for (int tasks : TASKS) {
            for (boolean isShared : new boolean[] {false, true}) {
                MemoryStorage storage = MemoryStorage.create();
                StorePlace place = place(storage, isShared);
                for (SourceRecipe source : sources) {
                    ClusterFixture.run(place, source, options(), tasks, 2);
                }
                assertEquals(expected, ClusterFixture.bytes(storage), tasks + " tasks");
                assertEquals(OpenHandles.NONE, storage.openHandles());
            }
        }
    }

    /**
     * There are more runs than a task merges at once: some are merged into temporary files first.
     */
    @Test
    void namesOfManyTasksAreMergedInAnObjectStore() throws IOException {
        SourceRecipe source = sources().getFirst();
        LoadOptions options = options().withMemory(256L << 20, 170L << 20).withChunkBytes(1024);
        TreeMap<String, String> expected =
                ClusterFixture.bytes(ClusterFixture.alone(source, options));
        ObjectStoreTwin twin = ObjectStoreTwin.create();
        try (SharedStorage storage = AddressedFiles.open(twin)) {
            StorePlace place = StorePlace.shared(storage, twin);
            ClusterFixture.run(place, source, options, 60, 2);
            assertEquals(expected, ClusterFixture.bytes(storage));
        }
        List<String> left = twin.list("names-");
        assertEquals(List.of(), left);
    }

    /** A driver that is stopped while names are collected is followed by one that goes on. */
    @Test
    void nextDriverKeepsTheNamesThatAreThere() throws IOException {
        SourceRecipe source = sources().getFirst();
        TreeMap<String, String> expected =
                ClusterFixture.bytes(ClusterFixture.alone(source, options()));
        for (boolean isShared : new boolean[] {false, true}) {
            MemoryStorage storage = MemoryStorage.create();
            StorePlace place = place(storage, isShared);
            stopWhileNamesAreCollected(storage, place, source);
            ClusterFixture.run(place, source, options(), 30, 2);
            assertEquals(expected, ClusterFixture.bytes(storage));
        }
    }

    /** Names that a load of another source left are not used, though they are alike. */
    @Test
    void namesOfAnotherSourceAreNotTakenUp() throws IOException {
        List<SourceRecipe> sources = sources();
        TreeMap<String, String> expected =
                ClusterFixture.bytes(ClusterFixture.alone(sources.getLast(), options()));
        for (boolean isShared : new boolean[] {false, true}) {
            MemoryStorage storage = MemoryStorage.create();
            StorePlace place = place(storage, isShared);
            stopWhileNamesAreCollected(storage, place, sources.getFirst());
            ClusterFixture.run(place, sources.getLast(), options(), 30, 2);
            assertEquals(expected, ClusterFixture.bytes(storage));
        }
    }

    private static StorePlace place(MemoryStorage storage, boolean isShared) {
        return isShared ? StorePlace.shared(storage, "p") : StorePlace.directory(storage, "p");
    }

    private static void stopWhileNamesAreCollected(
            MemoryStorage storage, StorePlace place, SourceRecipe source) throws IOException {
        List<String> collected = new CopyOnWriteArrayList<>();
        LoadEvents stop =
                new LoadEvents() {
                    @Override
                    public boolean stopRequested() {
                        storage.list().stream()
                                .filter(name -> name.startsWith("names-t-"))
                                .filter(name -> !name.endsWith(".tmp"))
                                .forEach(collected::add);
                        return !collected.isEmpty();
                    }
                };
        SluiceException stopped =
                assertThrows(
                        SluiceException.class,
                        () ->
                                ClusterLoad.run(
                                        place,
                                        source,
                                        new ThreadEngine(1, "first"),
                                        ClusterFixture.settings(options(), 30, "first", stop)));
        assertEquals(ErrorCode.INTERRUPTED, stopped.code());
        assertTrue(!collected.isEmpty());
    }
}
