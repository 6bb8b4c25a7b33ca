package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.ingest.Source;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadOptions.OnError;
import sluice.load.job.LoadOptions.RejectBudget;
import sluice.load.job.LoadProgress;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.MemoryStorage;

/**
 * {@code --max-rejects}, from its text to the load that it stops: {@link LoadOptions.RejectBudget}
 * and {@link sluice.load.reject.RejectLog}.
 */
class RejectBudgetTest {
    @TempDir Path directory;

    @Test
    void aBudgetIsANumberOfRowsOrAShareOfThem() {
        assertEquals(new RejectBudget(0, 100), RejectBudget.parse("0"));
        assertEquals(new RejectBudget(1_000_000, 100), RejectBudget.parse("1000000"));
        assertEquals(new RejectBudget(Long.MAX_VALUE, 0.5), RejectBudget.parse("0.5%"));
        assertEquals(new RejectBudget(Long.MAX_VALUE, 100), RejectBudget.parse("100 %"));
    }

    @Test
    void whatIsNeitherIsRefusedWithAnExample() {
        for (String wrong :
                List.of(
                        "", "%", "-1", "-1%", "101%", "1.5", "NaN%", "many", "1%%", "5f%", "1e1%",
                        "0x1p3%", ".%")) {
            SluiceException refused =
                    assertThrows(SluiceException.class, () -> RejectBudget.parse(wrong), wrong);
            assertEquals(ErrorCode.CONFIG, refused.code());
            assertTrue(refused.getMessage().contains("0.5%"), refused::getMessage);
        }
    }

    @Test
    void asManyRowsAsTheBudgetMayBeRejectedAndNotOneMore() throws IOException {
        Source source = twoOfEightRowsBad();
        assertEquals(2, load(source, OnError.SKIP, "2").rowsRejected());
        assertOver(source, OnError.SKIP, "1");
        assertOver(source, OnError.DIVERT, "1");
    }

    @Test
    void aShareCountsAllRowsAndNotOnlyTheTakenOnes() throws IOException {
        Source source = twoOfEightRowsBad();
        assertEquals(2, load(source, OnError.SKIP, "25%").rowsRejected());
        assertOver(source, OnError.SKIP, "24.9%");
    }

    /** 4.35 as Java holds it times 60 is below 261. */
    @Test
    void aShareThatIsMetExactlyIsAllowed() {
        RejectBudget budget = RejectBudget.parse("4.35%");
        assertTrue(budget.allows(261, 6000));
        assertFalse(budget.allows(262, 6000));
        for (int percent = 0; percent <= 10_000; percent++) {
            RejectBudget exact =
                    RejectBudget.parse("%d.%02d%%".formatted(percent / 100, percent % 100));
            assertTrue(exact.allows(percent, 10_000), exact::toString);
            assertFalse(exact.allows(percent + 1, 10_000), exact::toString);
        }
    }

    @Test
    void badRowsThatAllComeFirstAreCountedAgainstTheWholeSource() throws IOException {
        LoadFixture fixture = new LoadFixture(directory);
        fixture.write(
                "links.csv",
                "id1,id2,time\n1,2,3\n" + "1,2,x\n".repeat(2000) + "3,4,5\n".repeat(38_000));
        LoadResult result =
                LoadFixture.load(
                        LoadFixture.storage(),
                        fixture.source("links.csv"),
                        LoadFixture.options()
                                .withChunkBytes(20_000)
                                .withRejects(OnError.SKIP, RejectBudget.parse("5%")));
        assertEquals(2000, result.rowsRejected());
        assertEquals(38_001, result.rowsRead());
    }

    @Test
    void aLargerBudgetLetsTheSameLoadGoOn() throws IOException {
        Source source = twoOfEightRowsBad();
        MemoryStorage storage = LoadFixture.storage();
        LoadOptions options = LoadFixture.options().withChunkBytes(8).withThreads(1);
        LoadOptions strict = options.withRejects(OnError.DIVERT, RejectBudget.parse("1"));
        assertThrows(SluiceException.class, () -> LoadFixture.load(storage, source, strict));

        LoadOptions lenient = options.withRejects(OnError.DIVERT, RejectBudget.parse("2"));
        LoadResult result = LoadFixture.load(storage, source, lenient);
        assertTrue(result.resumed());
        assertEquals(2, result.rowsRejected());
        assertEquals(6, result.rowsRead());
    }

    @Test
    void whatAnEarlierTryRejectedCountsAgainstASmallerBudget() throws IOException {
        Source source = twoOfEightRowsBad();
        LoadOptions options = LoadFixture.options().withChunkBytes(8).withThreads(1);
        LoadOptions lenient = options.withRejects(OnError.SKIP, RejectBudget.parse("2"));
        long chunks = LoadFixture.load(LoadFixture.storage(), source, lenient).outcome().chunks();

        MemoryStorage storage = LoadFixture.storage();
        LoadProgress progress = new LoadProgress();
        LoadEvents stopBehindTheLastChunk =
                new LoadEvents() {
                    @Override
                    public boolean stopRequested() {
                        return progress.chunksStaged() == chunks;
                    }
                };
        assertThrows(
                SluiceException.class,
                () ->
                        Load.run(
                                storage,
                                source,
                                lenient,
                                progress,
                                stopBehindTheLastChunk,
                                new Demand()));
        LoadOptions strict = options.withRejects(OnError.SKIP, RejectBudget.parse("1"));
        SluiceException over =
                assertThrows(
                        SluiceException.class, () -> LoadFixture.load(storage, source, strict));
        assertTrue(over.getMessage().startsWith("2 of 8 rows"), over::getMessage);
    }

    private Source twoOfEightRowsBad() throws IOException {
        LoadFixture fixture = new LoadFixture(directory);
        fixture.write(
                "links.csv",
                "id1,id2,time\n1,2,0\n1,2,x\n1,3,0\n1,4,0\n1,4,y\n1,5,0\n1,6,0\n1,7,0\n");
        return fixture.source("links.csv");
    }

    private static LoadResult load(Source source, OnError onError, String budget)
            throws IOException {
        return LoadFixture.load(
                LoadFixture.storage(),
                source,
                LoadFixture.options().withRejects(onError, RejectBudget.parse(budget)));
    }

    private static void assertOver(Source source, OnError onError, String budget) {
        SluiceException over =
                assertThrows(SluiceException.class, () -> load(source, onError, budget));
        assertEquals(ErrorCode.INPUT, over.code());
        assertEquals(
                "2 of 8 rows could not be read, more than --max-rejects allows; fix the source or allow more",
                over.getMessage());
    }
}
