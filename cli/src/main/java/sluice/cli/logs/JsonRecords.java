package sluice.cli.logs;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;
import org.jspecify.annotations.Nullable;

/**
 * One JSON object a line, with {@code time}, {@code level}, {@code logger}, {@code thread}, {@code
 * message} and, of a failure, {@code trace}.
 */
final class JsonRecords extends Formatter {
    private static final JsonFactory JSON = new JsonFactory().setCharacterEscapes(new Hidden());

    /** Escapes what is hidden on a terminal too, which JSON itself allows. */
    private static final class Hidden extends CharacterEscapes {
        private static final long serialVersionUID = 1L;
        private final int[] ascii = standardAsciiEscapesForJSON();

        Hidden() {
            ascii[0x7f] = ESCAPE_STANDARD;
        }

        @Override
        public int[] getEscapeCodesForAscii() {
            return ascii.clone();
        }

        @Override
        public @Nullable SerializableString getEscapeSequence(int c) {
            return TextRecords.isHidden((char) c)
                    ? new SerializedString("\\u%04x".formatted(c))
                    : null;
        }
    }

    @Override
    public String format(LogRecord record) {
        StringWriter line = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(line)) {
            json.writeStartObject();
            json.writeStringField("time", TextRecords.time(record));
            json.writeStringField("level", TextRecords.level(record.getLevel()));
            json.writeStringField("logger", TextRecords.logger(record));
            json.writeNumberField("thread", record.getLongThreadID());
            json.writeStringField("message", formatMessage(record));
            String trace = TextRecords.trace(record);
            if (!trace.isEmpty()) {
                json.writeStringField("trace", trace);
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("a text in memory cannot be written", e);
        }
        return line.append('\n').toString();
    }
}
