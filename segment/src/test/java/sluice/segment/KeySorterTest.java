package sluice.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import sluice.testkit.Seeds;

class KeySorterTest {
    private static final int[] COUNTS = {0, 1, 2, 39, 40, 41, 300, 2049, 5000};

    private final KeySorter sorter = new KeySorter();

    @Test
    void sortsLikeAComparisonSortAndStably() {
        Seeds.each(
                400,
                random -> {
                    int count = COUNTS[random.nextInt(COUNTS.length)];
                    long[] keys = keys(random, count);
                    int from = count == 0 || random.nextBoolean() ? 0 : random.nextInt(count);
                    int to = random.nextBoolean() ? count : from + random.nextInt(count - from + 1);

                    sortAndCompare(keys, from, to);
                });
    }

    @Test
    void sortsAHundredThousandKeysOfEveryWidth() {
        SplittableRandom random = new SplittableRandom(7);
        for (int width = 1; width <= 64; width += 21) {
            int shift = 64 - width;
            sortAndCompare(random.longs(100_000).map(key -> key >>> shift).toArray(), 0, 100_000);
        }
    }

    @Test
    void leavesKeysThatAreAllEqualInPlace() {
        long[] keys = new long[3000];
        Arrays.fill(keys, -1);
        sortAndCompare(keys, 0, keys.length);
    }

    private void sortAndCompare(long[] keys, int from, int to) {
        sorter.begin(keys.length);
        for (int i = 0; i < keys.length; i++) {
            sorter.keys()[i] = keys[i];
            sorter.values()[i] = i;
        }
        sorter.sort(from, to);

        int[] expected =
                IntStream.concat(
                                IntStream.concat(
                                        IntStream.range(0, from),
                                        IntStream.range(from, to)
                                                .boxed()
                                                .sorted(
                                                        Comparator.comparing(
                                                                i -> keys[i],
                                                                Long::compareUnsigned))
                                                .mapToInt(i -> i)),
                                IntStream.range(to, keys.length))
                        .toArray();
        for (int i = 0; i < keys.length; i++) {
            assertEquals(expected[i], sorter.values()[i], "value " + i);
            assertEquals(keys[expected[i]], sorter.keys()[i], "key " + i);
        }
    }

    private static long[] keys(SplittableRandom random, int count) {
        int width = random.nextInt(1, 65);
        long base = random.nextBoolean() ? 0 : random.nextLong();
        boolean few = random.nextInt(4) == 0;
        long[] some = {0, -1, 1, Long.MIN_VALUE, Long.MAX_VALUE, base};
        long[] keys = new long[count];
        for (int i = 0; i < count; i++) {
            keys[i] =
                    few
                            ? some[random.nextInt(some.length)]
                            : base + (random.nextLong() >>> (64 - width));
        }
        return keys;
    }
}
