package sluice.generate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.BitSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RankPermutationTest {
    @Test
    void idsOfTheFirstRanksAreThoseOfLinkBench() {
        assertIds(1_000_000, 611328, 389120, 512001, 686082, 490495, 390144);
        assertIds(10_000_000, 9645056, 355328, 5764097, 1769474, 7871487, 356352);
    }

    @Test
    void otherRequestsHaveTheirOwnPermutations() {
        RankPermutation uncorrelated =
                new RankPermutation(1_000_000, RankPermutation.UNCORRELATED_SEED);
        assertEquals(692224, uncorrelated.id(0));
        assertEquals(693248, uncorrelated.id(1024));
        assertEquals(308224, uncorrelated.rank(0));
        RankPermutation nodes = new RankPermutation(10_000_000, RankPermutation.NODE_SEED);
        assertEquals(6192128, nodes.id(0));
        assertEquals(6193152, nodes.id(1024));
        assertEquals(3808256, nodes.rank(0));
    }

    private static void assertIds(long count, long rankOfIdZero, long... ids) {
        RankPermutation permutation = new RankPermutation(count, RankPermutation.CORRELATED_SEED);
        long[] found = LongStream.of(0, 1, 2, 1023, 1024).map(permutation::id).toArray();
        assertArrayEquals(ids, found);
        assertEquals(rankOfIdZero, permutation.rank(0));
    }

    @Test
    void everyRankHasItsOwnIdAndComesBack() {
        for (int count : new int[] {1, 2, 1023, 1024, 1025, 5000}) {
            RankPermutation permutation = new RankPermutation(count, 7);
            BitSet seen = new BitSet();
            for (int rank = 0; rank < count; rank++) {
                int id = (int) permutation.id(rank);
                assertFalse(seen.get(id));
                seen.set(id);
                assertEquals(rank, permutation.rank(id));
            }
            assertEquals(count, seen.length());
        }
    }
}
