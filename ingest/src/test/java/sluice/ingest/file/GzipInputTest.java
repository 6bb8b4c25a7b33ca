package sluice.ingest.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

final class GzipInputTest {
    private static final int PLAIN_HEADER_BYTES = 10;
    private static final int ALL_PARTS = 2 | 4 | 8 | 16;

    @Test
    void everyPartOfAHeaderIsPassed() throws IOException {
        byte[] member = withHeader(ALL_PARTS, "1 2\n");

        assertEquals("1 2\n1 2\n", unpack(twice(member)));
    }

    @Test
    void aHeaderThatDoesNotMatchItsChecksumIsRefused() throws IOException {
        byte[] member = withHeader(ALL_PARTS, "1 2\n");
        for (int place = 4; place < PLAIN_HEADER_BYTES; place++) {
            byte[] damaged = member.clone();
            damaged[place]++;

            IOException refused =
                    assertThrows(IOException.class, () -> unpack(damaged), "byte " + place);

            assertEquals("checksum of a header is wrong", refused.getMessage());
        }
    }

    private static byte[] withHeader(int flags, String text) throws IOException {
        ByteArrayOutputStream plain = new ByteArrayOutputStream();
        try (GZIPOutputStream packing = new GZIPOutputStream(plain)) {
            packing.write(text.getBytes(StandardCharsets.US_ASCII));
        }
        byte[] member = plain.toByteArray();
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        member[3] = (byte) flags;
        whole.write(member, 0, PLAIN_HEADER_BYTES);
        whole.writeBytes(new byte[] {3, 0, 'x', 'y', 'z'});
        whole.writeBytes("name\0comment\0".getBytes(StandardCharsets.US_ASCII));
        CRC32 checksum = new CRC32();
        checksum.update(whole.toByteArray());
        whole.write((int) checksum.getValue());
        whole.write((int) checksum.getValue() >>> 8);
        whole.write(member, PLAIN_HEADER_BYTES, member.length - PLAIN_HEADER_BYTES);
        return whole.toByteArray();
    }

    private static byte[] twice(byte[] member) {
        byte[] both = Arrays.copyOf(member, member.length * 2);
        System.arraycopy(member, 0, both, member.length, member.length);
        return both;
    }

    private static String unpack(byte[] packed) throws IOException {
        try (GzipInput input = new GzipInput(new ByteArrayInputStream(packed))) {
            return new String(input.readAllBytes(), StandardCharsets.US_ASCII);
        }
    }
}
