package sluice.cluster.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.cluster.load.place.StorePlace;
import sluice.cluster.load.plan.SourceRecipe;
import sluice.load.LoadResult;
import sluice.load.job.LoadOptions;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.MemoryStorage;

/** Rows that cannot be read stop a load by tasks, or are counted, as on one machine. */
class RejectedRowsTest {
    private static final int THREADS = 3;

    @TempDir Path directory;

    private final MemoryStorage storage = MemoryStorage.create();
    private final StorePlace place = StorePlace.directory(storage, "p");
    private SourceRecipe recipe = SourceRecipe.of(List.of());

    @BeforeEach
    void writeSource() throws IOException {
        recipe = ClusterInputs.REJECTS.write(directory, 1);
    }

    @Test
    void firstBadRowStopsTheLoadWithTheSameWords() {
        LoadOptions options = with(LoadOptions.OnError.FAIL, LoadOptions.RejectBudget.UNLIMITED);
        SluiceException alone =
                assertThrows(SluiceException.class, () -> ClusterFixture.alone(recipe, options));
        SluiceException byTasks = assertThrows(SluiceException.class, () -> load(options));
        assertEquals(ErrorCode.INPUT, byTasks.code());
        assertEquals(alone.getMessage(), byTasks.getMessage());
    }

    @Test
    void loadThatABadRowStoppedGoesOnWithoutSuchRows() throws IOException {
        assertThrows(
                SluiceException.class,
                () -> load(with(LoadOptions.OnError.FAIL, LoadOptions.RejectBudget.UNLIMITED)));
        LoadOptions skipping = with(LoadOptions.OnError.SKIP, LoadOptions.RejectBudget.UNLIMITED);
        LoadResult result = load(skipping);
        assertTrue(result.resumed());
        assertTrue(result.rowsRejected() > 0);
        assertEquals(
                ClusterFixture.bytes(ClusterFixture.alone(recipe, skipping)),
                ClusterFixture.bytes(storage));
    }

    /** Its plan holds for all drivers, but for what the repeated command bears. */
    @Test
    void loadAtAnAddressGoesOnWithoutSuchRowsToo() throws IOException {
        MemoryStorage shared = MemoryStorage.create();
        StorePlace address = StorePlace.shared(shared, "p");
        LoadOptions failing = with(LoadOptions.OnError.FAIL, LoadOptions.RejectBudget.UNLIMITED);
        LoadOptions few = with(LoadOptions.OnError.SKIP, LoadOptions.RejectBudget.parse("3"));
        for (LoadOptions options : List.of(failing, few)) {
            SluiceException failure =
                    assertThrows(
                            SluiceException.class,
                            () -> ClusterFixture.run(address, recipe, options, 12, THREADS));
            assertEquals(ErrorCode.INPUT, failure.code());
        }
        LoadOptions skipping = with(LoadOptions.OnError.SKIP, LoadOptions.RejectBudget.UNLIMITED);
        LoadResult result = ClusterFixture.run(address, recipe, skipping, 12, THREADS);
        assertTrue(result.resumed());
        assertTrue(result.rowsRejected() > 3);
        assertEquals(segments(ClusterFixture.alone(recipe, skipping)), segments(shared));
    }

    private static Map<String, String> segments(MemoryStorage store) throws IOException {
        TreeMap<String, String> files = ClusterFixture.bytes(store);
        files.keySet().removeIf(name -> !name.startsWith("segment"));
        return files;
    }

    @Test
    void moreBadRowsThanAreAllowedStopTheLoad() {
        for (String budget : new String[] {"3", "0.5%"}) {
            SluiceException failure =
                    assertThrows(
                            SluiceException.class,
                            () ->
                                    load(
                                            with(
                                                    LoadOptions.OnError.SKIP,
                                                    LoadOptions.RejectBudget.parse(budget))));
            assertEquals(ErrorCode.INPUT, failure.code());
            assertTrue(
                    String.valueOf(failure.getMessage()).contains("could not be read"),
                    failure::getMessage);
        }
    }

    private static LoadOptions with(LoadOptions.OnError onError, LoadOptions.RejectBudget budget) {
        return ClusterFixture.options(ClusterInputs.NUMBERS)
                .withChunkBytes(2048)
                .withRejects(onError, budget);
    }

    private LoadResult load(LoadOptions options) throws IOException {
        return ClusterFixture.run(place, recipe, options, 12, THREADS);
    }
}
