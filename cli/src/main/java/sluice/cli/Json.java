package sluice.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;

/** Writes one JSON document, indented, with a line end behind it. */
final class Json {
    /** What writes the members of the document's object. */
    interface Content {
        void writeTo(JsonGenerator json) throws IOException;
    }

    private Json() {}

    static void print(PrintWriter output, Content content) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.setPrettyPrinter(new DefaultPrettyPrinter());
            json.writeStartObject();
            content.writeTo(json);
            json.writeEndObject();
        }
        output.println(text);
    }

    /** With three digits behind the point. */
    static void number(JsonGenerator json, String name, double value) throws IOException {
        json.writeFieldName(name);
        json.writeNumber("%.3f".formatted(value));
    }
}
