package sluice.cli.ask;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import sluice.cli.show.Findings;
import sluice.cli.show.ShownText;
import sluice.question.Facet;
import sluice.question.NodeProperties;
import sluice.question.PropertyValue;
import sluice.question.PropertyValues;
import sluice.schema.ValueType;

/** Writes the values of what was found as members of JSON objects. */
final class FindingsJson {
    private FindingsJson() {}

    static void writeValues(JsonGenerator json, List<String> columns, List<Findings.Value> row)
            throws IOException {
        for (int i = 0; i < row.size(); i++) {
            write(json, columns.get(i), row.get(i));
        }
    }

    private static void write(JsonGenerator json, String column, Findings.Value value)
            throws IOException {
        switch (value) {
            case Findings.Value.Id(long id, String name) ->
                    writeNamed(json, column, Long.toUnsignedString(id), name);
            case Findings.Value.Type(long type, String name) ->
                    writeNamed(json, column, Long.toUnsignedString(type), name);
            case Findings.Value.Time(long time) -> json.writeNumberField(column, time);
            case Findings.Value.Number(long number) -> json.writeNumberField(column, number);
            case Findings.Value.Word(String word) -> json.writeStringField(column, word);
            case Findings.Value.Data(byte[] bytes) -> {
                String hex = HexFormat.of().formatHex(bytes);
                var text = ShownText.utf8(bytes);
                json.writeStringField(
                        text.isPresent() ? column : column + "_hex", text.orElse(hex));
            }
            case Findings.Value.Values(PropertyValues values) -> writeAll(json, column, values);
            case Findings.Value.Properties(List<NodeProperties.Property> properties) ->
                    writeProperties(json, column, properties);
            case Findings.Value.Nested(List<String> columns, List<List<Findings.Value>> rows) -> {
                json.writeArrayFieldStart(column);
                for (List<Findings.Value> row : rows) {
                    json.writeStartObject();
                    writeValues(json, columns, row);
                    json.writeEndObject();
                }
                json.writeEndArray();
            }
        }
    }

    private static void writeNamed(JsonGenerator json, String column, String number, String name)
            throws IOException {
        json.writeFieldName(column);
        json.writeNumber(number);
        if (!name.isEmpty()) {
            json.writeStringField(column + "_name", name);
        }
    }

    /** One value with its facets beside it, as Dgraph writes them; or an array. */
    private static void writeAll(JsonGenerator json, String column, PropertyValues values)
            throws IOException {
        if (values.isList()) {
            json.writeArrayFieldStart(column);
            for (PropertyValue value : values.values()) {
                write(json, value.type(), value.text());
            }
            json.writeEndArray();
            return;
        }
        for (PropertyValue value : values.values()) {
            json.writeFieldName(column);
            write(json, value.type(), value.text());
            for (Facet facet : value.facets()) {
                json.writeFieldName(column + "|" + facet.key());
                write(json, facet.type(), facet.text());
            }
        }
    }

    private static void writeProperties(
            JsonGenerator json, String column, List<NodeProperties.Property> properties)
            throws IOException {
        json.writeArrayFieldStart(column);
        for (NodeProperties.Property property : properties) {
            for (PropertyValue value : property.values()) {
                json.writeStartObject();
                json.writeStringField("predicate", property.predicate());
                writeProperty(json, value);
                json.writeEndObject();
            }
        }
        json.writeEndArray();
    }

    private static void writeProperty(JsonGenerator json, PropertyValue value) throws IOException {
        json.writeFieldName("value");
        write(json, value.type(), value.text());
        if (value.type() == ValueType.OTHER) {
            json.writeStringField("datatype", value.datatype());
        } else {
            json.writeStringField("type", value.type().written());
        }
        if (!value.language().isEmpty()) {
            json.writeStringField("language", value.language());
        }
        if (!value.facets().isEmpty()) {
            json.writeObjectFieldStart("facets");
            for (Facet facet : value.facets()) {
                json.writeFieldName(facet.key());
                write(json, facet.type(), facet.text());
            }
            json.writeEndObject();
        }
    }

    /** Numbers and truth values as JSON has them, all else as text. */
    private static void write(JsonGenerator json, ValueType type, String text) throws IOException {
        boolean isNumber =
                type == ValueType.INT
                        || (type == ValueType.FLOAT
                                && Double.isFinite(Double.parseDouble(javaFloat(text))));
        if (isNumber) {
            json.writeNumber(text);
        } else if (type == ValueType.BOOL) {
            json.writeBoolean(text.equals("true"));
        } else {
            json.writeString(text);
        }
    }

    /** Infinity is written in another way than Java reads it. */
    private static String javaFloat(String text) {
        return text.endsWith("Inf") ? "Infinity" : text;
    }
}
