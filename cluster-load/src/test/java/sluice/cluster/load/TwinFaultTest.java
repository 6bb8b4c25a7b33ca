package sluice.cluster.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.cluster.load.place.StorePlace;
import sluice.cluster.load.plan.SourceRecipe;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.publish.ObjectStoreTwin;
import sluice.storage.publish.ObjectStoreTwin.Fault;
import sluice.store.Manifest;
import sluice.store.ManifestFile;
import sluice.store.packed.RunPacking;
import sluice.store.shared.SharedStorage;
import sluice.testkit.Experiment;

/**
 * S3: each request of a load into a simulated object store fails once, or succeeds and its answer
 * is lost, or is the last one of its process. The load ends, or the same command ends it, with the
 * same bytes; until then the store is what its newest manifest says.
 *
 * <p>{@code -Dtwin.step=} says which of the requests fail: each n-th one.
 */
@Tag(Experiment.TAG)
class TwinFaultTest {
    private static final int STEP = Experiment.size("twin.step", 47, 1);
    private static final int TRIES = 3;
    private static final int TASKS = 3;

    @TempDir Path directory;

    private RunPacking packing = RunPacking.NONE;

    @Test
    void oneFailureOfAnyRequestChangesNoByte() throws IOException {
        check("S3 each request fails once", ClusterInputs.NUMBERS, ClusterInputs.NAMES);
    }

    @Test
    void oneFailureOfAnyRequestChangesNoByteOutOfPackedRuns() throws IOException {
        packing = RunPacking.ZSTD;
        check("S3 each request fails once, runs packed", ClusterInputs.NUMBERS);
    }

    private void check(String title, ClusterInputs... inputs) throws IOException {
        try (Experiment experiment = new Experiment(title, 1)) {
            long requests = 0;
            for (ClusterInputs input : inputs) {
                SourceRecipe source = input.write(directory, 1);
                LoadOptions options = ClusterFixture.options(input).withBucketBytes(16 << 10);
                TreeMap<String, String> expected =
                        ClusterFixture.bytes(ClusterFixture.alone(source, options));
                ObjectStoreTwin undisturbed = ObjectStoreTwin.create();
                load(undisturbed, source, options);
                assertEquals(expected, bytes(undisturbed));
                long count = undisturbed.requestCount();
                requests += count;
                for (Fault fault : Fault.values()) {
                    for (long at = 1 + fault.ordinal(); at <= count; at += STEP) {
                        String what = "%s, %s at request %d".formatted(input, fault, at);
                        check(source, options, expected, fault, at, what);
                        experiment.ran(1);
                    }
                }
            }
            experiment.fact("requests of undisturbed loads", requests).passed();
        }
    }

    private void check(
            SourceRecipe source,
            LoadOptions options,
            TreeMap<String, String> expected,
            Fault fault,
            long at,
            String what)
            throws IOException {
        ObjectStoreTwin twin = ObjectStoreTwin.create();
        twin.failAt(at, fault);
        boolean isLoaded = false;
        for (int tries = 0; !isLoaded; tries++) {
            assertTrue(tries < TRIES, what);
            try {
                load(twin, source, options);
                isLoaded = true;
            } catch (SluiceException e) {
                assertNotEquals(ErrorCode.INTERNAL, e.code(), () -> what + ": " + e);
            } catch (IOException e) {
                assertTrue(String.valueOf(e.getMessage()).contains("twin://"), what + ": " + e);
            }
            twin.forgetFaults();
            if (!isLoaded) {
                assertWhole(twin, expected, what);
            }
        }
        TreeMap<String, String> found = bytes(twin);
        if (fault == Fault.LATE) {
            // An upload that lands when the load is over is of no manifest.
            found.keySet().removeIf(name -> !expected.containsKey(name));
        }
        assertEquals(expected, found, what);
    }

    /** Whatever the newest manifest names is there, and is right once it says complete. */
    private static void assertWhole(
            ObjectStoreTwin twin, TreeMap<String, String> expected, String what)
            throws IOException {
        try (SharedStorage storage = AddressedFiles.open(twin)) {
            Optional<Manifest> manifest = ManifestFile.read(storage);
            if (manifest.isEmpty()) {
                return;
            }
            List<String> there = twin.list("");
            manifest.get()
                    .files()
                    .forEach(file -> assertTrue(there.contains(file.name()), what + file));
            if (manifest.get().phase() == Manifest.Phase.COMPLETE) {
                TreeMap<String, String> found = bytes(twin);
                found.keySet().removeIf(name -> !expected.containsKey(name));
                assertEquals(expected, found, what);
            }
        }
    }

    private void load(ObjectStoreTwin twin, SourceRecipe source, LoadOptions options)
            throws IOException {
        try (SharedStorage storage = AddressedFiles.open(twin)) {
            var unused =
                    ClusterLoad.run(
                            StorePlace.shared(storage, twin),
                            source,
                            new ThreadEngine(1, "process-1"),
                            ClusterFixture.settings(options, TASKS, "host-1", LoadEvents.NONE)
                                    .withPacking(packing));
        }
    }

    private static TreeMap<String, String> bytes(ObjectStoreTwin twin) throws IOException {
        try (SharedStorage storage = AddressedFiles.open(twin)) {
            return ClusterFixture.bytes(storage);
        }
    }
}
