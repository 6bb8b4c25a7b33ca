package sluice.cluster.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sluice.cluster.load.place.DriverName;
import sluice.cluster.load.place.StorePlace;
import sluice.cluster.load.plan.SourceRecipe;
import sluice.dictionary.Dictionary;
import sluice.ingest.ChunkId;
import sluice.load.files.StoreFiles;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.MemoryStorage;
import sluice.storage.publish.ObjectStoreTwin;
import sluice.storage.publish.PublishedFiles;
import sluice.storage.publish.WholeFiles;
import sluice.store.GraphHash;
import sluice.store.Manifest;
import sluice.store.ManifestFile;
import sluice.store.ScanProgress;
import sluice.store.StoreReader;
import sluice.store.StoreVerifier;
import sluice.store.packed.RunPacking;
import sluice.store.shared.SharedStorage;

/** Runs that are packed: the same store at its end, and the same answers until then. */
class PackedRunsTest {
    private static final int TASKS = 5;

    @TempDir Path directory;

    private final ObjectStoreTwin twin = ObjectStoreTwin.create();

    private void load(
            ClusterInputs input, SourceRecipe recipe, RunPacking packing, LoadEvents events)
            throws IOException {
        load(recipe, options(input), packing, events);
    }

    private static LoadOptions options(ClusterInputs input) {
        return ClusterFixture.options(input).withChunkBytes(32 << 10);
    }

    private void load(
            SourceRecipe recipe, LoadOptions options, RunPacking packing, LoadEvents events)
            throws IOException {
        try (SharedStorage storage = AddressedFiles.open(twin)) {
            var unused =
                    ClusterLoad.run(
                            StorePlace.shared(storage, twin),
                            recipe,
                            new ThreadEngine(2, "process-1"),
                            ClusterFixture.settings(options, TASKS, "host-1", events)
                                    .withPacking(packing));
        }
    }

    private void stopAtUptime(ClusterInputs input, SourceRecipe recipe, RunPacking packing) {
        SluiceException stopped =
                assertThrows(
                        SluiceException.class,
                        () -> load(input, recipe, packing, new StoppedAtUptime()));
        assertEquals(ErrorCode.INTERRUPTED, stopped.code());
    }

    private static final class StoppedAtUptime implements LoadEvents {
        private volatile boolean isUptime;

        @Override
        public void uptime() {
            isUptime = true;
        }

        @Override
        public boolean stopRequested() {
            return isUptime;
        }
    }

    private TreeMap<String, String> bytes() throws IOException {
        try (SharedStorage storage = AddressedFiles.open(twin)) {
            return ClusterFixture.bytes(storage);
        }
    }

    private List<String> runs() throws IOException {
        try (SharedStorage storage = AddressedFiles.open(twin)) {
            return storage.list().stream().filter(name -> name.startsWith("run-")).toList();
        }
    }

    private GraphHash hash() throws IOException {
        try (SharedStorage storage = AddressedFiles.open(twin)) {
            return hash(storage);
        }
    }

    private static GraphHash hash(SharedStorage storage) throws IOException {
        Manifest manifest = ManifestFile.read(storage).orElseThrow();
        try (Dictionary dictionary = Dictionary.open(storage, manifest.nameFiles());
                StoreReader reader = StoreReader.open(storage)) {
            return GraphHash.of(reader, dictionary, 1, new ScanProgress());
        }
    }

    private StoreVerifier.Report verify() throws IOException {
        try (SharedStorage storage = AddressedFiles.open(twin)) {
            return StoreVerifier.verify(
                    storage, StoreVerifier.Options.DEFAULT.withOtherFiles(StoreFiles::verifyOther));
        }
    }

    @ParameterizedTest
    @EnumSource(ClusterInputs.class)
    void packedRunsLeaveTheSameBytes(ClusterInputs input) throws IOException {
        SourceRecipe recipe = input.write(directory, 1);
        load(input, recipe, RunPacking.ZSTD, LoadEvents.NONE);
        assertEquals(ClusterFixture.bytes(ClusterFixture.alone(recipe, options(input))), bytes());
    }

    @Test
    void storeAtUptimeAnswersOutOfPackedRuns() throws IOException {
        ClusterInputs input = ClusterInputs.NODES_AND_LINKS;
        SourceRecipe recipe = input.write(directory, 1);
        stopAtUptime(input, recipe, RunPacking.ZSTD);
        List<String> runs = runs();
        assertFalse(runs.isEmpty());
        assertTrue(runs.stream().allMatch(run -> run.endsWith("-000.packed")), runs::toString);
        GraphHash atUptime = hash();
        assertTrue(verify().isGood());
        load(input, recipe, RunPacking.ZSTD, LoadEvents.NONE);
        assertEquals(List.of(), runs());
        assertEquals(atUptime.digest(), hash().digest());
    }

    /** The plan says it, so that no chunk gets runs of both kinds. */
    @ParameterizedTest
    @EnumSource(RunPacking.class)
    void loadThatGoesOnKeepsThePackingOfItsPlan(RunPacking packing) throws IOException {
        RunPacking other = packing == RunPacking.ZSTD ? RunPacking.NONE : RunPacking.ZSTD;
        ClusterInputs input = ClusterInputs.QUOTED;
        SourceRecipe recipe = input.write(directory, 2);
        int stoppedWithRuns = 0;
        for (int requests = 20; requests <= 140; requests += 20) {
            for (String name : twin.list("")) {
                twin.delete(name);
            }
            long end = twin.requestCount() + requests;
            try {
                load(input, recipe, packing, stoppedIf(() -> twin.requestCount() >= end));
            } catch (SluiceException e) {
                assertEquals(ErrorCode.INTERRUPTED, e.code());
            }
            stoppedWithRuns += runs().isEmpty() ? 0 : 1;
            boolean hasPlan = !WholeFiles.list(twin, "tasks-").isEmpty();
            try {
                load(input, recipe, other, new StoppedAtUptime());
            } catch (SluiceException e) {
                assertEquals(ErrorCode.INTERRUPTED, e.code());
            }
            RunPacking expected = hasPlan ? packing : other;
            List<String> runs = runs();
            assertTrue(
                    runs.stream().allMatch(run -> RunPacking.of(run) == expected),
                    () -> "%s with a plan: %b".formatted(runs, hasPlan));
            load(input, recipe, other, LoadEvents.NONE);
            assertEquals(
                    ClusterFixture.bytes(ClusterFixture.alone(recipe, options(input))), bytes());
        }
        assertTrue(stoppedWithRuns > 0, "no load was stopped while it staged");
    }

    private static LoadEvents stoppedIf(BooleanSupplier isEnd) {
        return new LoadEvents() {
            @Override
            public boolean stopRequested() {
                return isEnd.getAsBoolean();
            }
        };
    }

    @Test
    void loadsOfBothKindsFollowOneAnother() throws IOException {
        ClusterInputs input = ClusterInputs.NUMBERS;
        MemoryStorage alone = MemoryStorage.create();
        for (int seed = 1; seed <= 4; seed++) {
            SourceRecipe recipe = input.write(directory, seed);
            ClusterFixture.finishAlone(alone, recipe, options(input));
            load(input, recipe, seed % 2 == 0 ? RunPacking.ZSTD : RunPacking.NONE, LoadEvents.NONE);
        }
        assertEquals(ClusterFixture.bytes(alone), bytes());
    }

    /** In the first piece, the last one, the index, the tail. */
    @Test
    void damageIsReportedAndNoRowIsWrong() throws IOException {
        ClusterInputs input = ClusterInputs.NUMBERS;
        SourceRecipe recipe = input.write(directory, 3);
        stopAtUptime(input, recipe, RunPacking.ZSTD);
        String run = runs().getFirst();
        byte[] good = WholeFiles.read(twin, run, 1 << 20).orElseThrow();
        List<byte[]> bad = new ArrayList<>();
        for (int at : List.of(10, good.length - 40, good.length - 30, good.length - 5)) {
            byte[] changed = good.clone();
            changed[at] ^= 8;
            bad.add(changed);
        }
        bad.add(Arrays.copyOf(good, good.length - 1));
        bad.add(Arrays.copyOf(good, good.length / 2));
        for (byte[] damaged : bad) {
            WholeFiles.replace(twin, run, damaged);
            IOException failure = assertThrows(IOException.class, this::hash);
            assertTrue(String.valueOf(failure.getMessage()).contains(run), failure::toString);
            StoreVerifier.Report report = verify();
            assertFalse(report.isGood());
            assertEquals(run, report.findings().getFirst().file());
            Exception stopped =
                    assertThrows(
                            Exception.class,
                            () -> load(input, recipe, RunPacking.ZSTD, LoadEvents.NONE));
            assertTrue(String.valueOf(stopped.getMessage()).contains(run), stopped::toString);
        }
        WholeFiles.replace(twin, run, good);
        load(input, recipe, RunPacking.ZSTD, LoadEvents.NONE);
        assertEquals(ClusterFixture.bytes(ClusterFixture.alone(recipe, options(input))), bytes());
    }

    @Test
    void abandonedLoadLeavesNoPackedRun() throws IOException {
        ClusterInputs input = ClusterInputs.NUMBERS;
        SourceRecipe recipe = input.write(directory, 4);
        assertThrows(
                SluiceException.class,
                () -> load(input, recipe, RunPacking.ZSTD, stoppedIf(() -> true)));
        // A late attempt may publish it once the load was stopped.
        String late = RunPacking.ZSTD.named(StoreFiles.run(1, new ChunkId(0, 9), 0));
        WholeFiles.publishIfAbsent(twin, late, new byte[10]);
        try (SharedStorage storage = AddressedFiles.open(twin)) {
            var unused =
                    ClusterAbandonment.run(
                            StorePlace.shared(storage, twin),
                            new DriverName(UUID.randomUUID(), "host-2", () -> 1));
        }
        assertEquals(List.of(), runs());
        assertEquals(List.of(), twin.list("tasks-"));
    }

    @Test
    void directoryIsRefusedBeforeItIsTouched() throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        ClusterInputs input = ClusterInputs.ONE_ROW;
        SourceRecipe recipe = input.write(directory, 1);
        SluiceException refused =
                assertThrows(
                        SluiceException.class,
                        () ->
                                ClusterLoad.run(
                                        StorePlace.directory(storage, "p"),
                                        recipe,
                                        new ThreadEngine(1, "process-1"),
                                        ClusterFixture.settings(
                                                        options(input),
                                                        1,
                                                        "host-1",
                                                        LoadEvents.NONE)
                                                .withPacking(RunPacking.ZSTD)));
        assertEquals(ErrorCode.CONFIG, refused.code());
        assertTrue(String.valueOf(refused.getMessage()).contains("mapped"), refused::getMessage);
        assertEquals(List.of(), storage.list());
    }

    /** A program that knows no packed runs refuses the manifest, until no run is packed. */
    @Test
    void manifestsThatListPackedRunsAreOfANewerFormat() throws IOException {
        ClusterInputs input = ClusterInputs.NUMBERS;
        SourceRecipe recipe = input.write(directory, 5);
        stopAtUptime(input, recipe, RunPacking.ZSTD);
        assertEquals(2, newestFormat());
        load(input, recipe, RunPacking.ZSTD, LoadEvents.NONE);
        assertEquals(1, newestFormat());
    }

    private int newestFormat() throws IOException {
        PublishedFiles files = twin;
        String newest = files.list("manifest-").getLast();
        byte[] bytes = WholeFiles.read(files, newest, 1 << 20).orElseThrow();
        return ByteBuffer.wrap(bytes).getInt(8);
    }
}
