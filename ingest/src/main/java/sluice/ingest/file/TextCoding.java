package sluice.ingest.file;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How the bytes of a file become the text that rows are read from: UTF-8, with line feeds at the
 * ends of its rows. A file that is not so already is read from its beginning, by one thread at a
 * time.
 *
 * @param charset the encoding of the file, or null for UTF-8
 * @param returnsEndLines whether carriage returns alone end lines, which become line feeds
 */
public record TextCoding(@Nullable String charset, boolean returnsEndLines) {
    /** UTF-8 with line feeds, or whatever may be wrong with it: nothing is changed. */
    public static final TextCoding NONE = new TextCoding(null, false);

    public boolean changesNothing() {
        return charset == null && !returnsEndLines;
    }

    public TextCoding withReturns() {
        return new TextCoding(charset, true);
    }

    /** The text of {@code bytes}; closing it closes them. */
    public InputStream over(InputStream bytes) {
        InputStream text =
                charset == null ? bytes : new DecodedInput(bytes, Charset.forName(charset));
        return returnsEndLines ? new ReturnsInput(text) : text;
    }

    /**
     * The text of {@code bytes}. Where they are not the {@code whole} file, only as far as lines
     * are whole: the last character may be cut.
     */
    public byte[] over(byte[] bytes, boolean whole) throws IOException {
        if (changesNothing()) {
            return bytes;
        }
        byte[] text;
        try (InputStream input = over(new ByteArrayInputStream(bytes))) {
            text = input.readAllBytes();
        }
        int end = text.length;
        while (!whole && end > 0 && text[end - 1] != '\n') {
            end--;
        }
        return Arrays.copyOf(text, end);
    }

    @Override
    public String toString() {
        return (charset == null ? "UTF-8" : charset) + (returnsEndLines ? " returns" : "");
    }
}
