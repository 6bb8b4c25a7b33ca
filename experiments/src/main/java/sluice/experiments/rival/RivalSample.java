package sluice.experiments.rival;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.Arrays;

/**
 * A sample of first ids, from windows spread evenly over a file, to find the borders of the pieces.
 */
final class RivalSample {
    private static final int WINDOWS = 1024;
    private static final int WINDOW_BYTES = 4 << 10;

    private RivalSample() {}

    static long[] ids(FileChannel file) throws IOException {
        long[] ids = new long[1 << 12];
        int count = 0;
        long step = Math.max(WINDOW_BYTES, file.size() / WINDOWS);
        try (LineWindow lines = new LineWindow(file, WINDOW_BYTES)) {
            for (long offset = 0; offset < file.size(); offset += step) {
                lines.read(offset);
                long at = lines.from();
                while (at < lines.to()) {
                    byte first = LineWindow.byteAt(at);
                    if (first >= '0' && first <= '9') {
                        if (count == ids.length) {
                            ids = Arrays.copyOf(ids, count * 2);
                        }
                        ids[count++] = number(at);
                    }
                    while (LineWindow.byteAt(at++) != '\n') {}
                }
            }
        }
        return Arrays.copyOf(ids, count);
    }

    private static long number(long from) {
        long number = 0;
        long at = from;
        byte digit = LineWindow.byteAt(at);
        while (digit >= '0' && digit <= '9') {
            number = number * 10 + (digit - '0');
            digit = LineWindow.byteAt(++at);
        }
        return number;
    }
}
