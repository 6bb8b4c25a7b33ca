package sluice.cli.logs;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;

/**
 * One JSON object a line, with {@code time}, {@code level}, {@code logger}, {@code thread}, {@code
 * message} and, of a failure, {@code trace}.
 */
final class JsonRecords extends Formatter {
    private static final JsonFactory JSON = new JsonFactory();

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
        // Text that JSON itself allows and a terminal hides; it is in strings alone.
        StringBuilder escaped = new StringBuilder();
        TextRecords.appendEscaped(escaped, line.toString());
        return escaped.append('\n').toString();
    }
}
