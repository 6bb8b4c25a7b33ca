package sluice.ingest.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Text of another encoding as UTF-8. For bytes that are no text in that encoding comes the byte
 * {@value #NO_TEXT}, which is none in UTF-8, so that their row is refused and not changed.
 */
final class DecodedInput extends InputStream {
    static final int NO_TEXT = 0xff;

    private final InputStream input;
    private final CharsetDecoder decoder;
    private final ByteBuffer raw = ByteBuffer.allocate(32 << 10).flip();
    private final CharBuffer characters = CharBuffer.allocate(32 << 10);
    private byte[] text = {};
    private int from;
    private boolean ended;
    private boolean flushed;

    DecodedInput(InputStream input, Charset charset) {
        this.input = input;
        this.decoder =
                charset.newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT);
    }

    @Override
    public int read() throws IOException {
        return fill() ? text[from++] & 0xff : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int count = Math.min(length, text.length - from);
        System.arraycopy(text, from, bytes, offset, count);
        from += count;
        return count;
    }

    /** False at the end. */
    private boolean fill() throws IOException {
        while (from == text.length && !flushed) {
            characters.clear();
            CoderResult result = decoder.decode(raw, characters, ended);
            boolean error = result.isError();
            if (error) {
                raw.position(raw.position() + result.length());
            } else if (result.isUnderflow() && ended) {
                flushed = decoder.flush(characters).isUnderflow();
            } else if (result.isUnderflow()) {
                readMore();
            }
            String decoded = characters.flip().toString();
            byte[] utf8 = decoded.getBytes(StandardCharsets.UTF_8);
            text = error ? Arrays.copyOf(utf8, utf8.length + 1) : utf8;
            if (error) {
                text[utf8.length] = (byte) NO_TEXT;
            }
            from = 0;
        }
        return from < text.length;
    }

    private void readMore() throws IOException {
        raw.compact();
        int count = input.read(raw.array(), raw.position(), raw.remaining());
        ended = count < 0;
        raw.position(raw.position() + Math.max(count, 0));
        raw.flip();
    }

    @Override
    public void close() throws IOException {
        input.close();
    }
}
