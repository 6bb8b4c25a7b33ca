package sluice.parquet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** A page that does not unpack to what its header says is refused. */
class UnpackerTest {
    @Test
    void gzipSaysThatAByteHasChanged() throws IOException {
        byte[] page = "a page, a page, a page".getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream gzip = new ByteArrayOutputStream();
        try (GZIPOutputStream packing = new GZIPOutputStream(gzip)) {
            packing.write(page);
        }
        byte[] packed = gzip.toByteArray();
        byte[] target = new byte[page.length + 8];
        Unpacker unpacker = new Unpacker(2);
        unpacker.unpack(packed, 0, packed.length, target, 0, page.length);
        assertArrayEquals(page, Arrays.copyOf(target, page.length));
        assertThrows(
                ParquetFault.class,
                () -> unpacker.unpack(packed, 0, packed.length, target, 0, page.length - 1));
        packed[packed.length - 8] ^= 1;
        assertThrows(
                ParquetFault.class,
                () -> unpacker.unpack(packed, 0, packed.length, target, 0, page.length));
    }
}
