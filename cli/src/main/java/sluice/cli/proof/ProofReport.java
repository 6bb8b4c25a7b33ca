package sluice.cli.proof;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import sluice.cli.console.Json;
import sluice.cli.show.Findings;
import sluice.cli.show.ShownText;
import sluice.model.Visibility;
import sluice.proof.Difference;
import sluice.proof.ProofResult;
import sluice.question.PropertyValue;
import sluice.question.ShownValues;
import sluice.report.Amounts;

/** The outcome of a comparison, as lines for people or as JSON. */
final class ProofReport {
    private static final int DATA_CHARACTERS_MAX = 300;

    private final ProofResult result;
    private final String name;
    private final double seconds;
    private final ShownValues values = new ShownValues();

    /** A report on the store or server {@code name}. */
    ProofReport(ProofResult result, String name, double seconds) {
        this.result = result;
        this.name = name;
        this.seconds = seconds;
    }

    void print(PrintWriter output) {
        for (Difference difference : result.differences()) {
            print(difference, output);
        }
        if (result.isGood()) {
            output.println(
                    "good: %s of %s are what the source says: %s, in %.1f s"
                            .formatted(
                                    stored(),
                                    name,
                                    Amounts.counted(result.sourceRows(), "row"),
                                    seconds));
        } else {
            output.println(
                    "%s missing, %s different, %s extra; %s of the source and %s of the store in %.1f s"
                            .formatted(
                                    Amounts.count(result.missing()),
                                    Amounts.count(result.different()),
                                    Amounts.count(result.extra()),
                                    Amounts.counted(result.sourceRows(), "row"),
                                    Amounts.counted(result.storedRows(), "row"),
                                    seconds));
        }
        if (result.onlyStored() + result.newer() > 0) {
            output.println(
                    "beside the source: %s that it does not have, %s newer than there"
                            .formatted(
                                    Amounts.counted(result.onlyStored(), "row"),
                                    Amounts.count(result.newer())));
        }
        if (result.rejectedRows() > 0) {
            output.println(
                    "left out: %s of the source that cannot be read, as a load leaves them out"
                            .formatted(Amounts.counted(result.rejectedRows(), "row")));
        }
    }

    private String stored() {
        String nodes = Amounts.counted(result.storedNodes(), "node");
        String links = Amounts.counted(result.storedLinks(), "link");
        return result.storedProperties() == 0
                ? nodes + " and " + links
                : "%s, %s and %s"
                        .formatted(
                                nodes,
                                links,
                                Amounts.counted(result.storedProperties(), "property"));
    }

    private void print(Difference difference, PrintWriter output) {
        Difference.Row source = difference.source();
        Difference.Row stored = difference.stored();
        StringBuilder line = new StringBuilder(word(difference.kind())).append(": ");
        Difference.Place place = difference.place();
        if (place != null) {
            line.append(place.file()).append(':').append(place.line()).append(": ");
        }
        switch (difference.kind()) {
            case MISSING -> line.append(source == null ? "?" : text(source));
            case EXTRA -> line.append(stored == null ? "gone since" : text(stored));
            case DIFFERENT -> {
                Difference.Row either = source == null ? stored : source;
                line.append(either == null ? "?" : key(either));
                if (!difference.fields().isEmpty()) {
                    line.append(": ").append(String.join(", ", difference.fields()));
                }
            }
        }
        output.println(ShownText.visible(line.toString()));
        if (difference.kind() == Difference.Kind.DIFFERENT) {
            output.println("  source " + (source == null ? "changed since" : fields(source)));
            output.println("  store  " + (stored == null ? "changed since" : fields(stored)));
        }
    }

    private static String word(Difference.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    private static String key(Difference.Row row) {
        return switch (row.sort()) {
            case NODE -> "node %s".formatted(row.id1());
            case LINK -> "link %s %s %s".formatted(row.id1(), row.type(), row.id2());
            case PROPERTY -> "property %s %s".formatted(row.id1(), row.type());
        };
    }

    private String text(Difference.Row row) {
        return key(row) + " " + fields(row);
    }

    /** The fields beside the key, as docs/mapping.md writes rows; those that are 0 or empty not. */
    private String fields(Difference.Row row) {
        List<String> words = new ArrayList<>();
        if (row.sort() == Difference.RowSort.NODE) {
            words.add("type=" + row.type());
        }
        if (row.visibility() == Visibility.HIDDEN) {
            words.add("hidden");
        }
        words.add("time=" + row.time());
        if (row.version() != 0) {
            words.add("version=" + row.version());
        }
        if (row.data().length > 0) {
            words.add(data(row));
        }
        return String.join(" ", words);
    }

    private String data(Difference.Row row) {
        Optional<PropertyValue> value =
                row.sort() == Difference.RowSort.PROPERTY
                        ? values.ofProperty(row.data())
                        : Optional.empty();
        String text =
                value.map(each -> "value=" + ShownText.of(each))
                        .orElseGet(
                                () -> "data=" + ShownText.of(new Findings.Value.Data(row.data())));
        return text.length() > DATA_CHARACTERS_MAX
                ? text.substring(0, DATA_CHARACTERS_MAX)
                        + "… (%d bytes)".formatted(row.data().length)
                : text;
    }

    void printJson(PrintWriter output) throws IOException {
        Json.print(
                output,
                json -> {
                    json.writeBooleanField("good", result.isGood());
                    json.writeNumberField("source_rows", result.sourceRows());
                    json.writeNumberField("source_rows_rejected", result.rejectedRows());
                    json.writeNumberField("nodes", result.storedNodes());
                    json.writeNumberField("links", result.storedLinks());
                    json.writeNumberField("properties", result.storedProperties());
                    json.writeNumberField("source_rows_compared", result.comparedRows());
                    json.writeNumberField("missing", result.missing());
                    json.writeNumberField("different", result.different());
                    json.writeNumberField("extra", result.extra());
                    json.writeNumberField("only_in_store", result.onlyStored());
                    json.writeNumberField("newer_in_store", result.newer());
                    Json.number(json, "seconds", seconds);
                    Json.list(json, "differences", result.differences(), this::write);
                });
    }

    private void write(JsonGenerator json, Difference difference) throws IOException {
        json.writeStringField("kind", word(difference.kind()));
        Difference.Place place = difference.place();
        if (place != null) {
            json.writeNumberField("load", place.load());
            json.writeStringField("file", place.file());
            json.writeNumberField("line", place.line());
        }
        Difference.Row source = difference.source();
        if (source != null) {
            json.writeObjectFieldStart("source");
            writeRow(json, source);
            json.writeEndObject();
        }
        Difference.Row stored = difference.stored();
        if (stored != null) {
            json.writeObjectFieldStart("store");
            writeRow(json, stored);
            json.writeEndObject();
        }
        json.writeArrayFieldStart("fields");
        for (String field : difference.fields()) {
            json.writeString(field);
        }
        json.writeEndArray();
    }

    private void writeRow(JsonGenerator json, Difference.Row row) throws IOException {
        switch (row.sort()) {
            case NODE -> {
                json.writeStringField("node", row.id1());
                json.writeStringField("type", row.type());
            }
            case LINK -> {
                json.writeStringField("id1", row.id1());
                json.writeStringField("link_type", row.type());
                json.writeStringField("id2", row.id2());
                json.writeBooleanField("visible", row.visibility() == Visibility.VISIBLE);
            }
            case PROPERTY -> {
                json.writeStringField("node", row.id1());
                json.writeStringField("predicate", row.type());
                json.writeStringField("slot", row.id2());
                Optional<PropertyValue> value = values.ofProperty(row.data());
                if (value.isPresent()) {
                    json.writeStringField("value", value.get().text());
                    json.writeStringField("language", value.get().language());
                }
            }
        }
        json.writeNumberField("time", row.time());
        json.writeNumberField("version", row.version());
        Optional<String> text = ShownText.utf8(row.data());
        if (row.sort() != Difference.RowSort.PROPERTY && text.isPresent()) {
            json.writeStringField("data", text.get());
        } else {
            json.writeStringField("data_base64", Base64.getEncoder().encodeToString(row.data()));
        }
    }
}
