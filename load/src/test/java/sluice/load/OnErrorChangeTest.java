package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.ingest.Source;
import sluice.load.files.StoreFiles;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadOptions.OnError;
import sluice.load.job.LoadOptions.RejectBudget;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.MemoryStorage;

/** A load that stopped at a bad row is told to go on with skip or divert, so it must. */
class OnErrorChangeTest {
    @TempDir Path directory;

    private final MemoryStorage storage = LoadFixture.storage();

    @BeforeEach
    void stopAtABadRow() throws IOException {
        new LoadFixture(directory)
                .write("links.csv", "id1,id2,time\n1,2,0\n1,3,0\n1,4,x\n1,5,0\n1,6,y\n1,7,0\n");
        assertEquals(ErrorCode.INPUT, refusal(OnError.FAIL).code());
    }

    @Test
    void aLoadThatStoppedAtABadRowGoesOnWithoutIt() throws IOException {
        MemoryStorage direct = LoadFixture.storage();
        LoadFixture.load(direct, source(), options(OnError.DIVERT));

        LoadResult result = LoadFixture.load(storage, source(), options(OnError.DIVERT));
        assertTrue(result.resumed());
        assertEquals(2, result.rowsRejected());
        assertEquals(4, result.links());
        assertEquals(LoadFixture.graph(direct), LoadFixture.graph(storage));
        String ledger = LoadFixture.text(direct, StoreFiles.ledger(1));
        assertEquals(ledger, LoadFixture.text(storage, StoreFiles.ledger(1)));
    }

    @Test
    void whatLeftRowsOutDoesNotGoOnAsIfItHadNot() {
        assertThrows(
                SluiceException.class,
                () ->
                        LoadFixture.load(
                                storage,
                                source(),
                                options(OnError.DIVERT),
                                LoadFixture.stopAfter(4)));
        assertTrue(refusal(OnError.FAIL).getMessage().contains("on error was DIVERT and is FAIL"));
        assertTrue(refusal(OnError.SKIP).getMessage().contains("on error was DIVERT and is SKIP"));
    }

    private SluiceException refusal(OnError onError) {
        return assertThrows(
                SluiceException.class, () -> LoadFixture.load(storage, source(), options(onError)));
    }

    private Source source() throws IOException {
        return new LoadFixture(directory).source("links.csv");
    }

    private static LoadOptions options(OnError onError) {
        return LoadFixture.options()
                .withChunkBytes(8)
                .withThreads(1)
                .withRejects(onError, RejectBudget.UNLIMITED);
    }
}
