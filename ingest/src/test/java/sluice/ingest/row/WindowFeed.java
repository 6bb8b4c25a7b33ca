package sluice.ingest.row;

import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;

/**
 * Gives text to a parser as a source does that reads a stream: in windows, each of which begins
 * with what the one before left over. Around a window lie bytes that would change the outcome if
 * the parser used them.
 */
public final class WindowFeed {
    private static final byte[] BAIT = "7,\n\"\"8\t|\r".getBytes(StandardCharsets.US_ASCII);

    private WindowFeed() {}

    /** All at once. */
    static void whole(RowParser parser, byte[] text) {
        feed(parser, text, 0, text.length, 0, true);
    }

    /** In windows of random length, with a random number of bytes before and after them. */
    public static void random(RowParser parser, byte[] text, RandomGenerator random) {
        // Long texts are not cut into thousands of windows: a row that does not fit is parsed anew
        // each time.
        int meanBytes = random.nextInt(1, 100) + text.length / 500;
        int from = 0;
        int to = 0;
        boolean last = false;
        while (!last) {
            to = Math.min(text.length, to + random.nextInt(0, 2 * meanBytes));
            last = to == text.length && random.nextBoolean();
            from += feed(parser, text, from, to, random.nextInt(0, 12), last);
        }
    }

    /** In two windows, the first {@code cut} bytes and the rest. */
    static void cutAt(RowParser parser, byte[] text, int cut) {
        int parsed = feed(parser, text, 0, cut, cut % 10, false);
        feed(parser, text, parsed, text.length, cut % 9, true);
    }

    private static int feed(
            RowParser parser, byte[] text, int from, int to, int around, boolean last) {
        int length = to - from;
        byte[] window = new byte[around + length + around];
        for (int index = 0; index < window.length; index++) {
            window[index] = BAIT[(index + from) % BAIT.length];
        }
        System.arraycopy(text, from, window, around, length);
        int next = parser.parse(window, around, around + length, last);
        if (last && next != around + length) {
            throw new AssertionError(
                    "the last window was not parsed to its end: next="
                            + (next - around)
                            + " length="
                            + length);
        }
        return next - around;
    }
}
