package sluice.linkbench.workload;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import sluice.generate.JavaRandom;

/** Ids and degrees that come from arithmetic. */
class ArithmeticTest {
    private static long[] degrees(
            ArithmeticDegrees.Mode mode, long parameter, long base, long... ids) {
        ArithmeticDegrees rule = new ArithmeticDegrees(mode, parameter, base, 1, 1000);
        return LongStream.of(ids).map(rule::degree).toArray();
    }

    private static long[] ids(BuiltInAccess.Mode mode, long parameter, long first, long... drawn) {
        BuiltInAccess access = new BuiltInAccess(mode, parameter, first, 1000);
        return LongStream.of(drawn).map(access::of).toArray();
    }

    @Test
    void degreesFollowTheirRule() {
        assertArrayEquals(new long[] {7, 7}, degrees(ArithmeticDegrees.Mode.CONST, 3, 7, 1, 999));
        assertArrayEquals(
                new long[] {1002, 1002, 502, 4},
                degrees(ArithmeticDegrees.Mode.RECIPROCAL, 0, 2, 1, 2, 3, 1000));
        assertArrayEquals(
                new long[] {1, 6, 1, 6},
                degrees(ArithmeticDegrees.Mode.MULTIPLES, 5, 1, 4, 5, 6, 10));
        assertArrayEquals(
                new long[] {1, 0, 3, 5, 0, 63},
                degrees(ArithmeticDegrees.Mode.PERFECT_SQUARES, 2, 0, 1, 2, 4, 9, 10, 1024));
        assertArrayEquals(
                new long[] {7, 0, 61},
                degrees(ArithmeticDegrees.Mode.PERFECT_POWERS, 3, 0, 8, 9, 125));
        assertArrayEquals(
                new long[] {1, 5, 101, 1},
                degrees(ArithmeticDegrees.Mode.EXPONENTIAL, 5, 1, 1, 5, 125, 126));
    }

    @Test
    void idsFollowTheirRuleAndStayInTheRange() {
        assertArrayEquals(
                new long[] {1000, 500, 334, 1},
                ids(BuiltInAccess.Mode.RECIPROCAL, 0, 1, 1, 2, 3, 1000));
        assertArrayEquals(
                new long[] {7, 10, 1000}, ids(BuiltInAccess.Mode.MULTIPLE, 10, 7, 9, 15, 1006));
        assertArrayEquals(
                new long[] {1, 2, 4, 512, 1000},
                ids(BuiltInAccess.Mode.POWER, 2, 1, 1, 2, 3, 512, 513));
        assertArrayEquals(
                new long[] {1, 4, 9, 1000},
                ids(BuiltInAccess.Mode.PERFECT_POWER, 2, 1, 1, 2, 5, 999));
    }

    @Test
    void turnsAreTakenByEachRequesterFromTheFirstIdOn() {
        IdAccess access = new BuiltInAccess(BuiltInAccess.Mode.ROUND_ROBIN, 0, 5, 3);
        JavaRandom random = new JavaRandom(1);
        long[] first = LongStream.range(0, 5).map(_ -> access.next(random)).toArray();
        assertArrayEquals(new long[] {5, 6, 7, 5, 6}, first);
        assertEquals(5, access.forRequester().next(random));
    }

    @Test
    void powersEndAtTheLargestNumber() {
        assertEquals(Long.MAX_VALUE, Powers.power(10, 19));
        assertEquals(1_000_000_000_000_000_000L, Powers.power(10, 18));
        assertEquals(3_037_000_500L, Powers.rootUp(Long.MAX_VALUE, 2));
        assertEquals(2_097_152, Powers.rootUp(Long.MAX_VALUE, 3));
    }

    @Test
    void parametersOutOfRangeAreRefused() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new BuiltInAccess(BuiltInAccess.Mode.POWER, 1, 1, 10));
        assertThrows(
                IllegalArgumentException.class,
                () -> new ArithmeticDegrees(ArithmeticDegrees.Mode.EXPONENTIAL, 1, 0, 1, 10));
    }
}
