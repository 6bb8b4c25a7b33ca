package sluice.load.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import sluice.load.job.Forecast.ChunksChosenBy;
import sluice.load.plan.ChunkRule.Choice;
import sluice.load.plan.ChunkRule.Rates;

class ChunkRuleTest {
    private static final long USUAL = 64L << 20;
    private static final long SMALL_INPUT = 1 << 20;

    /** 2 ns more than staging takes: 20 ms are spared after 10 million bytes. */
    @Test
    void choosesTheSmallestChunkThatTakesLongerToCopyThanToDistribute() {
        Rates rates = new Rates(32, 30);
        Choice chosen = ChunkRule.choose(rates, 1, SMALL_INPUT, USUAL);
        assertEquals(new Choice(10_000_000, ChunksChosenBy.SOURCE_SPEED), chosen);
        assertTrue(copyNanos(rates, 10_000_000) >= distributeNanos(rates, 10_000_000, 1));
        assertTrue(copyNanos(rates, 9_999_999) < distributeNanos(rates, 9_999_999, 1));
    }

    @Test
    void threadsDistributeTogether() {
        Rates rates = new Rates(8, 30);
        assertEquals(usual(), ChunkRule.choose(rates, 3, SMALL_INPUT, USUAL));
        Choice chosen = ChunkRule.choose(rates, 4, SMALL_INPUT, USUAL);
        assertEquals(new Choice(10_000_000, ChunksChosenBy.SOURCE_SPEED), chosen);
    }

    @Test
    void aSourceThatIsFasterThanStagingLeavesTheUsualSize() {
        assertEquals(usual(), ChunkRule.choose(new Rates(30, 30), 1, SMALL_INPUT, USUAL));
        assertEquals(usual(), ChunkRule.choose(new Rates(0, 30), 8, SMALL_INPUT, USUAL));
        assertEquals(usual(), ChunkRule.choose(new Rates(0, 0), 1, SMALL_INPUT, USUAL));
    }

    @Test
    void aSourceThatIsHardlySlowerLeavesTheUsualSizeToo() {
        assertEquals(usual(), ChunkRule.choose(new Rates(30.001, 30), 1, SMALL_INPUT, USUAL));
    }

    @Test
    void noChunkIsSmallerThanPays() {
        Choice least = new Choice(ChunkRule.CHUNK_BYTES_MIN, ChunksChosenBy.SOURCE_SPEED);
        assertEquals(least, ChunkRule.choose(new Rates(80, 30), 1, SMALL_INPUT, USUAL));
        Rates unknown = new Rates(Double.POSITIVE_INFINITY, 30);
        assertEquals(least, ChunkRule.choose(unknown, 1, SMALL_INPUT, USUAL));
    }

    @Test
    void aLargeInputIsNotCutIntoMoreThanSoManyChunks() {
        Rates slow = new Rates(1000, 30);
        long inputBytes = 64 * 5_000_000L;
        Choice chosen = ChunkRule.choose(slow, 2, inputBytes, USUAL);
        assertEquals(new Choice(5_000_000, ChunksChosenBy.SOURCE_SPEED), chosen);
        assertEquals(5_000_001, ChunkRule.choose(slow, 2, inputBytes + 1, USUAL).chunkBytes());
        assertEquals(usual(), ChunkRule.choose(slow, 2, 64 * USUAL, USUAL));
    }

    @Test
    void noChunkIsLargerThanUsual() {
        Rates slow = new Rates(1000, 30);
        Choice small = new Choice(1 << 20, ChunksChosenBy.MEMORY);
        assertEquals(small, ChunkRule.choose(slow, 1, SMALL_INPUT, 1 << 20));
        assertEquals(small, ChunkRule.choose(slow, 1, 1L << 40, 1 << 20));
    }

    private static Choice usual() {
        return new Choice(USUAL, ChunksChosenBy.MEMORY);
    }

    private static double copyNanos(Rates rates, long bytes) {
        return bytes * rates.copyNanos();
    }

    private static double distributeNanos(Rates rates, long bytes, int threads) {
        return (ChunkRule.CHUNK_NANOS + bytes * rates.stageNanos()) / threads;
    }
}
