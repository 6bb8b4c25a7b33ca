package sluice.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class ByteHashTest {
    @Test
    void hashIsTheOneOfTheFormats() {
        assertEquals("516ec554a463d2a0", hash("a"));
        assertEquals("fa0acdb43a8826dc", hash("933"));
        assertEquals("246f77d000e4555d", hash("alice"));
        assertEquals("485c27a4972e1483", hash("a name of more than sixteen bytes"));
    }

    @Test
    void emptyBytesHaveAHashToo() {
        assertEquals("d8658cc08ac0949d", hash(""));
    }

    @Test
    void hashesOfTheLanguagesAreTheSlotsOfTheFormat() {
        assertEquals("c7ea6c706aa785b4", hash("en"));
        assertEquals("5dec85408a65502f", hash("fr"));
    }

    @Test
    void bytesBeforeAndBehindDoNotCount() {
        byte[] bytes = "xalicey".getBytes(StandardCharsets.UTF_8);
        long hash = ByteHash.nonZero(MemorySegment.ofArray(bytes), 1, 5);
        assertEquals("246f77d000e4555d", HexFormat.of().toHexDigits(hash));
    }

    @Test
    void hashOfAnArrayIsThatOfMemory() {
        byte[] bytes = new byte[64];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i * 37 + 128);
        }
        for (int offset = 0; offset < 9; offset++) {
            for (int length = 0; length <= bytes.length - offset; length++) {
                assertEquals(
                        ByteHash.of(MemorySegment.ofArray(bytes), offset, length),
                        ByteHash.of(bytes, offset, length));
            }
        }
    }

    private static String hash(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        long hash = ByteHash.of(MemorySegment.ofArray(bytes), 0, bytes.length);
        return HexFormat.of().toHexDigits(hash);
    }
}
