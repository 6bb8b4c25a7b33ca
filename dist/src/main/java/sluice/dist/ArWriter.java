package sluice.dist;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A writer of ar archives in the common format, of which a Debian package is made.
 *
 * <p>Names have 15 letters of ASCII at most. All members have the same time and belong to user 0.
 */
final class ArWriter implements Closeable {
    private static final int NAME_LETTERS_MAX = 15;

    private final OutputStream output;
    private final long timeSeconds;

    /** The writer takes ownership of {@code output}. */
    ArWriter(OutputStream output, long timeSeconds) throws IOException {
        this.output = output;
        this.timeSeconds = timeSeconds;
        ascii("!<arch>\n");
    }

    void write(String name, byte[] bytes) throws IOException {
        header(name, bytes.length);
        output.write(bytes);
        pad(bytes.length);
    }

    void write(String name, Path file) throws IOException {
        long length = Files.size(file);
        header(name, length);
        Files.copy(file, output);
        pad(length);
    }

    private void header(String name, long length) throws IOException {
        if (name.length() > NAME_LETTERS_MAX) {
            throw new IllegalArgumentException("a name of ar has 15 letters at most: " + name);
        }
        ascii(
                "%-16s%-12d%-6d%-6d%-8s%-10d`\n"
                        .formatted(name, timeSeconds, 0, 0, "100644", length));
    }

    private void pad(long length) throws IOException {
        if (length % 2 == 1) {
            ascii("\n");
        }
    }

    private void ascii(String text) throws IOException {
        output.write(text.getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public void close() throws IOException {
        output.close();
    }
}
