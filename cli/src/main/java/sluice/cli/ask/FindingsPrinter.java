package sluice.cli.ask;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.cli.console.Json;
import sluice.cli.console.Terminal;
import sluice.cli.show.Findings;
import sluice.cli.show.ShownText;
import sluice.report.TextTable;

/** Writes what a query found in one of three formats. */
public final class FindingsPrinter {
    private static final JsonFactory JSON = new JsonFactory();

    /** How the answer of a query is written. */
    public enum Format {
        TABLE,
        JSONL,
        CSV
    }

    private final PrintWriter output;
    private final PrintWriter errors;
    private final Terminal terminal;

    public FindingsPrinter(PrintWriter output, PrintWriter errors, Terminal terminal) {
        this.output = output;
        this.errors = errors;
        this.terminal = terminal;
    }

    /** {@code online} says what the findings lack; null where they lack nothing. */
    public void print(Findings findings, Format format, @Nullable OnlineWrites online)
            throws IOException {
        switch (format) {
            case TABLE -> printTable(findings);
            case JSONL -> printJson(findings, online);
            case CSV -> printCsv(findings);
        }
        if (online != null) {
            online.tell(errors);
        }
    }

    private void printTable(Findings findings) {
        int columns = terminal.output() ? terminal.columns().getAsInt() : Integer.MAX_VALUE;
        if (!findings.rows().isEmpty()) {
            List<String> lines =
                    isOutline(findings)
                            ? Outline.lines(findings.columns(), findings.rows())
                            : aligned(
                                    findings.list() ? linesOfList(findings) : linesOfOne(findings));
            for (String line : lines) {
                output.println(ShownText.cut(line, columns, terminal.unicode()));
            }
        }
        output.println(lastLine(findings));
    }

    private static boolean isOutline(Findings findings) {
        return findings.rows().getFirst().stream()
                .anyMatch(value -> value instanceof Findings.Value.Nested);
    }

    private static List<String> aligned(List<List<String>> lines) {
        TextTable table = new TextTable(TextTable.left()).measuredBy(ShownText::columns);
        lines.forEach(table::row);
        return table.lines();
    }

    private static List<List<String>> linesOfList(Findings findings) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(findings.columns());
        for (List<Findings.Value> row : findings.rows()) {
            lines.add(row.stream().map(ShownText::of).toList());
        }
        return lines;
    }

    private static List<List<String>> linesOfOne(Findings findings) {
        List<List<String>> lines = new ArrayList<>();
        for (int i = 0; i < findings.columns().size(); i++) {
            Findings.Value value = findings.rows().getFirst().get(i);
            if (value instanceof Findings.Value.Properties properties) {
                Outline.addProperties(properties, lines);
            } else {
                lines.add(List.of(findings.columns().get(i), ShownText.of(value)));
            }
        }
        return lines;
    }

    private static String lastLine(Findings findings) {
        StringBuilder line = new StringBuilder();
        if (findings.rows().isEmpty()) {
            line.append("nothing found; ");
        } else if (findings.list()) {
            int rows = findings.rows().size();
            String what = findings.what();
            line.append(rows).append(' ');
            line.append(rows == 1 ? what.substring(0, what.length() - 1) : what).append("; ");
        }
        if (findings.nextOffset() >= 0) {
            line.append("more with --offset ").append(findings.nextOffset()).append("; ");
        }
        if (!findings.nextAfter().isEmpty()) {
            String last = ShownText.visible(findings.nextAfter());
            boolean isPlain = last.matches("[A-Za-z0-9:_.-]+");
            line.append("more with --after ")
                    .append(isPlain ? last : "'" + last + "'")
                    .append("; ");
        }
        if (findings.isCut()) {
            line.append("more with a higher --limit; ");
        }
        return line + completeness(findings);
    }

    private static String completeness(Findings findings) {
        return findings.complete()
                ? "complete"
                : "partial: rows may lack that a load still copies or builds, or of which no node"
                        + " answers";
    }

    private void printJson(Findings findings, @Nullable OnlineWrites online) throws IOException {
        for (List<Findings.Value> row : findings.rows()) {
            printJson(output, json -> FindingsJson.writeValues(json, findings.columns(), row));
        }
        printJson(
                output,
                json -> {
                    json.writeNumberField("found", findings.rows().size());
                    writeEnd(json, findings, online);
                });
    }

    /** Writes one object in one line. */
    public static void printJson(PrintWriter output, Json.Content members) throws IOException {
        StringWriter line = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(line)) {
            json.writeStartObject();
            members.writeTo(json);
            json.writeEndObject();
        }
        output.println(line);
    }

    public static void writeRow(JsonGenerator json, List<String> columns, List<Findings.Value> row)
            throws IOException {
        json.writeStartObject();
        FindingsJson.writeValues(json, columns, row);
        json.writeEndObject();
    }

    /** Writes where {@code findings} go on, whether they are complete, and what they lack. */
    public static void writeEnd(
            JsonGenerator json, Findings findings, @Nullable OnlineWrites online)
            throws IOException {
        if (findings.nextOffset() >= 0) {
            json.writeNumberField("next_offset", findings.nextOffset());
        }
        if (!findings.nextAfter().isEmpty()) {
            json.writeStringField("next_after", findings.nextAfter());
        }
        if (findings.isCut()) {
            json.writeBooleanField("more", true);
        }
        json.writeBooleanField("complete", findings.complete());
        if (online != null && online.leftOut()) {
            json.writeBooleanField("online_writes_left_out", true);
        }
    }

    private void printCsv(Findings findings) {
        List<String> header = new ArrayList<>();
        for (int i = 0; i < findings.columns().size(); i++) {
            String column = findings.columns().get(i);
            header.add(column);
            boolean isOfPredicate =
                    !findings.rows().isEmpty()
                            && findings.rows().getFirst().get(i) instanceof Findings.Value.Values;
            switch (column) {
                case "id", "id1", "id2", "type", "link_type" -> {
                    if (!isOfPredicate) {
                        header.add(column + "_name");
                    }
                }
                case "data" -> {
                    if (!isOfPredicate) {
                        header.add(column + "_hex");
                    }
                }
                default -> {}
            }
        }
        printCsvLine(header);
        for (List<Findings.Value> row : findings.rows()) {
            List<String> fields = new ArrayList<>();
            row.forEach(value -> addCsv(fields, value));
            printCsvLine(fields);
        }
        errors.println(lastLine(findings));
    }

    private static void addCsv(List<String> fields, Findings.Value value) {
        switch (value) {
            case Findings.Value.Id(long id, String name) -> {
                fields.add(Long.toUnsignedString(id));
                fields.add(name);
            }
            case Findings.Value.Type(long type, String name) -> {
                fields.add(Long.toUnsignedString(type));
                fields.add(name);
            }
            case Findings.Value.Time(long time) -> fields.add(Long.toString(time));
            case Findings.Value.Number(long number) -> fields.add(Long.toString(number));
            case Findings.Value.Word(String word) -> fields.add(word);
            case Findings.Value.Data(byte[] bytes) -> {
                var text = ShownText.utf8(bytes);
                fields.add(text.orElse(""));
                fields.add(text.isPresent() ? "" : HexFormat.of().formatHex(bytes));
            }
            case Findings.Value.Values values -> fields.add(ShownText.of(values));
            case Findings.Value.Properties properties -> fields.add(ShownText.of(properties));
            case Findings.Value.Nested nested -> fields.add(ShownText.of(nested));
        }
    }

    private void printCsvLine(List<String> fields) {
        List<String> quoted = new ArrayList<>();
        for (String field : fields) {
            boolean plain = field.chars().noneMatch(c -> ",\"\r\n".indexOf(c) >= 0);
            quoted.add(plain ? field : '"' + field.replace("\"", "\"\"") + '"');
        }
        output.println(String.join(",", quoted));
    }
}
