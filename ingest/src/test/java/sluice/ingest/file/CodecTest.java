package sluice.ingest.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.ingest.ChunkQueueTest;
import sluice.ingest.Source;
import sluice.ingest.row.RecordingRows;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

class CodecTest {
    private static final String TEXT = "1 2\n2 3\n3 4\n4 5\n5 6\n6 7\n";

    @TempDir Path directory;

    @Test
    void manyMembersAreOneText() throws IOException {
        for (String packing : List.of("gzip", "zstd")) {
            assertEquals(TEXT, unpack(packing, ChunkQueueTest.pack(packing, TEXT)));
        }
    }

    @Test
    void zeroBytesMayFollowTheLastGzipMember() throws IOException {
        byte[] packed = ChunkQueueTest.pack("gzip", TEXT);
        assertEquals(TEXT, unpack("gzip", Arrays.copyOf(packed, packed.length + 512)));
    }

    @Test
    void aFileCutAnywhereIsAnErrorOrEndsBetweenMembers() throws IOException {
        for (String packing : List.of("gzip", "zstd")) {
            byte[] packed = ChunkQueueTest.pack(packing, TEXT);
            int ends = 0;
            for (int length = 1; length < packed.length; length++) {
                byte[] cut = Arrays.copyOf(packed, length);
                try {
                    String text = unpack(packing, cut);
                    assertTrue(TEXT.startsWith(text), packing + " cut at " + length);
                    ends++;
                } catch (SluiceException failure) {
                    assertEquals(ErrorCode.INPUT, failure.code());
                    assertTrue(
                            String.valueOf(failure.getMessage())
                                    .matches(
                                            "links\\.txt: .* at byte \\d+ of the unpacked text;"
                                                    + " .*"),
                            failure.getMessage());
                }
            }
            // Between the four members, and nowhere else, what is left is a whole file.
            assertEquals(3, ends, packing);
        }
    }

    @Test
    void aGzipFileWithAnyByteChangedNeverGivesOtherText() throws IOException {
        byte[] packed = ChunkQueueTest.pack("gzip", TEXT);
        int refused = 0;
        for (int at = 0; at < packed.length; at++) {
            byte[] damaged = packed.clone();
            damaged[at] ^= 0x10;
            try {
                assertEquals(TEXT, unpack("gzip", damaged), "byte " + at);
            } catch (SluiceException failure) {
                refused++;
            }
        }
        assertTrue(refused > packed.length / 2, refused + " of " + packed.length);
    }

    @Test
    void aTruncatedFileFailsTheLoadAndIsNamed() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < 50_000; row++) {
            text.append(row * 7919L % 100_003).append(' ').append(row).append('\n');
        }
        for (String packing : List.of("gzip", "zstd")) {
            byte[] packed = ChunkQueueTest.pack(packing, text.toString());
            Path file = directory.resolve("links.txt");
            Files.write(file, Arrays.copyOf(packed, packed.length - 100));
            Source source = Source.open(List.of(file.toString()), null);
            SluiceException failure =
                    assertThrows(
                            SluiceException.class,
                            () -> RecordingRows.read(source, 1 << 16, List.of()));
            assertEquals(ErrorCode.INPUT, failure.code());
            assertTrue(
                    String.valueOf(failure.getMessage()).startsWith(file + ": "),
                    failure.getMessage());
            assertTrue(
                    String.valueOf(failure.getMessage()).contains("ends too early"),
                    failure.getMessage());
        }
    }

    @Test
    void otherPackingsAndEncodingsAreNamed() throws IOException {
        assertRefused(new byte[] {'P', 'K', 3, 4, 0, 0}, "a zip archive");
        assertRefused(new byte[] {'B', 'Z', 'h', '9', 0, 0}, "a bzip2 archive");
        assertRefused("1 2\n".getBytes(StandardCharsets.UTF_16BE), "encoding: utf-16");
        assertRefused("1 2\n".getBytes(StandardCharsets.UTF_16LE), "encoding: utf-16");
    }

    @Test
    void otherFormatsWithinPackedFilesAreNamed() throws IOException {
        byte[] parquet = {'P', 'A', 'R', '1', 0, '\r', 7, '\n', '\r', 1};
        for (String packing : List.of("gzip", "zstd")) {
            assertRefused(pack(packing, parquet), packing + " file holds a Parquet file");
            assertRefused(
                    pack(packing, ChunkQueueTest.pack("gzip", "1 2\n")),
                    packing + " file holds a gzip file");
        }
        assertRefused(new byte[] {'P', 'A', 'R', '1', 21, 4, 21, 0}, "the Parquet file is damaged");
    }

    @Test
    void bytesThatAreNoTextAreCalledSoAndNotOddLineEnds() throws IOException {
        assertRefused(
                new byte[] {'a', '\r', 'b', 1, '\n', 'c', 'd', '\n'}, "the byte 0x01 at byte 3");
    }

    private static byte[] pack(String packing, byte[] bytes) throws IOException {
        return ChunkQueueTest.pack(packing, bytes);
    }

    private void assertRefused(byte[] bytes, String word) throws IOException {
        Path file = directory.resolve("other");
        Files.write(file, bytes);
        SluiceException failure =
                assertThrows(
                        SluiceException.class, () -> Source.open(List.of(file.toString()), null));
        assertEquals(ErrorCode.INPUT, failure.code());
        assertTrue(String.valueOf(failure.getMessage()).contains(word), failure.getMessage());
    }

    private static String unpack(String packing, byte[] packed) throws IOException {
        SourceFile.Codec codec =
                packing.equals("gzip") ? SourceFile.Codec.GZIP : SourceFile.Codec.ZSTD;
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try (PackedInput input =
                PackedInput.open(
                        "links.txt", codec, TextCoding.NONE, new ByteArrayInputStream(packed))) {
            byte[] block = new byte[7];
            for (int count = input.read(block, 0, 7); count >= 0; count = input.read(block, 0, 7)) {
                text.write(block, 0, count);
            }
            assertArrayEquals(new long[] {text.size()}, new long[] {input.position()});
        }
        return text.toString(StandardCharsets.UTF_8);
    }
}
