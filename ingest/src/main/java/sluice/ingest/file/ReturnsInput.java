package sluice.ingest.file;

import java.io.IOException;
import java.io.InputStream;

/** Text in which each carriage return that no line feed follows has become a line feed. */
final class ReturnsInput extends InputStream {
    private final InputStream input;
    private final byte[] block = new byte[64 << 10];
    private int from;
    private int to;

    /** Whether a carriage return waits for the byte after it. */
    private boolean waits;

    private boolean ended;

    ReturnsInput(InputStream input) {
        this.input = input;
    }

    @Override
    public int read() throws IOException {
        return fill() ? block[from++] & 0xff : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int count = Math.min(length, to - from);
        System.arraycopy(block, from, bytes, offset, count);
        from += count;
        return count;
    }

    /** False at the end. */
    private boolean fill() throws IOException {
        while (from == to && !ended) {
            int kept = waits ? 1 : 0;
            block[0] = '\r';
            int count = input.read(block, kept, block.length - kept);
            ended = count < 0;
            from = 0;
            to = kept + Math.max(count, 0);
            waits = to > 0 && block[to - 1] == '\r' && !ended;
            for (int at = 0; at < to; at++) {
                boolean lineFeedNext = at + 1 < to && block[at + 1] == '\n';
                if (block[at] == '\r' && !lineFeedNext && !(waits && at + 1 == to)) {
                    block[at] = '\n';
                }
            }
            to -= waits ? 1 : 0;
        }
        return from < to;
    }

    @Override
    public void close() throws IOException {
        input.close();
    }
}
