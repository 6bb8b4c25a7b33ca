package sluice.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.ingest.mapping.SourceOptions;
import sluice.ingest.row.RecordingRows;
import sluice.model.SluiceException;

/** Text as other programs write it: line ends, encodings, odd first rows, damaged beginnings. */
class ForeignTextTest {
    private static final List<String> PACKINGS = List.of("plain", "gzip", "zstd", "-");

    @TempDir Path directory;

    @Test
    void carriageReturnsAloneEndTheRowsOfAFileWithoutLineFeeds() throws IOException {
        for (String packing : PACKINGS) {
            for (long chunkBytes : new long[] {5, 1 << 20}) {
                Source source = open(packing, "id1,id2,data\r1,2,x\r3,4,\"a\"\r", null);
                assertEquals(
                        List.of("1 0 2 @0 v0 f0 x", "3 0 4 @0 v0 f0 a"),
                        RecordingRows.read(source, chunkBytes, List.of()).all(),
                        packing);
            }
        }
        Source names = open("plain", ":ID(P),name\rann,Ann\rbob,Bob\r", null);
        assertEquals(2, RecordingRows.read(names, 100, List.of()).all().size());
        Source pairs = open("plain", "1 2\r3 4", null);
        assertEquals(2, RecordingRows.read(pairs, 100, List.of()).all().size());
    }

    @Test
    void manyRowsOfCarriageReturnsAreReadFromAnyChunk() throws IOException {
        StringBuilder text = new StringBuilder("id1,id2,data\r");
        for (int row = 0; row < 30_000; row++) {
            text.append(row).append(",1,x\r");
        }
        for (String packing : PACKINGS) {
            Source source = open(packing, text.toString(), null);
            RecordingRows.Read read = RecordingRows.read(source, 10_000, List.of());
            assertEquals(30_000, read.all().size(), packing);
            assertEquals("29999 0 1 @0 v0 f0 x", read.all().getLast());
            long lines = read.spans().values().stream().mapToLong(ChunkSpan::lines).sum();
            assertEquals(30_000, lines, packing);
        }
    }

    @Test
    void aCarriageReturnInsideARowIsRefusedInEveryChunk() throws IOException {
        String text = "id1,id2,data\n1,2,a\rb\n3,4,\"x\ry\"\r\n5\r6,7\r\r\n8,9,z\r\r\n";
        List<String> rows =
                List.of(
                        "reject 3 1,2,a\rb",
                        "3 0 4 @0 v0 f0 x\ry",
                        "reject 1 5\r6,7",
                        "8 0 9 @0 v0 f0 z");
        for (String packing : PACKINGS) {
            for (long chunkBytes = 1; chunkBytes < 40; chunkBytes++) {
                Source source = open(packing, text, null);
                RecordingRows.Read read = RecordingRows.read(source, chunkBytes, List.of());
                assertEquals(rows, read.all(), packing + " " + chunkBytes);
            }
        }
        assertTrue(
                refusal("id1,id2\r1,2\n3,4\n")
                        .contains("t:1: found a carriage return inside the line"));
    }

    @Test
    void whatIsNotUtf8IsRefusedOrDecoded() throws IOException {
        byte[] text = "a,b,name\n1,2,José\n".getBytes(StandardCharsets.ISO_8859_1);
        String columns = "{files: t, link: 0, id1: a, id2: b}";
        for (String packing : PACKINGS) {
            Source refused = open(packing, text, "relations: [" + columns + "]");
            assertEquals(
                    List.of("reject 3 1,2,Jos\ufffd"),
                    RecordingRows.read(refused, 100, List.of()).all());
            for (String encoding : List.of("latin1", "windows-1252", "ISO-8859-15")) {
                String mapping =
                        "{defaults: {encoding: %s}, relations: [%s]}".formatted(encoding, columns);
                assertEquals(
                        List.of("1 0 2 @0 v0 f0 {\"name\":\"José\"}"),
                        RecordingRows.read(open(packing, text, mapping), 100, List.of()).all());
            }
        }
        byte[] header = "id,prénom\n1,x\n".getBytes(StandardCharsets.ISO_8859_1);
        SluiceException failure =
                assertThrows(
                        SluiceException.class,
                        () -> open("plain", header, "relations: [{files: t, id: id}]"));
        assertTrue(failure.getMessage().contains("the header is not UTF-8"), failure.getMessage());
    }

    @Test
    void utf16IsReadByItsMarkOrBecauseTheMappingSaysSo() throws IOException {
        String text = "id1,id2,data\r\n1,2,\"é\ud83d\ude00\"\r\n";
        List<String> rows = List.of("1 0 2 @0 v0 f0 é\ud83d\ude00");
        for (Charset charset : List.of(StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
            for (String packing : PACKINGS) {
                byte[] marked = ("\ufeff" + text).getBytes(charset);
                assertEquals(
                        rows, RecordingRows.read(open(packing, marked, null), 9, List.of()).all());
                byte[] bare = text.getBytes(charset);
                String mapping = "defaults: {encoding: utf-16}";
                assertEquals(
                        rows, RecordingRows.read(open(packing, bare, mapping), 9, List.of()).all());
            }
        }
        byte[] broken =
                "\ufeffid1,id2,data\n1,2,\ud83d,\n3,4,x\n".getBytes(StandardCharsets.UTF_16LE);
        broken[2 * "?id1,id2,data\n1,2,".length() + 1] = (byte) 0xd8;
        RecordingRows.Read read = RecordingRows.read(open("plain", broken, null), 100, List.of());
        assertEquals(2, read.all().size(), read.all().toString());
    }

    @Test
    void oneOddValueLeavesNumbersNumbers() throws IOException {
        StringBuilder many = new StringBuilder();
        for (int row = 0; row < 50; row++) {
            many.append(row).append(",1\n");
        }
        for (String odd : List.of(",1", "NULL,1", "x7,1", "  8,1", "000000000000000000009,1")) {
            assertNumbers("id1,id2\n" + many + odd + "\n", "numbers");
        }
        assertNumbers("id1, id2, data\n1, 2, x\n2, 3, y\n", "numbers (all in the first rows are)");
        assertNumbers("id1,id2\n" + many + "x7,1\n", "numbers (50 of 51 in the first rows of");
        assertNumbers("id1,id2\n" + many + "x7,1\n", ":52 has \"x7\")");
        Source quoted =
                open(
                        "plain",
                        "\"1\" \"2\"\n",
                        "relations: [{files: t, link: 0, id1: 1, id2: 2,"
                                + " delimiter: whitespace, quote: \"\\\"\"}]");
        assertFalse(quoted.hasNames());
    }

    private void assertNumbers(String text, String taken) throws IOException {
        Source source = open("plain", text, null);
        assertFalse(source.hasNames(), text);
        assertTrue(source.taken().getFirst().contains(taken), source.taken().toString());
    }

    @Test
    void whereOneLineAloneMakesNamesItIsNamed() throws IOException {
        Source source = open("plain", "id1,id2\n1,2\n2,b\n", null);
        assertTrue(source.hasIdNames());
        assertEquals(
                "ids: names (" + directory + "/t:3 has \"b\" alone)", source.taken().getFirst());
        Source forced = open("plain", "id1,id2\n1,2\n2,b\n", "defaults: {ids: numbers}");
        assertFalse(forced.hasIdNames());
        Source names = open("plain", "id1,id2\n1,2\n", "defaults: {ids: names}");
        assertTrue(names.hasIdNames());
        assertEquals("ids: names (as the mapping says)", names.taken().getFirst());
        Source types = open("plain", "id1,link_type,id2\n1,a,2\n1,b,2\n", null);
        assertEquals("link types: names (" + directory + "/t:2 has \"a\")", types.taken().get(1));
    }

    @Test
    void aFirstLineMayBeLong() throws IOException {
        String longText = "x".repeat(70_000);
        for (String packing : PACKINGS) {
            Source source = open(packing, "# c\nid1,id2,data\n1,2," + longText + "\n", null);
            assertEquals(1, RecordingRows.read(source, 1000, List.of()).all().size());
            Source header =
                    open(
                            packing,
                            "a,b," + longText + "\n1,2,y\n",
                            "relations: [{files: t, id1: a, id2: b, link: 0}]");
            assertEquals(1, RecordingRows.read(header, 1000, List.of()).all().size());
        }
    }

    @Test
    void commentsAndBlanksAloneAreNoRows() throws IOException {
        for (String text :
                List.of("% only a comment\n", "  \n", "\n", "", "# a\n \t \n#b", "\r\n", "  \r")) {
            for (String mapping : new String[] {null, "defaults: {comment: \"%\"}"}) {
                if (mapping == null || !text.startsWith("#")) {
                    Source source = open("plain", text, mapping);
                    assertEquals(List.of(), RecordingRows.read(source, 3, List.of()).all(), text);
                    assertTrue(
                            source.taken().getLast().endsWith(": no rows"),
                            source.taken().toString());
                }
            }
        }
    }

    @Test
    void leadingLinesAreSkipped() throws IOException {
        String text = "Export of 2024\n\"by me\n\nid1,id2,data\n1,2,x\n";
        for (String packing : PACKINGS) {
            Source source = open(packing, text, "defaults: {skip: 2}");
            assertEquals(4, source.files().getFirst().dataStartLines());
            assertEquals(
                    List.of("1 0 2 @0 v0 f0 x"),
                    RecordingRows.read(source, 100, List.of()).all(),
                    packing);
            Source rows = open(packing, "title\n1,2\n", "defaults: {skip: 1}");
            assertEquals(1, rows.files().getFirst().dataStartLines());
            assertEquals(1, RecordingRows.read(rows, 100, List.of()).all().size());
        }
    }

    /** Excel reads the delimiter there; others write it for Excel. */
    @Test
    void aFirstLineForExcelIsNoRow() throws IOException {
        for (String line : List.of("sep=;\n", "\"sep=;\"\r\n", "SEP=;\r\n")) {
            String end = line.substring(line.indexOf('\n') - (line.contains("\r") ? 1 : 0));
            for (String packing : PACKINGS) {
                Source headed =
                        open(packing, line + "id1;id2;data" + end + "1;2;x" + end, "defaults: {}");
                assertEquals(
                        List.of("1 0 2 @0 v0 f0 x"),
                        RecordingRows.read(headed, 100, List.of()).all(),
                        packing);
                Source rows = open(packing, line + "3;4" + end, "defaults: {}");
                assertEquals(1, rows.files().getFirst().dataStartLines());
                assertEquals(1, RecordingRows.read(rows, 100, List.of()).all().size());
            }
        }
        assertThrows(
                SluiceException.class,
                () -> open("plain", "sep=;\nid1;id2\n1;2\n", "defaults: {skip: 0}"));
    }

    @Test
    void theDialectOfAMappingIsTheParsers() throws IOException {
        String mapping =
                "{defaults: {escape: '\\', 'null': '\\N', trim: true}, relations: [{files: t, id1:"
                        + " 1, id2: 2, link: 0, header: false, columns: [id1, id2, a, b]}]}";
        Source source = open("plain", "1, 2 , \"x \\\" y\" ,\\N\n", mapping);
        assertEquals(
                List.of("1 0 2 @0 v0 f0 {\"a\":\"x \\\" y\"}"),
                RecordingRows.read(source, 100, List.of()).all());
    }

    @Test
    void whatIsNoTextIsNamed() throws IOException {
        byte[] packed = ChunkQueueTest.pack("gzip", "1 2\n".repeat(100));
        packed[0] = 0x1e;
        Path file = Files.write(directory.resolve("links.csv.gz"), packed);
        SluiceException failure =
                assertThrows(
                        SluiceException.class, () -> Source.open(List.of(file.toString()), null));
        assertTrue(failure.getMessage().contains("is the file damaged?"), failure.getMessage());
        assertTrue(refusal("\u007fELF\1\2\0\0binary\n").contains("found the byte 0x01 at byte 4"));
    }

    private String refusal(String text) {
        SluiceException failure =
                assertThrows(SluiceException.class, () -> open("plain", text, null));
        return String.valueOf(failure.getMessage());
    }

    private Source open(String packing, String text, String mapping) throws IOException {
        return open(packing, text.getBytes(StandardCharsets.UTF_8), mapping);
    }

    /** The source of a file "t", or of standard input, where a mapping's patterns say "*". */
    private Source open(String packing, byte[] text, String mapping) throws IOException {
        boolean standardInput = packing.equals("-");
        Path map = null;
        if (mapping != null) {
            String files = standardInput ? mapping.replace("files: t,", "files: \"-\",") : mapping;
            map = Files.writeString(directory.resolve("map.yaml"), files);
        }
        if (standardInput) {
            SourceOptions options =
                    new SourceOptions(0, System::nanoTime, new ByteArrayInputStream(text));
            return Source.open(List.of("-"), map, options);
        }
        Path file = Files.write(directory.resolve("t"), ChunkQueueTest.pack(packing, text));
        return Source.open(List.of(file.toString()), map);
    }
}
