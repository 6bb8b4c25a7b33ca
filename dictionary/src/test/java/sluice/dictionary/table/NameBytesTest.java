package sluice.dictionary.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import sluice.testkit.Seeds;

class NameBytesTest {

    @Test
    void hashIsTheOneOfTheFormat() {
        assertEquals("516ec554a463d2a0", Long.toHexString(hash("a")));
        assertEquals("fa0acdb43a8826dc", Long.toHexString(hash("933")));
        assertEquals("246f77d000e4555d", Long.toHexString(hash("alice")));
        assertEquals(
                "485c27a4972e1483", Long.toHexString(hash("a name of more than sixteen bytes")));
    }

    @Test
    void hashesOfNumbersInARowAreDistinctAndEven() {
        int count = 1 << 20;
        int[] high = new int[1024];
        int[] low = new int[1024];
        Set<Long> distinct = new HashSet<>();
        for (int i = 0; i < count; i++) {
            long hash = hash(Integer.toString(i));
            high[(int) (hash >>> 54)]++;
            low[(int) hash & 1023]++;
            distinct.add(hash);
        }
        assertEquals(count, distinct.size());
        // 1023 degrees of freedom: an even hash is above 1250 less than once in a million.
        assertTrue(chiSquare(high, count) < 1250, "high bits: " + chiSquare(high, count));
        assertTrue(chiSquare(low, count) < 1250, "low bits: " + chiSquare(low, count));
    }

    @Test
    void oneBitOfANameChangesHalfTheBitsOfItsHash() {
        RandomGenerator random = Seeds.random("NameBytesTest", 11);
        for (int length = 1; length <= 40; length++) {
            long changed = 0;
            int rounds = 2000;
            for (int round = 0; round < rounds; round++) {
                byte[] name = new byte[length];
                random.nextBytes(name);
                long hash = hash(name);
                name[random.nextInt(length)] ^= (byte) (1 << random.nextInt(8));
                changed += Long.bitCount(hash ^ hash(name));
            }
            double mean = (double) changed / rounds;
            assertTrue(mean > 31 && mean < 33, "length " + length + ": " + mean);
        }
    }

    @Test
    void comparesAndEqualsAsArraysDo() {
        RandomGenerator random = Seeds.random("NameBytesTest.compare", 12);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment a = arena.allocate(64);
            MemorySegment b = arena.allocate(64);
            for (int round = 0; round < 200_000; round++) {
                byte[] x = new byte[1 + random.nextInt(30)];
                byte[] y = random.nextBoolean() ? x.clone() : new byte[1 + random.nextInt(30)];
                x[random.nextInt(x.length)] = (byte) random.nextInt(256);
                MemorySegment.copy(x, 0, a, NameBytes.BYTE, 1, x.length);
                MemorySegment.copy(y, 0, b, NameBytes.BYTE, 2, y.length);
                int expected = Integer.signum(Arrays.compareUnsigned(x, y));
                assertEquals(
                        expected,
                        Integer.signum(NameBytes.compare(a, 1, x.length, b, 2, y.length)));
                if (x.length == y.length) {
                    assertEquals(expected == 0, NameBytes.same(a, 1, b, 2, x.length));
                    assertEquals(expected == 0, NameBytes.same(x, 0, y, 0, x.length));
                }
            }
        }
    }

    private static long hash(String name) {
        return hash(name.getBytes(StandardCharsets.UTF_8));
    }

    private static double chiSquare(int[] counts, double total) {
        double expected = total / counts.length;
        return Arrays.stream(counts)
                .mapToDouble(count -> (count - expected) * (count - expected) / expected)
                .sum();
    }

    private static long hash(byte[] name) {
        try (Arena arena = Arena.ofConfined()) {
            return NameBytes.HASH.of(arena.allocateFrom(NameBytes.BYTE, name), 0, name.length);
        }
    }
}
