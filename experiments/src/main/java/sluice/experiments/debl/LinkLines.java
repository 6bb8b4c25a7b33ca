package sluice.experiments.debl;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import sluice.model.Link;
import sluice.model.Visibility;

/** Reads the links of one of {@link LinkFiles}, one after the other, in one thread. */
final class LinkLines {
    private static final int BUFFER_BYTES = 1 << 16;

    private final InputStream input;
    private byte[] buffer = new byte[BUFFER_BYTES];
    private int at;
    private int end;

    /** Begins behind the header. */
    LinkLines(InputStream input) throws IOException {
        this.input = input;
        long skipped = LinkFiles.HEADER.length();
        while (skipped > 0 && fill()) {
            int here = (int) Math.min(skipped, end - at);
            at += here;
            skipped -= here;
        }
    }

    /** Takes links. */
    interface Sink {
        void link(Link link) throws IOException;
    }

    /** Hands all over. */
    void readAll(Sink sink) throws IOException {
        while (hasLine()) {
            long id1 = number();
            long linkType = number();
            long id2 = number();
            long time = number();
            int from = at;
            while (buffer[at] != '\n') {
                at++;
            }
            byte[] data = Arrays.copyOfRange(buffer, from, at++);
            sink.link(new Link(id1, linkType, id2, Visibility.VISIBLE, 0, time, data));
        }
    }

    /** Has a whole line from {@link #at} on, or says that there is none. */
    private boolean hasLine() throws IOException {
        int looked = at;
        while (true) {
            for (; looked < end; looked++) {
                if (buffer[looked] == '\n') {
                    return true;
                }
            }
            looked -= at;
            if (!fill()) {
                if (at < end) {
                    throw new IOException("the last line of the links has no end");
                }
                return false;
            }
            looked += at;
        }
    }

    /** Reads some more behind what there is; false where nothing more comes. */
    private boolean fill() throws IOException {
        if (at > 0) {
            System.arraycopy(buffer, at, buffer, 0, end - at);
            end -= at;
            at = 0;
        }
        if (end == buffer.length) {
            buffer = Arrays.copyOf(buffer, 2 * end);
        }
        int read = input.read(buffer, end, buffer.length - end);
        end += Math.max(read, 0);
        return read > 0;
    }

    private long number() {
        long value = 0;
        for (; buffer[at] != '\t'; at++) {
            value = 10 * value + buffer[at] - '0';
        }
        at++;
        return value;
    }
}
