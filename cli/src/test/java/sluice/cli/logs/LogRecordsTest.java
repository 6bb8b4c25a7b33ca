package sluice.cli.logs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogRecordsTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00.123456Z");

    @TempDir private Path folder;

    @Test
    void textHasOneLineForEachRecord() {
        assertEquals(
                "2026-03-01T12:00:00.123Z WARNING server.RequestRunner: no write is taken\n",
                new TextRecords().format(record(Level.WARNING, "no write is taken")));
    }

    @Test
    void textOfAClientMakesNoLineOfItsOwn() {
        String hostile =
                "call=x\r\n2026-03-01T12:00:00Z ERROR server: \u001b[2J made up\u2028\u0085";
        String line = new TextRecords().format(record(Level.INFO, hostile));
        assertEquals(1, line.lines().count());
        assertTrue(line.contains("call=x\\u000d\\u000a2026"), line);
        assertFalse(line.contains("\u001b"), line);
    }

    @Test
    void tagsThatNoTerminalShowsAreEscaped() {
        String line = new TextRecords().format(record(Level.INFO, "a\udb40\udc41\u200db 😀"));
        assertTrue(line.endsWith(": a\\udb40\\udc41\\u200db 😀\n"), line);
    }

    @Test
    void stackTraceIsIndentedBelowItsRecord() {
        LogRecord record = record(Level.SEVERE, "page failed");
        record.setThrown(new IOException("no\nroom", new IllegalStateException("why")));
        String text = new TextRecords().format(record);
        assertTrue(text.startsWith("2026-03-01T12:00:00.123Z ERROR server.RequestRunner: page"));
        assertTrue(text.contains("\n    Caused by: java.lang.IllegalStateException: why\n"), text);
        assertTrue(text.lines().skip(1).allMatch(line -> line.startsWith("    ")), text);
    }

    @Test
    void journalHasTheLevelInFrontOfEachLine() {
        LogRecord record = record(Level.SEVERE, "page failed");
        record.setThrown(new IOException("no room"));
        String text = new JournalRecords().format(record);
        assertTrue(text.lines().count() > 2);
        assertTrue(text.lines().allMatch(line -> line.startsWith("<3>")), text);
        assertTrue(new JournalRecords().format(record(Level.WARNING, "w")).startsWith("<4>2026"));
        assertTrue(new JournalRecords().format(record(Level.INFO, "i")).startsWith("<6>2026"));
        assertTrue(new JournalRecords().format(record(Level.FINE, "d")).startsWith("<7>2026"));
    }

    @Test
    void jsonIsOneObjectForEachLine() throws IOException {
        LogRecord record = record(Level.FINE, "call=\"a\"\n\u0000 \u2028");
        record.setThrown(new IOException("no room"));
        record.setLongThreadID(7);
        String line = new JsonRecords().format(record);
        assertEquals(line.length() - 1, line.indexOf('\n'));
        Map<String, String> fields = fields(line);
        assertEquals("2026-03-01T12:00:00.123Z", fields.get("time"));
        assertEquals("DEBUG", fields.get("level"));
        assertEquals("server.RequestRunner", fields.get("logger"));
        assertEquals("7", fields.get("thread"));
        assertEquals("call=\"a\"\n\u0000 \u2028", fields.get("message"));
        assertTrue(fields.get("trace").startsWith("java.io.IOException: no room\n"));
    }

    @Test
    void jsonHidesNothingOnATerminal() throws IOException {
        String hostile = "\u009b2J \u007f \u202e \u2028 \udb40\udc41 é 漢 😀 \"";
        String line = new JsonRecords().format(record(Level.INFO, hostile));
        assertTrue(line.strip().codePoints().noneMatch(TextRecords::isHidden), line);
        assertTrue(line.contains("é 漢 😀"), line);
        assertEquals(hostile, fields(line).get("message"));
    }

    @Test
    void timesHaveThreeDigits() {
        LogRecord record = record(Level.INFO, "m");
        record.setInstant(Instant.parse("2026-03-01T12:00:00Z"));
        assertTrue(new TextRecords().format(record).startsWith("2026-03-01T12:00:00.000Z INFO"));
    }

    @Test
    void journalIsKnownByDeviceAndInode() throws IOException {
        Path file = Files.createFile(folder.resolve("stream"));
        String identity =
                Files.getAttribute(file, "unix:dev") + ":" + Files.getAttribute(file, "unix:ino");
        assertTrue(Journal.isStream(identity, file));
        assertFalse(Journal.isStream(identity + "1", file));
        assertFalse(Journal.isStream(null, file));
        assertFalse(Journal.isStream(identity, folder.resolve("none")));
    }

    private static LogRecord record(Level level, String message) {
        LogRecord record = new LogRecord(level, message);
        record.setInstant(NOON);
        record.setLoggerName("sluice.server.RequestRunner");
        return record;
    }

    private static Map<String, String> fields(String line) throws IOException {
        Map<String, String> fields = new LinkedHashMap<>();
        try (JsonParser json = new JsonFactory().createParser(line)) {
            assertEquals(JsonToken.START_OBJECT, json.nextToken());
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                json.nextToken();
                fields.put(name, json.getText());
            }
        }
        return fields;
    }
}
