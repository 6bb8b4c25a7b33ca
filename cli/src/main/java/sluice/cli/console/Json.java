package sluice.cli.console;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;

/** Writes one JSON document, indented, with a line end behind it. */
public final class Json {
    /** What writes the members of the document's object. */
    public interface Content {
        void writeTo(JsonGenerator json) throws IOException;
    }

    /** Writes the members of the object of one item. */
    public interface ItemContent<T> {
        void writeTo(JsonGenerator json, T item) throws IOException;
    }

    private Json() {}

    public static void print(PrintWriter output, Content content) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.setPrettyPrinter(new DefaultPrettyPrinter());
            json.writeStartObject();
            content.writeTo(json);
            json.writeEndObject();
        }
        output.println(text);
    }

    /** Writes the member {@code name}: a list with an object for each of {@code items}. */
    public static <T> void list(
            JsonGenerator json, String name, Iterable<T> items, ItemContent<T> content)
            throws IOException {
        json.writeArrayFieldStart(name);
        for (T item : items) {
            json.writeStartObject();
            content.writeTo(json, item);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** With three digits behind the point. */
    public static void number(JsonGenerator json, String name, double value) throws IOException {
        json.writeFieldName(name);
        json.writeNumber("%.3f".formatted(value));
    }
}
