package sluice.ingest.file;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Unpacks a gzip file of any number of members (RFC 1952), checking every header, checksum and
 * length. Unlike {@link java.util.zip.GZIPInputStream} it never takes a damaged later member for
 * the end of the file; only zero bytes may follow the last member.
 */
final class GzipInput extends InputStream {
    private static final int MAGIC_1 = 0x1f;
    private static final int MAGIC_2 = 0x8b;
    private static final int FLAG_HEADER_CRC = 2;
    private static final int FLAG_EXTRA = 4;
    private static final int FLAG_NAME = 8;
    private static final int FLAG_COMMENT = 16;
    private static final int FLAGS_RESERVED = 0xe0;

    private final InputStream raw;
    private final Inflater inflater = new Inflater(true);

    /** Of the member's header, then of its text. */
    private final CRC32 checksum = new CRC32();

    private final byte[] input = new byte[1 << 16];
    private int inputFrom;
    private int inputTo;
    private boolean inMember;
    private boolean ended;

    GzipInput(InputStream raw) {
        this.raw = raw;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (!ended) {
            if (!inMember && !beginMember()) {
                ended = true;
                break;
            }
            int count = inflate(bytes, offset, length);
            if (count > 0) {
                checksum.update(bytes, offset, count);
                return count;
            }
            if (inflater.finished()) {
                endMember();
            }
        }
        return -1;
    }

    private int inflate(byte[] bytes, int offset, int length) throws IOException {
        if (inflater.needsInput()) {
            if (inputFrom == inputTo && !fill()) {
                throw new EOFException("the file ends inside a member");
            }
            inflater.setInput(input, inputFrom, inputTo - inputFrom);
            inputFrom = inputTo;
        }
        try {
            int count = inflater.inflate(bytes, offset, length);
            if (inflater.needsDictionary()) {
                throw new IOException("a preset dictionary is asked for");
            }
            return count;
        } catch (DataFormatException failure) {
            throw new IOException(
                    failure.getMessage() == null ? "no deflate data" : failure.getMessage(),
                    failure);
        }
    }

    /** Reads a member's header; false at the end of the file or of all but zero bytes. */
    private boolean beginMember() throws IOException {
        int first = next();
        if (first == 0) {
            for (int zero = next(); zero >= 0; zero = next()) {
                if (zero != 0) {
                    throw new IOException("bytes that are no gzip member follow the last one");
                }
            }
            return false;
        }
        if (first < 0) {
            return false;
        }
        checksum.reset();
        checksum.update(first);
        if (first != MAGIC_1 || header() != MAGIC_2) {
            throw new IOException("bytes that are no gzip member follow the last one");
        }
        if (header() != 8) {
            throw new IOException("unknown method of compression");
        }
        int flags = header();
        if ((flags & FLAGS_RESERVED) != 0) {
            throw new IOException("unknown header flags");
        }
        skip(6);
        if ((flags & FLAG_EXTRA) != 0) {
            skip(header() | header() << 8);
        }
        if ((flags & FLAG_NAME) != 0) {
            skipText();
        }
        if ((flags & FLAG_COMMENT) != 0) {
            skipText();
        }
        if ((flags & FLAG_HEADER_CRC) != 0) {
            int expected = (int) checksum.getValue() & 0xffff;
            if ((needed() | needed() << 8) != expected) {
                throw new IOException("checksum of a header is wrong");
            }
        }
        inflater.reset();
        checksum.reset();
        inMember = true;
        return true;
    }

    private void endMember() throws IOException {
        inputFrom = inputTo - inflater.getRemaining();
        long expectedChecksum = neededInt();
        long expectedLength = neededInt();
        if (expectedChecksum != checksum.getValue()) {
            throw new IOException("checksum is wrong");
        }
        if (expectedLength != (inflater.getBytesWritten() & 0xffffffffL)) {
            throw new IOException("length is wrong");
        }
        inMember = false;
    }

    private boolean fill() throws IOException {
        inputFrom = 0;
        inputTo = 0;
        int count = raw.read(input, 0, input.length);
        if (count <= 0) {
            return false;
        }
        inputTo = count;
        return true;
    }

    private int next() throws IOException {
        return inputFrom == inputTo && !fill() ? -1 : input[inputFrom++] & 0xff;
    }

    private int needed() throws IOException {
        int value = next();
        if (value < 0) {
            throw new EOFException("the file ends inside a member");
        }
        return value;
    }

    private long neededInt() throws IOException {
        return needed() | needed() << 8 | needed() << 16 | (long) needed() << 24;
    }

    /** The next byte of a member's header, which its checksum covers. */
    private int header() throws IOException {
        int value = needed();
        checksum.update(value);
        return value;
    }

    private void skip(int count) throws IOException {
        for (int index = 0; index < count; index++) {
            header();
        }
    }

    private void skipText() throws IOException {
        while (header() != 0) {
            // The text is not used.
        }
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        raw.close();
    }
}
