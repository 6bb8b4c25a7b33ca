package sluice.testkit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;

/**
 * A file that a document shows byte by byte, in a block behind {@code <!-- example: NAME -->}:
 * lines of an offset in hex, up to 8 bytes in hex, and a note. {@code -Drewrite} puts the bytes
 * that were written into the document; the notes beside them stay as they are, line by line.
 */
public final class DocumentedBytes {
    private static final String END = "```\n";
    private static final int BYTES_A_LINE = 8;
    private static final int NOTE_COLUMN = 33;

    private final Path document;
    private final String begin;

    private DocumentedBytes(String page, String name) {
        this.document = Path.of("..", "docs", page);
        this.begin = "<!-- example: " + name + " -->\n```\n";
    }

    /** The example {@code name} of docs/format.md. */
    public static DocumentedBytes ofFormatPage(String name) {
        return new DocumentedBytes("format.md", name);
    }

    /** The example {@code name} of docs/format-properties.md. */
    public static DocumentedBytes ofPropertiesPage(String name) {
        return new DocumentedBytes("format-properties.md", name);
    }

    /** Fails where {@code written} is not what the document shows. */
    public void assertWritten(byte[] written) throws IOException {
        if (Boolean.getBoolean("rewrite")) {
            rewrite(written);
        }
        assertArrayEquals(written, bytes());
    }

    /** What the document shows. */
    public byte[] bytes() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (String line : lines(Files.readString(document))) {
            assertEquals(bytes.size(), HexFormat.fromHexDigits(line.substring(0, 4)), line);
            bytes.writeBytes(HexFormat.of().parseHex(hexOf(line).replace(" ", "")));
        }
        return bytes.toByteArray();
    }

    private static String hexOf(String line) {
        return line.substring(6, Math.min(line.length(), NOTE_COLUMN - 3)).strip();
    }

    private int from(String text) {
        int at = text.indexOf(begin);
        assertTrue(at >= 0, () -> document + " has no " + begin);
        return at + begin.length();
    }

    private List<String> lines(String text) {
        int from = from(text);
        return text.substring(from, text.indexOf(END, from)).lines().toList();
    }

    private void rewrite(byte[] written) throws IOException {
        String text = Files.readString(document);
        List<String> before = lines(text);
        StringBuilder example = new StringBuilder();
        for (int at = 0; at < written.length; at += BYTES_A_LINE) {
            int line = at / BYTES_A_LINE;
            String hex =
                    HexFormat.ofDelimiter(" ")
                            .formatHex(written, at, Math.min(written.length, at + BYTES_A_LINE));
            String note =
                    line < before.size() && before.get(line).length() > NOTE_COLUMN
                            ? before.get(line).substring(NOTE_COLUMN)
                            : "";
            example.append("%04x  %-27s%s".formatted(at, hex, note).stripTrailing()).append('\n');
        }
        int from = from(text);
        Files.writeString(
                document,
                text.substring(0, from) + example + text.substring(text.indexOf(END, from)));
    }
}
