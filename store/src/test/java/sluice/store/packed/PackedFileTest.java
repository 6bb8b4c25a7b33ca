package sluice.store.packed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sluice.model.SluiceException;
import sluice.storage.CorruptFileException;
import sluice.testkit.DocumentedBytes;
import sluice.testkit.Seeds;

/** What was packed is unpacked, or the damage is reported: never other bytes. */
class PackedFileTest {
    private static final String NAME = "run-000001-000000-000000-000.packed";
    private static final int PIECE = PackedFile.PIECE_BYTES;

    private static byte[] pack(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        PackedWriter writer =
                new PackedWriter(
                        part -> {
                            packed.write(part.get());
                            int more = Math.min(part.remaining(), 1000);
                            for (int i = 0; i < more; i++) {
                                packed.write(part.get());
                            }
                            return 1 + more;
                        });
        assertEquals(bytes.length, writer.write(ByteBuffer.wrap(bytes)));
        writer.finish();
        return packed.toByteArray();
    }

    private static PackedFile open(byte[] packed) throws IOException {
        return PackedFile.open(
                NAME,
                packed.length,
                (offset, into) -> System.arraycopy(packed, (int) offset, into, 0, into.length));
    }

    private static byte[] unpack(byte[] packed) throws IOException {
        PackedFile file = open(packed);
        byte[] bytes = new byte[(int) file.lengthBytes()];
        file.fetch(0, bytes);
        return bytes;
    }

    /** Bytes of which a part repeats and a part does not. */
    private static byte[] mixed(SplittableRandom random, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; ) {
            int end = Math.min(length, i + 1 + random.nextInt(3 * PIECE));
            if (random.nextBoolean()) {
                Arrays.fill(bytes, i, end, (byte) random.nextInt());
            } else {
                for (int at = i; at < end; at++) {
                    bytes[at] = (byte) random.nextInt();
                }
            }
            i = end;
        }
        return bytes;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 65_535, 65_536, 65_537, 131_072, 400_001})
    void sizesAroundPiecesComeBack(int length) throws IOException {
        byte[] zeros = new byte[length];
        assertArrayEquals(zeros, unpack(pack(zeros)));
        byte[] noise = new byte[length];
        new SplittableRandom(length).nextBytes(noise);
        byte[] packed = pack(noise);
        assertArrayEquals(noise, unpack(packed));
        int pieces = Math.ceilDiv(length, PIECE);
        assertEquals(
                length + pieces * PackedFile.ENTRY_BYTES + PackedFile.TAIL_BYTES, packed.length);
    }

    @Test
    void piecesComeBackOneByOneAndInRanges() {
        Seeds.each(
                20,
                random -> {
                    byte[] bytes = mixed(random, random.nextInt(20 * PIECE));
                    PackedFile file = open(pack(bytes));
                    assertEquals(bytes.length, file.lengthBytes());
                    int pieces = Math.ceilDiv(bytes.length, PIECE);
                    for (int i = 0; i < 30 && pieces > 0; i++) {
                        int first = random.nextInt(pieces);
                        int end = random.nextInt(first, pieces) + 1;
                        byte[] part = new byte[Math.min(end * PIECE, bytes.length) - first * PIECE];
                        file.fetch((long) first * PIECE, part);
                        assertArrayEquals(
                                Arrays.copyOfRange(
                                        bytes, first * PIECE, first * PIECE + part.length),
                                part);
                    }
                });
    }

    @Test
    void bytesDependOnWhatIsWrittenAndNotOnHow() {
        Seeds.each(
                10,
                random -> {
                    byte[] bytes = mixed(random, random.nextInt(5 * PIECE));
                    ByteArrayOutputStream packed = new ByteArrayOutputStream();
                    PackedWriter writer =
                            new PackedWriter(
                                    part -> {
                                        int count = part.remaining();
                                        byte[] taken = new byte[count];
                                        part.get(taken);
                                        packed.writeBytes(taken);
                                        return count;
                                    });
                    for (int at = 0; at < bytes.length; ) {
                        int end = Math.min(bytes.length, at + 1 + random.nextInt(2 * PIECE));
                        writer.write(ByteBuffer.wrap(bytes, at, end - at));
                        at = end;
                    }
                    writer.finish();
                    assertArrayEquals(pack(bytes), packed.toByteArray());
                });
    }

    /** More pieces than the index of one request has. */
    @Test
    void longIndexTakesTwoRequests() throws IOException {
        byte[] bytes = new byte[2100 * PIECE + 5];
        bytes[2000 * PIECE + 1] = 1;
        byte[] packed = pack(bytes);
        int[] requests = new int[1];
        PackedFile file =
                PackedFile.open(
                        NAME,
                        packed.length,
                        (offset, into) -> {
                            requests[0]++;
                            System.arraycopy(packed, (int) offset, into, 0, into.length);
                        });
        assertEquals(2, requests[0]);
        byte[] part = new byte[100 * PIECE + 5];
        file.fetch(2000L * PIECE, part);
        assertArrayEquals(Arrays.copyOfRange(bytes, 2000 * PIECE, bytes.length), part);
    }

    @Test
    void everyChangedByteIsReported() throws IOException {
        byte[] bytes = mixed(new SplittableRandom(3), 5 * PIECE / 2);
        Arrays.fill(bytes, 0, PIECE, (byte) 4);
        byte[] packed = pack(bytes);
        int end = packed.length - 3 * PackedFile.ENTRY_BYTES - PackedFile.TAIL_BYTES;
        for (int at = 0; at < packed.length; at += at < 50 || at > end - 50 ? 1 : 997) {
            byte[] damaged = packed.clone();
            damaged[at] ^= (byte) (1 << (at % 8));
            CorruptFileException failure =
                    assertThrows(CorruptFileException.class, () -> unpack(damaged), "byte " + at);
            assertEquals(NAME, failure.file());
            assertTrue(failure.offset() <= packed.length, failure::getMessage);
        }
    }

    @Test
    void everyTruncationIsReported() throws IOException {
        byte[] packed = pack(mixed(new SplittableRandom(5), 3 * PIECE));
        for (int length = 0; length < packed.length; length += length < 100 ? 1 : 499) {
            byte[] shorter = Arrays.copyOf(packed, length);
            assertThrows(CorruptFileException.class, () -> unpack(shorter), "length " + length);
        }
    }

    /** A checksum that fits is no proof that a piece unpacks to what the index promises. */
    @Test
    void pieceThatUnpacksToLessIsReported() throws IOException {
        byte[] packed = pack(new byte[PIECE]);
        ByteBuffer tail = ByteBuffer.wrap(packed).order(ByteOrder.LITTLE_ENDIAN);
        int at = packed.length - PackedFile.TAIL_BYTES;
        tail.putLong(at, PIECE - 1);
        seal(tail);
        CorruptFileException failure =
                assertThrows(CorruptFileException.class, () -> unpack(packed));
        assertTrue(failure.finding().contains("does not unpack to 65535 bytes"));
    }

    @Test
    void newerFormatIsRefusedAsNewer() throws IOException {
        byte[] packed = pack(new byte[] {1, 2, 3});
        ByteBuffer tail = ByteBuffer.wrap(packed).order(ByteOrder.LITTLE_ENDIAN);
        tail.putInt(packed.length - 16, PackedFile.FORMAT_VERSION + 1);
        seal(tail);
        SluiceException refused = assertThrows(SluiceException.class, () -> open(packed));
        assertTrue(String.valueOf(refused.getMessage()).contains("format 2"), refused::getMessage);
    }

    /** Gives a file of one piece the checksum of its index. */
    private static void seal(ByteBuffer file) {
        int begin = file.limit() - PackedFile.TAIL_BYTES - PackedFile.ENTRY_BYTES;
        int end = file.limit() - 12;
        CRC32C crc = new CRC32C();
        crc.update(file.slice(begin, end - begin));
        file.putInt(end, (int) crc.getValue());
    }

    @Test
    void theDocumentShowsWhatIsWrittenAndRead() throws IOException {
        byte[] bytes = new byte[PIECE + 3];
        System.arraycopy("end".getBytes(StandardCharsets.US_ASCII), 0, bytes, PIECE, 3);
        DocumentedBytes example = DocumentedBytes.ofFormatPage("packed-run");
        example.assertWritten(pack(bytes));
        assertArrayEquals(bytes, unpack(example.bytes()));
    }
}
