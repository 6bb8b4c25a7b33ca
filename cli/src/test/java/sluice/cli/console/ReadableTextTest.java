package sluice.cli.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

class ReadableTextTest {
    @Test
    void textIsToldFromOtherBytes() {
        assertTrue(ReadableText.isText("zo\u00EB \uFFFD\0x".getBytes(StandardCharsets.UTF_8)));
        assertFalse(ReadableText.isText("zo\u00EB".getBytes(StandardCharsets.ISO_8859_1)));
        ReadableText.require("zo\u00EB", "plain");
    }

    @Test
    void aLineWithOtherBytesIsRefused() throws IOException {
        byte[] lines =
                "node zo\u00EB\nnode zo\u00C3\u00AB\nnode x".getBytes(StandardCharsets.ISO_8859_1);
        BufferedReader reader = ReadableText.reader(new ByteArrayInputStream(lines));
        String odd = reader.readLine();
        SluiceException e =
                assertThrows(SluiceException.class, () -> ReadableText.requireLine(odd));
        assertEquals(ErrorCode.CONFIG, e.code());
        assertTrue(e.getMessage().startsWith("the line node zo\uFFFD has bytes"), e.getMessage());
        String good = reader.readLine();
        ReadableText.requireLine(good);
        assertEquals("node zo\u00EB", good);
    }
}
