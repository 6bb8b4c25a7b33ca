package sluice.cluster.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sluice.cluster.load.place.StorePlace;
import sluice.cluster.load.plan.SourceRecipe;
import sluice.load.LoadResult;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.storage.MemoryStorage;
import sluice.storage.OpenHandles;
import sluice.store.Bucket;
import sluice.store.Manifest;
import sluice.store.ManifestFile;

/**
 * K1: a load that is cut into tasks leaves the same files, byte by byte, as a load on one machine:
 * segments, dictionary, ledger of rejected rows, whatever the tasks and threads.
 */
class SameBytesTest {
    private record Cut(int tasks, int threads, long chunkBytes) {}

    private static final Cut[] CUTS = {
        new Cut(0, 1, 0), new Cut(1, 1, 4096), new Cut(7, 2, 2048), new Cut(40, 4, 512)
    };

    @TempDir Path directory;

    @ParameterizedTest
    @EnumSource(ClusterInputs.class)
    void tasksLeaveTheBytesOfALoadOnOneMachine(ClusterInputs input) throws IOException {
        SourceRecipe recipe = input.write(directory, 1);
        LoadOptions options = ClusterFixture.options(input);
        MemoryStorage alone = ClusterFixture.alone(recipe, options);
        Manifest expected = ManifestFile.read(alone).orElseThrow();
        for (Cut cut : CUTS) {
            MemoryStorage storage = MemoryStorage.create();
            LoadResult result =
                    ClusterFixture.run(
                            StorePlace.directory(storage, "p"),
                            recipe,
                            options.withChunkBytes(cut.chunkBytes),
                            cut.tasks,
                            cut.threads);
            assertEquals(ClusterFixture.bytes(alone), ClusterFixture.bytes(storage), cut::toString);
            assertEquals(OpenHandles.NONE, storage.openHandles());
            Manifest manifest = ManifestFile.read(storage).orElseThrow();
            assertEquals(
                    expected.buckets().stream()
                            .map(Bucket::segment)
                            .map(Optional::ofNullable)
                            .toList(),
                    manifest.buckets().stream()
                            .map(Bucket::segment)
                            .map(Optional::ofNullable)
                            .toList());
            assertEquals(Manifest.Phase.COMPLETE, manifest.phase());
            assertTrue(result.rowsRead() > 0);
        }
    }

    /** What goes to another process and comes back from it is all that a task and a driver need. */
    @ParameterizedTest
    @EnumSource(ClusterInputs.class)
    void tasksThroughBytesLeaveTheSame(ClusterInputs input) throws IOException {
        SourceRecipe recipe = input.write(directory, 2);
        LoadOptions options = ClusterFixture.options(input).withChunkBytes(2048);
        MemoryStorage storage = MemoryStorage.create();
        LoadResult direct =
                ClusterFixture.run(
                        StorePlace.directory(MemoryStorage.create(), "p"), recipe, options, 7, 2);
        LoadResult result =
                ClusterLoad.run(
                        StorePlace.directory(storage, "p"),
                        recipe,
                        new MessageEngine(),
                        ClusterFixture.settings(options, 7, "host-1", LoadEvents.NONE));
        assertEquals(
                ClusterFixture.bytes(ClusterFixture.alone(recipe, options)),
                ClusterFixture.bytes(storage));
        assertEquals(OpenHandles.NONE, storage.openHandles());
        assertEquals(direct.rowsRead(), result.rowsRead());
        assertEquals(direct.rowsRejected(), result.rowsRejected());
    }
}
