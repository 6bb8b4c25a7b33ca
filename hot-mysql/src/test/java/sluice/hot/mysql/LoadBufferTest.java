package sluice.hot.mysql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Numbers and bytes as LOAD DATA reads them. */
class LoadBufferTest {
    @Test
    void numbersAreDecimal() {
        SplittableRandom random = new SplittableRandom(1);
        long[] numbers = new long[1000];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = random.nextLong() >>> random.nextInt(64) << random.nextInt(64);
        }
        numbers[0] = Long.MIN_VALUE;
        numbers[1] = Long.MAX_VALUE;
        numbers[2] = -1;
        numbers[3] = 0;
        LoadBuffer buffer = new LoadBuffer(16);
        StringBuilder expected = new StringBuilder();
        for (long number : numbers) {
            buffer.row(0).unsigned(number).signed(number).endAfterNumber();
            expected.append(Long.toUnsignedString(number)).append('\t').append(number).append('\n');
        }
        assertEquals(expected.toString(), text(buffer));
        assertEquals(numbers.length, buffer.rows());
    }

    @Test
    void bytesThatMeanSomethingAreEscaped() {
        LoadBuffer buffer = new LoadBuffer(16);
        buffer.row(6).signed(-1).data(new byte[] {'a', '\t', 0, '\\', '\n', 'N'});
        buffer.row(0).data(new byte[0]);
        assertEquals("-1\ta\\\t\\0\\\\\\\nN\n\n", text(buffer));
    }

    private static String text(LoadBuffer buffer) {
        return new String(buffer.bytes(), 0, buffer.length(), StandardCharsets.ISO_8859_1);
    }
}
