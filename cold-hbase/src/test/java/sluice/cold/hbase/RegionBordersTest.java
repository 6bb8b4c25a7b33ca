package sluice.cold.hbase;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class RegionBordersTest {

    @Test
    void manyBucketsShareARegion() {
        assertEquals(List.of(), choose(1, 0, 10, 20, 30));
        assertEquals(List.of(20L), choose(2, 0, 10, 20, 30));
        assertEquals(List.of(10L, 20L, 30L), choose(4, 0, 10, 20, 30));
        assertEquals(List.of(10L, 20L, 30L), choose(100, 0, 10, 20, 30));
        assertEquals(List.of(), choose(3));
        assertEquals(List.of(), choose(3, 0));
    }

    @Test
    void superNodeIsNotCut() {
        assertEquals(List.of(7L, 8L), choose(100, 0, 7, 7, 7, 8));
        assertEquals(List.of(7L), choose(100, 0, 7, 7, 7));
        assertEquals(List.of(), choose(100, 0, 0, 0));
    }

    @Test
    void greatIdsComeLast() {
        assertEquals(List.of(5L, Long.MIN_VALUE, -1L), choose(9, 0, 5, Long.MIN_VALUE, -1));
    }

    private static List<Long> choose(int regionsMax, long... firstIds) {
        return Arrays.stream(RegionBorders.choose(firstIds, regionsMax))
                .map(Bytes::toLong)
                .toList();
    }
}
