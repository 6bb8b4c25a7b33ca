package sluice.segment;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import sluice.storage.FileEntry;
import sluice.storage.MemoryStorage;
import sluice.storage.StorageFiles;

/**
 * The worked example of docs/format.md: the writer writes these bytes, the reader reads them, the
 * document shows them. {@code -Drewrite} puts the writer's bytes into the document; the notes
 * beside them stay as they are, line by line.
 */
class FormatDocumentTest {
    private static final Path DOCUMENT = Path.of("..", "docs", "format.md");
    private static final String BEGIN = "<!-- example: segment-1 -->\n```\n";
    private static final String END = "```\n";
    private static final int BYTES_A_LINE = 8;
    private static final int NOTE_COLUMN = 33;

    private static final List<Row> LINKS =
            List.of(
                    new Row(5, 1, 7, 1000, 0, 0, "hi".getBytes(StandardCharsets.UTF_8)),
                    new Row(5, 1, 9, 1002, 0, 0, new byte[0]),
                    new Row(
                            6,
                            2,
                            5,
                            1001,
                            0,
                            RowSink.HIDDEN,
                            "x".getBytes(StandardCharsets.UTF_8)));
    private static final List<Row> NODES =
            List.of(new Row(5, 3, 0, 999, 0, 0, "Ann".getBytes(StandardCharsets.UTF_8)));

    private final MemoryStorage storage = MemoryStorage.create();

    @Test
    void theDocumentShowsWhatTheWriterWrites() throws IOException {
        TestFiles.writeSegment(storage, "segment-1", LINKS, NODES);
        byte[] written = BlockFileWriterTest.bytes(storage, "segment-1");
        if (System.getProperty("rewrite") != null) {
            rewrite(written);
        }
        assertArrayEquals(written, documented());
    }

    @Test
    void theReaderReadsWhatTheDocumentShows() throws IOException {
        byte[] bytes = documented();
        StorageFiles.publish(
                storage,
                "segment-1",
                sink -> StorageFiles.writeFully(sink, ByteBuffer.wrap(bytes)));
        FileEntry entry = BlockFile.describe(storage, "segment-1");
        try (BlockFile file = BlockFile.open(storage, entry)) {
            assertEquals(
                    RandomRows.winners(LINKS, RowKind.LINK),
                    ListCursorTest.walk(file, RowKind.LINK));
            assertEquals(NODES, ListCursorTest.walk(file, RowKind.NODE));
            List<String> findings = new ArrayList<>();
            BlockFileVerifier.verify(
                    file, (_, _, _) -> true, (_, _, _, text) -> findings.add(text), _ -> {});
            assertEquals(List.of(), findings);
        }
    }

    /** Lines of an offset in hex, up to 8 bytes in hex, and a note after two spaces. */
    private static byte[] documented() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (String line : exampleLines(Files.readString(DOCUMENT))) {
            assertEquals(bytes.size(), HexFormat.fromHexDigits(line.substring(0, 4)), line);
            bytes.writeBytes(HexFormat.of().parseHex(hexOf(line).replace(" ", "")));
        }
        return bytes.toByteArray();
    }

    private static String hexOf(String line) {
        return line.substring(6, Math.min(line.length(), NOTE_COLUMN - 3)).strip();
    }

    private static List<String> exampleLines(String document) {
        int begin = document.indexOf(BEGIN) + BEGIN.length();
        return document.substring(begin, document.indexOf(END, begin)).lines().toList();
    }

    private static void rewrite(byte[] written) throws IOException {
        String document = Files.readString(DOCUMENT);
        List<String> before = exampleLines(document);
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
        int begin = document.indexOf(BEGIN) + BEGIN.length();
        Files.writeString(
                DOCUMENT,
                document.substring(0, begin)
                        + example
                        + document.substring(document.indexOf(END, begin)));
    }
}
